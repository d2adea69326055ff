"""To which part of the server a moment of its CPU time belongs."""

from types import FrameType
from typing import Final

LAYERS: Final = (
    ("undertide_server/simulation/systems/sight.py", "sight"),
    ("undertide_server/worldgen/", "floor generation"),
    ("undertide_server/simulation/", "simulation"),
    ("undertide_server/views/", "views"),
    ("undertide_server/sessions/clock/floor_scheduler.py", "clockwork"),
    ("undertide_server/sessions/clock/pace.py", "clockwork"),
    ("undertide_server/sessions/", "sessions"),
    ("undertide_server/store/", "journal"),
    ("undertide_server/gateway/connections/sender.py", "sending"),
    ("undertide_server/gateway/handlers/connection.py", "receiving"),
    ("undertide_server/gateway/handlers/message_router.py", "receiving"),
    ("undertide_server/gateway/handlers/session_router.py", "receiving"),
    ("undertide_server/gateway/edge/opening.py", "receiving"),
    ("undertide_server/gateway/edge/socket.py", "receiving"),
    ("undertide_server/gateway/edge/rate_limiter.py", "receiving"),
    ("undertide_server/gateway/loop/session_scheduler.py", "timers"),
    ("undertide_server/gateway/edge/counters.py", "counting"),
    ("undertide_server/gateway/connections/census.py", "counting"),
    ("undertide_server/gateway/http/history.py", "counting"),
    ("undertide_server/gateway/http/machine.py", "counting"),
    ("undertide_server/gateway/http/metrics.py", "counting"),
    ("undertide_shared/text.py", "receiving"),
    ("websockets/", "websockets"),
    ("asyncio/", "event loop"),
)
"""Parts of paths and the layer that they belong to; the innermost frame that has one decides."""
BOTH_WAYS: Final = {
    "undertide_shared/codec.py": {"encode": "encoding", "decode_client": "receiving"},
    "undertide_server/gateway/edge/socket.py": {"write": "sending"},
}
"""Functions of modules that do more than one thing."""
LIBRARIES: Final = frozenset({"websockets", "event loop"})
"""What these spend belongs to whoever of ours called them, if anyone did."""


def layer_of(frame: FrameType | None) -> str:
    """Return the layer of a stack."""
    library = ""
    while frame is not None:
        layer = _own_layer(frame)
        if layer in LIBRARIES:
            library = library or layer
        elif layer:
            return layer
        frame = frame.f_back
    return library or "other"


def _own_layer(frame: FrameType) -> str:
    """Return the layer of one frame, or nothing."""
    path = frame.f_code.co_filename.replace("\\", "/")
    for part, functions in BOTH_WAYS.items():
        if part in path and frame.f_code.co_name in functions:
            return functions[frame.f_code.co_name]
    return next((layer for part, layer in LAYERS if part in path), "")
