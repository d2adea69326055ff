"""The process that looks into runs, one look after another: commands in, answers out.

It keeps the run of its last look, so the next step of that is soon there.
"""

from collections.abc import Callable
from typing import BinaryIO, Final

import msgspec

from undertide_server.extending.loading import repertoire_of_this_process
from undertide_server.looks.errors import BadLookError
from undertide_server.looks.messages import (
    LookAtRun,
    LookRefused,
    LookReport,
    LookTaken,
    read_look_command,
)
from undertide_server.looks.report import report_of
from undertide_server.looks.state import Selection
from undertide_server.looks.walk import RunWalk
from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.messages import PipeBeat, packed
from undertide_server.replays.piped_worker import working
from undertide_server.sessions.durability.recovery import damage_told
from undertide_server.sessions.model.errors import RecoveryError
from undertide_server.util.heartbeat import Pulse

NICENESS: Final = 19
"""The niceness of the process: sessions and replays come first, on systems that support it."""


class Looker:
    """Takes looks. `on_step` is called for each step that is read of a run."""

    def __init__(self, on_step: Callable[[], None] = lambda: None) -> None:
        self._on_step = on_step
        self._walk: RunWalk | None = None
        self._place: tuple[str, str] | None = None
        """The store and the run of the walk."""

    def take_look(self, command: LookAtRun) -> LookTaken | LookRefused:
        """Return what a look tells, or why it can't be taken."""
        try:
            with damage_told():
                told = self._told(self._walk_through(command), command)
        except BadLookError as fault:
            return LookRefused(fault.reason)
        except (RecoveryError, UnplayableRunError) as fault:
            self._place = None
            return LookRefused(f"this run can't be looked into: {fault.reason}")
        return LookTaken(msgspec.json.encode(told))

    def _walk_through(self, command: LookAtRun) -> RunWalk:
        place = command.store, command.run
        if self._walk is None or self._place != place:
            if self._walk is not None:
                self._walk.close()
            self._walk = RunWalk(*place, repertoire_of_this_process(), self._on_step)
            self._place = place
        return self._walk

    @staticmethod
    def _told(walk: RunWalk, command: LookAtRun) -> dict[str, object]:
        facts = walk.facts()
        step = facts.last if command.step is None else command.step
        before = None
        if command.since is not None:
            if command.since >= step:
                raise BadLookError(f"step {command.since} doesn't come before step {step}")
            before = walk.run_after(command.since, command.since - 1)
        since = step - 1 if before is None else before.step
        wanted = Selection(command.floor, command.entity, command.component)
        return report_of(facts, walk.run_after(step, since), before, wanted, command.after)


def work(stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Answer each command, until the commands end."""
    pulse = Pulse(lambda: _send(stdout, PipeBeat()))
    looker = Looker(pulse.beat)
    while (command := read_look_command(stdin)) is not None:
        pulse.beat()
        _send(stdout, looker.take_look(command))


def main() -> None:
    """Work on the standard streams, with the lowest priority."""
    working(work, NICENESS)


def _send(stdout: BinaryIO, report: LookReport) -> None:
    stdout.write(packed(report))
    stdout.flush()
