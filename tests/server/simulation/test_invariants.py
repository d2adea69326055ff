"""The checker compares every step, and names the first place where two simulations part."""

import pytest

from support.worlds.staging import make_test_game, with_system
from undertide_server.simulation import invariants
from undertide_server.simulation.components.progress import Progress
from undertide_server.simulation.invariants import check
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import Input, SeatTaken, Ticked
from undertide_server.simulation.state.run import Run

GAME = make_test_game()
TICK: list[Input] = [Ticked(1)]
STEPS: list[list[Input]] = [[SeatTaken(0, "Ann")], *[TICK] * 6]


def test_no_steps_have_no_difference() -> None:
    assert check(GAME, []) is None


def test_the_step_is_named_in_which_a_rule_first_went_its_own_way() -> None:
    calls: list[int] = []

    def forgetful(_run: Run, floor: FloorIndex) -> None:
        calls.append(floor.state.clock)
        if len(calls) == 8:
            floor.tide.owed += 1

    difference = check(with_system(GAME, forgetful), STEPS)
    assert difference is not None
    assert (difference.step, difference.component) == (5, "Tide")


def test_state_that_a_snapshot_leaves_out_is_caught_at_a_restore(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def counting(run: Run, floor: FloorIndex) -> None:
        """Keep a count where no snapshot looks, and let it show."""
        floor.caches.items_version += 1
        if floor.caches.items_version % 5 == 4:
            run.progress.deepest += 1

    monkeypatch.setattr(invariants, "RESTORE_EVERY", 3)
    difference = check(with_system(GAME, counting), [*STEPS, *STEPS[1:], *STEPS[1:]])
    assert difference is not None
    assert difference.component == Progress.__name__
    assert difference.step > 3
