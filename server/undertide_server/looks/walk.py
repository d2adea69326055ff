"""A walk through the steps of a stored run, forwards and back."""

from collections import deque
from collections.abc import Callable
from typing import Final

from undertide_server.looks.errors import BadLookError
from undertide_server.looks.report import RunAtStep, RunFacts
from undertide_server.looks.state import state_of
from undertide_server.replays.run_reader import RunReader, reading
from undertide_server.sessions.durability.recovery import restored
from undertide_server.simulation.pipeline import step as take_step
from undertide_server.simulation.snapshot import take_snapshot
from undertide_server.simulation.state.events import Event
from undertide_server.simulation.state.inputs import Input
from undertide_server.simulation.state.run import Run
from undertide_server.simulation.version import RULES
from undertide_server.store.engine.address import address_in
from undertide_server.store.records import Snapshot
from undertide_server.worldgen.game.repertoire import Repertoire

NEAR: Final = 100
"""The most steps that are played on to a later step; for one further on, the walk looks for a
stored snapshot first."""
REST_EVERY: Final = 50
"""Steps after which the walk keeps a snapshot of its own, so that a step back is soon played."""
MOST_RESTS: Final = 20
"""The most snapshots that a walk keeps: some megabytes."""
MOST_HAPPENED: Final = 500
"""The most steps of which inputs and events are told: those between two stored snapshots."""

Happened = tuple[int, tuple[Input, ...], list[Event]]
"""A step with its inputs and events."""


class RunWalk:
    """The position in one part of a run: the latest that the present rules played.

    `on_step` is called for each step that is read. All methods raise UnplayableRunError if the run
    is gone or damaged, and RecoveryError if a state of it can't be read.
    """

    def __init__(
        self, store: str, run: str, repertoire: Repertoire, on_step: Callable[[], None]
    ) -> None:
        self._store = address_in(store)
        self._name = run
        self._reader = RunReader(self._store, run, repertoire, on_step=on_step)
        self._run: Run | None = None
        self._rests: dict[int, bytes] = {}
        self._happened: deque[Happened] = deque(maxlen=MOST_HAPPENED)

    def facts(self) -> RunFacts:
        """Return what the store knows of the run by now."""
        with reading(self._store) as reader:
            info = reader.info(self._name)
            landmarks = reader.landmarks(self._name)
            steps = reader.landmark_steps(self._name)
        return RunFacts(
            run=info.run,
            session=info.session,
            preset=info.preset,
            state=info.state,
            rules=RULES,
            first=self._reader.first,
            last=self._reader.last_step(),
            landmarks=list(zip(steps, landmarks, strict=True)),
        )

    def close(self) -> None:
        """Free the world of the run."""
        if self._run is not None:
            self._run.world.close()

    def run_after(self, step: int, since: int) -> RunAtStep:
        """Return the run after a step, with what happened in the steps after `since`.

        Raises BadLookError if the step isn't there.
        """
        self._check(step)
        run = self._played_to(step, max(self._reader.first, min(since, step - 1)))
        elapsed = self._reader.elapsed(step, run.progress.ticks)
        happened = [each for each in self._happened if since < each[0] <= step]
        return RunAtStep(step, elapsed, state_of(take_snapshot(run)), run, happened)

    def _check(self, step: int) -> None:
        first, last = self._reader.first, self._reader.last_step()
        if not first <= step <= last:
            raise BadLookError(
                f"there is no step {step} to look at: this run has those from {first} to {last}"
            )

    def _played_to(self, step: int, since: int) -> Run:
        """Return the run after a step, having played the steps after `since` on the way.

        If there are too many of them, only the last.
        """
        begin = max(since, step - MOST_HAPPENED)
        run = self._run
        if run is None or not self._leads_to(run, step, begin):
            self.close()
            run = self._run = self._resumed(begin)
            self._happened.clear()
        while run.progress.step < step:
            self._advance(run)
        return run

    def _leads_to(self, run: Run, step: int, begin: int) -> bool:
        """Return whether the present position leads to a step, by what is told of the way."""
        here = run.progress.step
        told_from = self._happened[0][0] - 1 if self._happened else here
        if here < begin:
            return begin - here <= NEAR
        return here <= step and told_from <= begin

    def _resumed(self, step: int) -> Run:
        """Return the run after the latest known state at or before a step."""
        rest = max((each for each in self._rests if each <= step), default=0)
        if step - rest <= NEAR and rest:
            return restored(self._reader.game, Snapshot(rest, self._rests[rest]))
        return self._reader.run_at(step)

    def _advance(self, run: Run) -> None:
        """Take the next step."""
        number = run.progress.step + 1
        inputs = self._reader.inputs(number)
        self._happened.append((number, inputs, take_step(run, inputs)))
        if number % REST_EVERY == 0 and number not in self._rests:
            self._rests[number] = take_snapshot(run)
            if len(self._rests) > MOST_RESTS:
                del self._rests[next(iter(self._rests))]
