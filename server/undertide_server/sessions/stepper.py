"""The steps of a run: when one is due, and with which inputs."""

from collections.abc import Callable, Sequence

from undertide_server.sessions.clock.floor_scheduler import FloorScheduler, earliest
from undertide_server.sessions.clock.inbox import Inbox
from undertide_server.sessions.durability.journal_writer import JournalWriter
from undertide_server.sessions.idle_watch import IdleWatch
from undertide_server.sessions.landmarks import LandmarkWatch
from undertide_server.sessions.members.seating import Seating
from undertide_server.simulation.pipeline import pass_quiet_tick, step
from undertide_server.simulation.quiet import quiet_ticks
from undertide_server.simulation.snapshot import marks_of, state_hash
from undertide_server.simulation.state.events import Event
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import Input, Ticked, Withdrawn
from undertide_server.simulation.state.run import Run
from undertide_server.store.records import ChronicleRecord, StepRecord
from undertide_server.views.scene import steady_ticks
from undertide_shared.messages import Landmark

STEPS_AT_ONCE = 8
"""The most steps in one call, so that other sessions don't wait: late ticks and queued turns."""
HASH_EVERY = 250
"""Steps between two state hashes in the journal: some 50 seconds of real time. A hash takes as long
as a few steps, so hashes cost about a hundredth of the steps' time."""

MOST_QUIET = 10
"""The most ticks that pass together because nothing happens in them: a second of real time at the
highest rate. A server that is killed loses them, and nobody was shown anything of them."""


def _unwritten(_events: Sequence[Event]) -> tuple[ChronicleRecord, ...]:
    """Write no chronicle, in place of a callback that is not set yet."""
    return ()


def _ignore(_events: Sequence[Event]) -> None:
    """Ignore events, in place of a callback that is not set yet."""


def _do_nothing() -> None:
    """Do nothing, in place of a callback that is not set yet."""


