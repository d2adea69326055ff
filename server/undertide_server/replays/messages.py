"""What a room and its worker process say to each other: MessagePack, each with its length first.

What the viewer asks for, and what it is sent, passes as it is on the wire. Both ends are of one
version, always.
"""

from typing import BinaryIO, Final

import msgspec

from undertide_shared.limits import MAX_SERVER_MESSAGE
from undertide_shared.messages import ErrorCode, Follow, Play, Resync, Seek, Step

HEAD: Final = 4
"""Bytes of a length."""
MAX_BYTES: Final = MAX_SERVER_MESSAGE + 1024
"""Bytes of one message: the longest one that a viewer may be sent, and what is said beside it."""


class _Piped(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """An array between two processes, immutable here."""


class Open(_Piped, frozen=True, tag="open"):
    """The first command: which run of which folder, through whose eyes, and from where on.

    `reach` is the last step that may be shown, None for all there are.
    """

    folder: str
    run: str
    seat: int | None
    tick: int
    reach: int | None


class Reach(_Piped, frozen=True, tag="reach"):
    """Look again how far the run has come, up to a step where there is one."""

    step: int | None


Wish = Play | Seek | Step | Follow | Resync
"""What a viewer may ask of its replay."""
Command = Open | Reach | Wish


class Sent(_Piped, frozen=True, tag="told"):
    """A message for the viewer, as bytes for the wire.

    A frame may be left out for a viewer that is behind. `resyncs` is how many `Resync` the worker
    had taken in by then: after one, frames from before it are of no use.
    """

    data: bytes
    frame: bool
    resyncs: int


class Failed(_Piped, frozen=True, tag="failed"):
    """The replay is over, since the run can't be played again, or no further. Nothing follows."""

    code: ErrorCode
    reason: str


Report = Sent | Failed

_encoder = msgspec.msgpack.Encoder()
_commands = msgspec.msgpack.Decoder(Command)
_reports = msgspec.msgpack.Decoder(Report)


def packed(message: Command | Report) -> bytes:
    """Return a message with its length first."""
    data = _encoder.encode(message)
    return len(data).to_bytes(HEAD, "big") + data


def length(head: bytes) -> int:
    """Return the length in the first bytes of a message. Raises ValueError when none is so long."""
    size = int.from_bytes(head, "big")
    if size > MAX_BYTES:
        raise ValueError(f"a message of {size} bytes")
    return size


def report_of(data: bytes) -> Report:
    """Return a worker's message. Raises msgspec.MsgspecError when the bytes are none."""
    report: Report = _reports.decode(data)
    return report


def read_command(stream: BinaryIO) -> Command | None:
    """Return the next command, or None where the stream ends.

    Raises ValueError or msgspec.MsgspecError when what comes is none.
    """
    head = stream.read(HEAD)
    if len(head) < HEAD:
        return None
    size = length(head)
    data = stream.read(size)
    return _commands.decode(data) if len(data) == size else None
