"""Messages between the server and its worker processes: MessagePack, each after its length.

Requests of the viewer and messages to it pass as they are on the wire. Both ends always have the
same version.
"""

from typing import BinaryIO, Final, Literal

import msgspec

from undertide_shared.limits import MAX_SERVER_MESSAGE
from undertide_shared.messages import ErrorCode, Follow, Play, Resync, Seek, Step

HEAD: Final = 4
"""The bytes of a length."""
MAX_BYTES: Final = MAX_SERVER_MESSAGE + 1024
"""The most bytes of one message: the longest message to a viewer, and the fields around it."""
MAX_RENDER_BYTES: Final = 64 * 2**20
"""The most bytes of a render: many times what a stretch of a full party in a fight takes."""


class Piped(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """An immutable message between the two processes, encoded as an array."""


class Open(Piped, frozen=True, tag="open"):
    """The first command: the run and its store, the viewed seat, and the first tick.

    `elapsed` stands in place of the tick if it is given, as in `Replay`. `reach` is the last step
    that may be shown; None means all of them.
    """

    store: str
    run: str
    seat: int | None
    tick: int
    reach: int | None
    elapsed: int | None = None


class Reach(Piped, frozen=True, tag="reach"):
    """A command to look again how far the run has come; `step` is the last that may be shown.

    None means no limit.
    """

    step: int | None


Wish = Play | Seek | Step | Follow | Resync
"""A viewer's request to its replay."""
Command = Open | Reach | Wish


class Sent(Piped, frozen=True, tag="told"):
    """A message for the viewer, as bytes for the wire.

    A frame may be dropped for a viewer that is behind. `resyncs` is the number of `Resync` commands
    that the worker had received by then. After one, frames from before it are useless.
    """

    data: bytes
    frame: bool
    resyncs: int


class PipeBeat(Piped, frozen=True, tag="beat"):
    """The worker isn't stuck. It says so every `heartbeat.BEAT_SECONDS`."""


class Failed(Piped, frozen=True, tag="failed"):
    """The end of the replay, because the run can't be played, or no further. Nothing follows."""

    code: ErrorCode
    reason: str


Report = Sent | Failed | PipeBeat


class RenderRun(Piped, frozen=True, tag="render"):
    """A command to render what is not rendered yet of a run, as far as there is room.

    `room` is the bytes that its renders may still take.
    """

    store: str
    run: str
    room: int


class RunRendered(Piped, frozen=True, tag="rendered"):
    """A render of a stretch of the run's steps."""

    first: int
    last: int
    ticks: int
    facts: bytes
    views: dict[int, bytes]
    elapsed: int


class RenderEnded(Piped, frozen=True, tag="over"):
    """The end of a command: all is rendered, or nothing more fits, or rendering failed.

    `problem` says how it failed; empty otherwise.
    """

    outcome: Literal["done", "room", "failed"]
    problem: str = ""


RenderReport = RunRendered | RenderEnded | PipeBeat

_encoder = msgspec.msgpack.Encoder()
_commands = msgspec.msgpack.Decoder(Command)
_reports = msgspec.msgpack.Decoder(Report)
_render_commands = msgspec.msgpack.Decoder(RenderRun)
_render_reports = msgspec.msgpack.Decoder(RenderReport)


def packed(message: Piped | Wish) -> bytes:
    """Return a message as bytes, with its length first."""
    data = _encoder.encode(message)
    return len(data).to_bytes(HEAD, "big") + data


def length(head: bytes, most: int = MAX_BYTES) -> int:
    """Return the length in the first bytes of a message.

    Raises ValueError if it is more than `most`.
    """
    size = int.from_bytes(head, "big")
    if size > most:
        raise ValueError(f"a message of {size} bytes")
    return size


def report_of(data: bytes) -> Report:
    """Return a worker's message. Raises msgspec.MsgspecError if the bytes are not one."""
    report: Report = _reports.decode(data)
    return report


def render_report_of(data: bytes) -> RenderReport:
    """Return a rendering worker's message. Raises msgspec.MsgspecError for other bytes."""
    report: RenderReport = _render_reports.decode(data)
    return report


def read_command(stream: BinaryIO) -> Command | None:
    """Return the next command, or None at the end of the stream.

    Raises ValueError or msgspec.MsgspecError if the bytes are not a command.
    """
    data = read_piped(stream)
    return None if data is None else _commands.decode(data)


def read_render_command(stream: BinaryIO) -> RenderRun | None:
    """Return the next command to render. Like `read_command` otherwise."""
    data = read_piped(stream)
    return None if data is None else _render_commands.decode(data)


def read_piped(stream: BinaryIO) -> bytes | None:
    """Return the bytes of the next message, or None at the end of the stream.

    Raises ValueError if it is too long.
    """
    head = stream.read(HEAD)
    if len(head) < HEAD:
        return None
    size = length(head)
    data = stream.read(size)
    return data if len(data) == size else None