class Stepper:
    """The part of a session that takes steps, while its journal writer has room.

    `seating` knows which heroes withdraw, `patience` seconds after their players were lost.
    `idle_watch` looks at players' heroes between steps.
    """

    def __init__(
        self,
        run: Run,
        seating: Seating,
        inbox: Inbox,
        floor_scheduler: FloorScheduler,
        journal_writer: JournalWriter,
        idle_watch: IdleWatch,
        patience: float,
    ) -> None:
        self._run = run
        self._inbox = inbox
        self._seating = seating
        self._floor_scheduler = floor_scheduler
        self._journal_writer = journal_writer
        self._idle_watch = idle_watch
        self._patience = patience
        self.may_pass = True
        """Whether ticks in which nothing happens pass together, once something is due."""
        self.on_passed: Callable[[], None] = _do_nothing
        """Called after they passed."""
        self._quiet_until = 0
        """The last step that is known to be quiet, if the run isn't past it."""
        self._hashed_end = False
        self._landmark_watch = LandmarkWatch(run)
        self.on_events: Callable[[Sequence[Event]], None] = _ignore
        """Called after each step that has events, while the run's world is active."""
        self.write_chronicles: Callable[[Sequence[Event]], tuple[ChronicleRecord, ...]] = _unwritten
        """Called after `on_events`, with the same events; returns the lives that ended."""

    @property
    def has_seatings(self) -> bool:
        """Whether inputs about seats wait for a step."""
        return bool(self._inbox.seating)

    def due(self, now: float) -> float | None:
        """Return when the next step is due, or None until input comes from outside."""
        if self._journal_writer.is_waiting:
            return None
        if self._is_urgent(now):
            return now
        if self._run.progress.ended:
            return None
        withdrawal = self._seating.next_withdrawal(self._patience)
        if self._quiet_floor is not None:
            ticks = self._quiet_until - self._run.progress.step
            beat = self._floor_scheduler.beat_after(ticks, self._idle_watch.next_look)
            return earliest(beat, withdrawal)
        return earliest(self._floor_scheduler.due(now), withdrawal)

    def pass_quiet_ticks(self, now: float) -> None:
        """Take the steps that are due and in which nothing happens, and submit them.

        Call this before anything that comes from outside now: it comes after them.
        """
        records: list[StepRecord] = []
        floors = self._floor_scheduler
        while (floor := self._quiet_floor) is not None:
            beat = floors.beat_after(0)
            if beat > now or beat >= self._idle_watch.next_look:
                break
            pass_quiet_tick(self._run, floor)
            number, inputs = self._run.progress.step, tuple(self._run.inputs)
            floors.count_quiet_beat(number)
            records.append(StepRecord(number, inputs, elapsed=floors.run_clock.time_step(beat)))
        if records:
            self._journal_writer.submit(self._run, records)
            self.on_passed()

    @property
    def _quiet_floor(self) -> FloorIndex | None:
        """The floor in whose next tick nothing happens; None if something may.

        It may if an input waits, or the journal has no room.
        """
        if self._run.progress.step >= self._quiet_until or self._inbox:
            return None
        floors = self._floor_scheduler
        is_still = floors.pauses or self._journal_writer.is_waiting
        return None if is_still else floors.steady_floor

    def take_steps(self, now: float) -> list[StepRecord]:
        """Take the steps that are due, at most `STEPS_AT_ONCE`, and return their records."""
        records: list[StepRecord] = []
        floors = self._floor_scheduler
        floors.update_paces(now)
        if self._journal_writer.is_waiting or not self._is_allowed(now):
            return records
        inputs = self._due_inputs(now)
        while inputs:
            records.append(self._step(inputs, floors.run_clock.time_step(now)))
            floors.update_paces(now)
            has_room = len(records) < STEPS_AT_ONCE and not self._journal_writer.is_on_trial
            inputs = self._due_moves(now) if has_room else []  # The first step took all others.
        if not records:
            self._journal_writer.withdraw_announcement(self._run)
        elif self.may_pass:
            self._quiet_until = records[-1].step + self._quiet_ticks(records[-1])
        return records

    def _quiet_ticks(self, latest: StepRecord) -> int:
        """Return in how many ticks after the latest step nothing happens; rather too few."""
        floor = self._floor_scheduler.steady_floor
        if floor is None or latest.inputs[-1] != Ticked(floor.state.branch):
            return 0
        most = min(MOST_QUIET, -(latest.step + 1) % HASH_EVERY)
        found = quiet_ticks(self._run, floor, most)
        return min(found, steady_ticks(self._run, floor)) if found else 0

    def _is_allowed(self, now: float) -> bool:
        """Return whether a step may be taken if one is due: one on trial is announced first.

        That heroes fall asleep as nobody is there needs no trial.
        """
        if not self._journal_writer.is_on_trial:
            return True
        due = self._floor_scheduler.due(now)
        is_played = self._is_urgent(now) or (due is not None and due <= now)
        return not is_played or self._journal_writer.announce_step(self._run)

    def _due_inputs(self, now: float) -> list[Input]:
        """Return the inputs of a step that is due now; empty if none is due."""
        moves = self._due_moves(now)
        withdrawn = self._seating.take_withdrawals(now, self._patience)
        if not (moves or withdrawn or self._is_urgent(now)):
            return []
        return [*self._inbox.take_inputs(), *map(Withdrawn, withdrawn), *moves]

    def _due_moves(self, now: float) -> list[Input]:
        """Return the inputs that move floors on now."""
        return [] if self._run.progress.ended else self._floor_scheduler.take_due_moves(now)

    def _is_urgent(self, now: float) -> bool:
        """Return whether the inbox holds an input that waits neither for a tick nor for a turn."""
        inbox, floors = self._inbox, self._floor_scheduler
        if not inbox.at_once and not inbox.asking:
            return bool(inbox.seating)
        return (
            bool(inbox.seating)
            or any(not floors.is_ticking(self._branch_of(asked.seat)) for asked in inbox.at_once)
            or any(floors.takes_intents(self._branch_of(seat), now) for seat in inbox.asking)
        )

    def _branch_of(self, number: int) -> int | None:
        """Return the branch of a seat's hero, or None if it is on no floor."""
        found = self._run.index.of_seat(number)
        return found[0].state.branch if found else None

    def _step(self, inputs: list[Input], elapsed: int) -> StepRecord:
        run = self._run
        events = step(run, inputs)
        number = run.progress.step
        landmarks: tuple[Landmark, ...] = ()
        lives: tuple[ChronicleRecord, ...] = ()
        if events:  # Most steps are silent.
            self.on_events(events)
            landmarks = self._landmark_watch.landmarks(run, events)
            lives = self.write_chronicles(events)
        just_ended = run.progress.ended and not self._hashed_end
        if number % HASH_EVERY and not just_ended:
            return StepRecord(
                number, tuple(inputs), landmarks=landmarks, elapsed=elapsed, chronicles=lives
            )
        self._hashed_end = run.progress.ended
        marks = marks_of(run)
        hashed = state_hash(run)
        return StepRecord(number, tuple(inputs), hashed, marks, landmarks, elapsed, lives)
