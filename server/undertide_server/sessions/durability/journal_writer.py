"""The writes of a session to the journal, and how many of them are durable."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from undertide_server.sessions.model.seats import Seat
from undertide_server.simulation.snapshot import marks_of, state_hash, take_snapshot
from undertide_server.simulation.state.run import Run
from undertide_server.store.journal import Journal
from undertide_server.store.records import (
    CHAT_LINES,
    ChatLine,
    Ending,
    KeptState,
    RulesStretch,
    SeatRecord,
    SnapshotPoint,
    StepRecord,
)

SNAPSHOT_EVERY = 500
"""Steps between two snapshots: 100 seconds of real time as shipped. A recovery or a jump in a
replay plays at most a few hundred steps again. Snapshots cost about a hundredth of the steps' time.
"""
FIRST_SNAPSHOT = 125
"""Steps until the first snapshot. Each later one comes after twice as many, up to `SNAPSHOT_EVERY`
more: a recovery plays half of a young run again, and doesn't have to make its first floor."""
SNAPSHOT_TICKS = 2000
"""Ticks between two snapshots, roughly. A step of turns, or one on many floors, takes several
ticks, and each takes a fifth of a millisecond to play again."""
MOST_UNCOMMITTED = 20
"""The most steps that may wait to be durable: two seconds of real time, a hundred times as long as
a disk takes. Beyond that the run waits for the disk, so nothing grows and nobody plays steps that
may be lost."""
MOST_UNKEPT = 100
"""The most changes of settings that may wait to be durable: more than a session has seats, so that
all people who come at once can enter. Beyond that nobody enters, and no order is carried out."""


def ending_of(run: Run) -> Ending:
    """Return the ending of a run that was played to its end."""
    return Ending("ended", "won" if run.progress.won else "lost")


def _next_snapshot(step: int, ticks: int) -> SnapshotPoint:
    """Return the step and the ticks at which the snapshot after this one is due, at the latest."""
    most_steps = min(max(step, FIRST_SNAPSHOT), SNAPSHOT_EVERY)
    return SnapshotPoint(step + most_steps, ticks + SNAPSHOT_TICKS)


def _do_nothing() -> None:
    """Do nothing, in place of a callback that is not set."""


