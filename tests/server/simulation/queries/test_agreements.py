"""Who must agree on stairs, and who stands at them (R17)."""

import pytest

from support.worlds.staging import make_test_game
from support.worlds.stair_parties import STAIRS, TO_STAIRS, floors_of, party
from undertide_server.simulation.mechanics.combat import fall
from undertide_server.simulation.state.events import thing
from undertide_server.simulation.state.inputs import PlayerLost
from undertide_shared.geometry import distance
from undertide_shared.messages import Climb


def test_within_some_cells_in_sight_one_stands_at_the_stairs() -> None:
    cells = make_test_game().ruleset.heroes.stairs.cells
    stage, _ = party(STAIRS, (STAIRS[0] - cells, 1))
    stage.ask(TO_STAIRS)
    stage.ask(TO_STAIRS, 1)
    assert floors_of(stage) == [2, 2]


def test_behind_a_wall_one_does_not() -> None:
    stage, (_, ben) = party(
        (5, 1),
        (2, 1),
        hall=["########", "#@.#.>.#", *["#..#...#"] * 4, "#......#", "########"],
    )
    ben.memory.floors[1].tiles[:] = stage.floor.state.tiles
    stage.ask(Climb(5, 1))
    stage.ask(Climb(5, 1), 1)
    assert distance(ben.cell, (5, 1)) <= 3
    assert floors_of(stage) == [1, 1]
    stage.tick(20)
    assert floors_of(stage) == [2, 2]


@pytest.mark.parametrize("state", ["fallen", "asleep", "link-dead"])
def test_companions_who_can_not_agree_do_not_count(state: str) -> None:
    stage, (_ann, ben) = party(STAIRS, (5, 1))
    if state == "fallen":
        fall(stage.run, stage.floor, ben, thing("a test", ben.cell))
    elif state == "asleep":
        stage.put_to_sleep(1)
    else:
        stage.step(PlayerLost(1))
    stage.ask(TO_STAIRS)
    assert floors_of(stage) == [2, 1]
