"""The invariant of every run: its inputs alone determine its state, through any save and restore.

`check` simulates a journal twice and finds the first difference. It catches rules that read a
clock, iterate over an unordered set or use a random generator of their own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from undertide_server.simulation.pipeline import step
from undertide_server.simulation.snapshot import first_difference, restore, take_snapshot
from undertide_server.simulation.state.inputs import Input
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.worldgen.game.game import Game


@dataclass(frozen=True, slots=True)
class StateDifference:
    """The first place where two simulations of the same inputs differ."""

    step: int
    entity: int
    component: str


RESTORE_EVERY = 50
"""Steps between two restores: often enough to happen on each floor, rarely enough to stay fast."""


def check(game: Game, steps: Iterable[Sequence[Input]]) -> StateDifference | None:
    """Simulate `steps` side by side and return the first difference, or None.

    One run goes on undisturbed; the other is saved and restored every `RESTORE_EVERY` steps. This
    also catches state outside the components.
    """
    one, other = new_run(game), new_run(game)
    try:
        for number, inputs in enumerate(steps, start=1):
            step(one, inputs)
            step(other, inputs)
            difference = first_difference(one, other)
            if difference is not None:
                return StateDifference(number, *difference)
            if number % RESTORE_EVERY == 0:
                other = _restored(other)
    finally:
        one.world.close()
        other.world.close()
    return None


def _restored(run: Run) -> Run:
    snapshot = take_snapshot(run)
    run.world.close()
    return restore(run.game, snapshot)
