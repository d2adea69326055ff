"""What a session has given to the journal, and how much of it is durable."""

from collections.abc import Callable

from undertide_server.sessions.model.seats import Seat
from undertide_server.simulation.snapshot import take_snapshot
from undertide_server.simulation.state.run import Run
from undertide_server.store.journal import Journal
from undertide_server.store.records import (
    Ending,
    RulesStretch,
    SeatRecord,
    SnapshotPoint,
    StepRecord,
)

SNAPSHOT_EVERY = 500
"""Steps between two snapshots: less than a minute of real time, so a run that is brought back, or
jumped into, plays at most a few hundred steps again, and a hundredth of what the steps cost."""
SNAPSHOT_TICKS = 2000
"""Ticks between them, more or less: a step of turns, or one on many floors, takes several, and each
takes a fifth of a millisecond to play again."""
MOST_UNCOMMITTED = 20
"""Steps that may wait to be durable: two seconds of real time, a hundred times what a disk takes.
Beyond that the run waits for the disk, so nothing grows and nobody plays what may be lost."""
MOST_UNKEPT = 100
"""Changes of what is settled that may wait to be durable: more than a session has seats, so that
all who come at once come in. Beyond that nobody comes in, and no order is carried out."""


def ending_of(run: Run) -> Ending:
    """Return what became of a run that was played to its end."""
    return Ending("ended", "won" if run.progress.won else "lost")


def _nothing() -> None:
    """Stand in for a callback until there is one."""


class JournalWriter:
    """The journal of one run, as its session sees it.

    `settled` is what was settled in the session when the run began, as the journal has it.
    """

    def __init__(self, journal: Journal, run: str, settled: bytes = b"") -> None:
        self.on_late: Callable[[], None] = _nothing
        """Called when more has become durable after `submit` returned."""
        self.committed = 0
        """The last step that is durable."""
        self._journal = journal
        self._run = run
        self._submitting = False
        self._closed = False
        self._submitted = 0
        self._beyond = 0
        """The last step after the run's end; 0 where there is none."""
        self.settled = settled
        """What was settled in the session by now, as the journal has it."""
        self._kept = SnapshotPoint(0, 0)
        self._issued: dict[int, Seat] = {}
        self._settling = 0
        """How often what was settled was given to the journal and is not durable yet."""
        self._until_kept: list[Callable[[], None]] = []

    @property
    def trouble(self) -> str:
        """Why what was played waits to be durable; empty while all is well."""
        waits = self._submitted > self.committed or self._settling > 0
        return self._journal.trouble if waits else ""

    @property
    def durable(self) -> int:
        """The last step that is kept and durable: none after the run's end is kept."""
        return min(self.committed, self._submitted)

    @property
    def uncommitted(self) -> int:
        """How many steps are not durable yet."""
        return max(0, self._submitted - self.committed)

    @property
    def is_settled(self) -> bool:
        """Whether all that was played is durable."""
        return self.committed >= self._submitted

    @property
    def is_full(self) -> bool:
        """Whether no step may be taken before more is durable."""
        return self._submitted - self.committed >= MOST_UNCOMMITTED

    def resume(self, run: Run, epoch: RulesStretch | None) -> None:
        """Go on after the last step of a run that was brought back, perhaps by other rules."""
        self.committed = self._submitted = run.progress.step
        self._kept = _moment_of(run)
        self._journal.reopen(self._run)
        if epoch is not None:
            self._journal.renew(self._run, epoch)

    def issue(self, seat: Seat) -> None:
        """Write down a seat's tokens with the next step."""
        self._issued[seat.number] = seat

    def submit(self, run: Run, records: list[StepRecord]) -> None:
        """Give steps that were just taken to the journal, and a snapshot when it is time.

        Nothing of what comes after a run's end is kept: nobody will ask for it.
        """
        if self._closed:
            self._beyond = records[-1].step
            self._pass_end()
            return
        issued, self._issued = self._issued, {}
        seats = [SeatRecord(seat.number, seat.name, tuple(seat.tokens)) for seat in issued.values()]
        self._submitted = records[-1].step
        self._submitting = True
        self._journal.submit(self._run, records, seats, run.progress.ticks, self._commit)
        self._submitting = False
        kept, now = self._kept, run.progress
        if now.step - kept.step >= SNAPSHOT_EVERY or now.ticks - kept.ticks >= SNAPSHOT_TICKS:
            self.keep(run)

    def keep(self, run: Run) -> None:
        """Keep the run as it is now, to be brought back from."""
        self._kept = _moment_of(run)
        self._journal.keep(self._run, self._kept.step, self._kept.ticks, lambda: take_snapshot(run))

    def save_settings(self, data: bytes) -> None:
        """Write down what is settled in the session now, if that has changed."""
        if data != self.settled:
            self.settled = data
            self._settling += 1
            self._journal.save_settings(self._run, data, self._note_kept)

    @property
    def is_kept(self) -> bool:
        """Whether all that was settled is durable."""
        return self._settling == 0

    @property
    def may_settle(self) -> bool:
        """Whether anything may change that would have to be settled."""
        return self._settling < MOST_UNKEPT

    def once_kept(self, call: Callable[[], None]) -> None:
        """Call back once all that was settled by now is durable; at once where it is."""
        if self.is_kept:
            call()
        else:
            self._until_kept.append(call)

    def _note_kept(self) -> None:
        self._settling -= 1
        if self.is_kept:
            calls, self._until_kept = self._until_kept, []
            for call in calls:
                call()

    def close(self, ending: Ending) -> None:
        """Note that the run is no longer live, once."""
        if not self._closed:
            self._closed = True
            self._journal.close(self._run, ending)

    def _commit(self, step: int) -> None:
        self.committed = max(self.committed, step)
        if self._beyond:
            self._pass_end()
        if not self._submitting:
            self.on_late()

    def _pass_end(self) -> None:
        """Count what comes after the run's end as durable, once all before it is."""
        if self.is_settled:
            self.committed = max(self.committed, self._beyond)


def _moment_of(run: Run) -> SnapshotPoint:
    return SnapshotPoint(run.progress.step, run.progress.ticks)