class JournalWriter:
    """The journal of one run, as its session sees it.

    `settled` is the session's settings at the start, encoded as in the journal.
    """

    def __init__(self, journal: Journal, run: str, settled: bytes = b"") -> None:
        self.on_late: Callable[[], None] = _do_nothing
        """Called when more steps have become durable after `submit` returned."""
        self.committed = 0
        """The last step that is durable."""
        self.has_made_room = False
        """Whether the run waited for its disk until steps last became durable."""
        self._journal = journal
        self._run = run
        self._submitting = False
        self._closed = False
        self._submitted = 0
        self._beyond = 0
        """The last step taken after the run's end; 0 if none."""
        self.settled = settled
        """The session's present settings, encoded as in the journal."""
        self._next_kept = _next_snapshot(0, 0)
        """From this step, or from these ticks on, a snapshot is due."""
        self._issued: dict[int, Seat] = {}
        self.logs: Callable[[], Mapping[int, bytes]] = dict
        """Returns the last lines of each view's log, which stand with each snapshot."""
        self._unsaid: deque[ChatLine] = deque(maxlen=CHAT_LINES)
        """Lines of chat that wait until the ones before them are durable."""
        self._saying = False
        self._said = 0
        """The number of the last line of chat."""
        self._settling = 0
        """The number of changes of settings that are not durable yet."""
        self._until_kept: list[Callable[[], None]] = []
        self.is_on_trial = False
        """Whether each step must be announced (see `begin_trial`)."""
        self._tried_from = 0
        """The ticks of the run when its trial began."""
        self._announced = -1
        """The step after which the next one was announced last."""
        self.is_announcing = False
        """Whether that is not durable yet: nothing is shown of the run meanwhile."""

    @property
    def is_remote(self) -> bool:
        """Whether the run is kept in a database, which may be on another machine."""
        return self._journal.is_remote

    @property
    def trouble(self) -> str:
        """Why submitted changes wait to be durable; empty if none waits or the disk is well."""
        reason = self._journal.trouble
        if not reason:
            return ""
        return reason if self._submitted > self.committed or self._settling > 0 else ""

    @property
    def durable(self) -> int:
        """The last durable step of the run; steps after the run's end don't count."""
        return min(self.committed, self._submitted)

    @property
    def uncommitted(self) -> int:
        """The number of steps that are not durable yet."""
        return max(0, self._submitted - self.committed)

    @property
    def is_settled(self) -> bool:
        """Whether all steps are durable."""
        return self.committed >= self._submitted

    @property
    def is_full(self) -> bool:
        """Whether no step may be taken until more steps are durable."""
        return self._submitted - self.committed >= MOST_UNCOMMITTED

    @property
    def is_waiting(self) -> bool:
        """Whether no step may be taken until something is durable: steps, or an announcement."""
        return self.is_announcing or self.is_full

    def resume(self, run: Run, kept: int, rules_stretch: RulesStretch | None) -> None:
        """Continue after the last step of a recovered run.

        Its latest snapshot was `kept` after that step; 0 if there was none. If the run goes on with
        other rules, they are in `rules_stretch`.
        """
        self.committed = self._submitted = run.progress.step
        self._next_kept = _next_snapshot(kept, run.progress.ticks)
        self._journal.reopen(self._run)
        if rules_stretch is not None:
            self._journal.renew(self._run, rules_stretch)

    def begin_trial(self, run: Run) -> None:
        """Announce each step from now on until time has passed: the run may kill this process.

        So it did if the store has the announcement and lacks the step (see `store.trials`).
        """
        self.is_on_trial = True
        self._tried_from = run.progress.ticks

    def announce_step(self, run: Run) -> bool:
        """Announce the next step of a run on trial; return whether it may be taken now."""
        self.is_on_trial = run.progress.ticks == self._tried_from
        step = run.progress.step
        if self.is_on_trial and self._announced < step:
            self._announced = step
            self.is_announcing = self._submitting = True
            self._journal.announce(self._run, step, self._note_announced)
            self._submitting = False
        return not self.is_announcing

    def withdraw_announcement(self, run: Run) -> None:
        """Let other runs be tried if the step that was announced isn't taken now."""
        if self.is_on_trial and self._announced == run.progress.step:
            self._announced = -1
            self._journal.withdraw(self._run)

    def _note_announced(self) -> None:
        self.is_announcing = False
        self.has_made_room = True
        if not self._submitting:
            self.on_late()

    def check(self) -> None:
        """Have the store say whether it still has all durable steps, and this node owns the run.

        If not, the journal reports the run as fenced.
        """
        self._journal.check(self._run, self.durable)

    def release(self) -> None:
        """Let the run rest after all that was submitted, or give its journal up for good."""
        self._journal.release(self._run)

    def issue(self, seat: Seat) -> None:
        """Write a seat's tokens with the next step."""
        self._issued[seat.number] = seat

    def submit(self, run: Run, records: list[StepRecord]) -> None:
        """Submit the latest steps to the journal, and a snapshot when it is due.

        Steps after the run's end are not stored: nobody will ask for them.
        """
        if self._closed:
            self._beyond = records[-1].step
            self._pass_end()
            return
        seats = self._take_issued() if self._issued else ()
        self._submitted = records[-1].step
        self._submitting = True
        self._journal.submit(self._run, records, seats, run.progress.ticks, self._commit)
        self._submitting = False
        if run.progress.step >= self._next_kept.step or run.progress.ticks >= self._next_kept.ticks:
            self.store_snapshot(run)

    def _take_issued(self) -> list[SeatRecord]:
        """Return the seats with new tokens, for one step."""
        issued, self._issued = self._issued.values(), {}
        return [SeatRecord(seat.number, seat.name, tuple(seat.tokens)) for seat in issued]

    def store_snapshot(self, run: Run) -> None:
        """Store a snapshot of the run as it is now."""
        step, ticks = run.progress.step, run.progress.ticks
        self._next_kept = _next_snapshot(step, ticks)
        self._journal.store_snapshot(self._run, step, ticks, lambda: self._kept_state(run))

    def _kept_state(self, run: Run) -> KeptState:
        return KeptState(take_snapshot(run), state_hash(run), marks_of(run), self.logs())

    def resume_chat(self, lines: Sequence[ChatLine]) -> None:
        """Number further lines of chat after those of a recovered session."""
        self._said = max((line.number for line in lines), default=0)

    def save_chat(self, data: bytes) -> None:
        """Submit a line of chat, unless the run is closed: its chat was erased then.

        One write waits at a time, with the lines that came meanwhile, so a slow disk piles up none.
        """
        if self._closed:
            return
        self._said += 1
        self._unsaid.append(ChatLine(self._said, data))
        if not self._saying:
            self._submit_chat()

    def flush_chat(self) -> None:
        """Submit all lines of chat that wait: the server ends, or the session rests."""
        if self._unsaid:
            self._submit_chat()

    def _submit_chat(self) -> None:
        lines = tuple(self._unsaid)
        self._unsaid.clear()
        self._saying = bool(lines)
        if lines and not self._closed:
            self._journal.save_chat(self._run, lines, self._submit_chat)

    def save_settings(self, data: bytes) -> None:
        """Submit the session's settings if they have changed."""
        if data != self.settled:
            self.settled = data
            self._settling += 1
            self._journal.save_settings(self._run, data, self._note_kept)

    def once_written(self, call: Callable[[], None]) -> None:
        """Call back once all that was submitted until now is durable."""
        self._journal.save_settings(self._run, self.settled, call)

    @property
    def is_kept(self) -> bool:
        """Whether all settings are durable."""
        return self._settling == 0

    @property
    def may_settle(self) -> bool:
        """Whether the settings may change now."""
        return self._settling < MOST_UNKEPT

    def once_kept(self, call: Callable[[], None]) -> None:
        """Call back once the present settings are durable; at once if they are."""
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
        """Close the run in the journal, once."""
        if not self._closed:
            self._closed = True
            self._journal.close(self._run, ending)

    def tell_nobody(self) -> None:
        """Call nobody any longer when steps become durable."""
        self.on_late = _do_nothing

    def _commit(self, step: int) -> None:
        was_full = self.is_full
        self.committed = max(self.committed, step)
        self.has_made_room = was_full and not self.is_full
        if self._beyond:
            self._pass_end()
        if not self._submitting:
            self.on_late()

    def _pass_end(self) -> None:
        """Count steps after the run's end as durable, once all steps before it are."""
        if self.is_settled:
            self.committed = max(self.committed, self._beyond)
