"""The steps of a run: when one is due, and with which inputs."""

from collections.abc import Callable, Sequence

from undertide_server.sessions.clock.floor_scheduler import FloorScheduler, earliest
from undertide_server.sessions.clock.inbox import Inbox
from undertide_server.sessions.durability.journal_writer import JournalWriter
from undertide_server.sessions.landmarks import LandmarkWatch
from undertide_server.sessions.members.seating import Seating
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.snapshot import marks_of, state_hash
from undertide_server.simulation.state.events import Event
from undertide_server.simulation.state.inputs import Input, Withdrawn
from undertide_server.simulation.state.run import Run
from undertide_server.store.records import ChronicleRecord, StepRecord
from undertide_shared.messages import Landmark

STEPS_AT_ONCE = 8
"""The most steps in one call, so that other sessions don't wait: late ticks and queued turns."""
HASH_EVERY = 250
"""Steps between two state hashes in the journal: some 50 seconds of real time. A hash takes as long
as a few steps, so hashes cost about a hundredth of the steps' time."""


def _unwritten(_events: Sequence[Event]) -> tuple[ChronicleRecord, ...]:
    """Write no chronicle, in place of a callback that is not set yet."""
    return ()


class Stepper:
    """The part of a session that takes steps, while its journal writer has room.

    `seating` knows which heroes withdraw, `patience` seconds after their players were lost.
    `on_events` is called after each step that has events, while the run's world is active.
    """

    def __init__(
        self,
        run: Run,
        seating: Seating,
        inbox: Inbox,
        floor_scheduler: FloorScheduler,
        journal_writer: JournalWriter,
        patience: float,
        on_events: Callable[[Sequence[Event]], None],
    ) -> None:
        self._run = run
        self._inbox = inbox
        self._seating = seating
        self._floor_scheduler = floor_scheduler
        self._journal_writer = journal_writer
        self._patience = patience
        self._on_events = on_events
        self._hashed_end = False
        self._landmark_watch = LandmarkWatch(run)
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
        return earliest(self._floor_scheduler.due(now), withdrawal)

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
        return records

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
            self._on_events(events)
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
