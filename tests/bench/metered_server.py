"""A server process that tells what CPU it has used.

    metered_server.py undertide serve OPTION…    the command `undertide serve OPTION…` itself
    metered_server.py rooms TOGETHER ACTORS      rooms of a bare server, see `bare_rooms`

Questions: "cpu" for the seconds of CPU that this process used so far, "sample" to begin to sample
where they go, "samples" to end that and tell. Rooms also take "begin", "counts" and "late".
"""

import signal
import sys
import time
from collections import Counter
from types import FrameType
from typing import Any, Final

from answering import Question, answer
from bare_rooms import BareRooms

from undertide_shared.command import main as undertide

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


SAMPLE_SECONDS: Final = 0.001
"""CPU between two samples: noting one costs hundredths of it."""


class Sampler:
    """Notes in which layer the process is, each time it has used a little CPU."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()
        signal.signal(signal.SIGPROF, self._note)

    def begin(self, _details: dict[str, Any]) -> None:
        """Sample from now on."""
        self._seen.clear()
        signal.setitimer(signal.ITIMER_PROF, SAMPLE_SECONDS, SAMPLE_SECONDS)

    def end(self, _details: dict[str, Any]) -> dict[str, int]:
        """Stop, and return how often each layer was met."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        return dict(self._seen)

    def _note(self, _number: int, frame: FrameType | None) -> None:
        self._seen[layer_of(frame)] += 1


def main() -> None:
    """Run the server that the first argument names."""
    sampler = Sampler()
    questions: dict[str, Question] = {
        "cpu": lambda _details: time.process_time(),
        "sample": sampler.begin,
        "samples": sampler.end,
    }
    match sys.argv.pop(1):
        case "undertide":
            answer(questions)
            undertide()
        case "rooms":
            # Not in all checkouts that are measured.
            from undertide_server.process.event_loop import run as run_on_fastest_loop

            rooms = BareRooms(int(sys.argv[1]), int(sys.argv[2]))
            asked = {"begin": rooms.begin, "counts": rooms.counts, "late": rooms.late}
            answer(questions | asked)
            run_on_fastest_loop(rooms.run())


if __name__ == "__main__":
    main()
