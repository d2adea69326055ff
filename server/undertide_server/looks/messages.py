"""Messages between the server and the process that looks into runs, in the form of replays'."""

from typing import BinaryIO

import msgspec

from undertide_server.replays.messages import PipeBeat, Piped, read_piped


class LookAtRun(Piped, frozen=True, tag="look"):
    """A command to look into a run of a store; the fields after it are those of `LookInto`."""

    store: str
    run: str
    step: int | None = None
    since: int | None = None
    floor: int | None = None
    entity: int | None = None
    component: str = ""
    after: int = 0


class LookTaken(Piped, frozen=True, tag="taken"):
    """What a look tells, as JSON."""

    data: bytes


class LookRefused(Piped, frozen=True, tag="refused"):
    """The end of a look that can't be taken; `reason` says why."""

    reason: str


LookReport = LookTaken | LookRefused | PipeBeat
_commands = msgspec.msgpack.Decoder(LookAtRun)
_reports = msgspec.msgpack.Decoder(LookReport)


def read_look_command(stream: BinaryIO) -> LookAtRun | None:
    """Return the next command, or None at the end of the stream.

    Raises ValueError or msgspec.MsgspecError if the bytes are not a command.
    """
    data = read_piped(stream)
    return None if data is None else _commands.decode(data)


def look_report_of(data: bytes) -> LookReport:
    """Return a message of the process. Raises msgspec.MsgspecError if the bytes are not one."""
    report: LookReport = _reports.decode(data)
    return report
