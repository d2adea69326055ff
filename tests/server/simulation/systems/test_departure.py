"""Agreements on stairs last while all can agree, and end with the departure (R17)."""

import pytest

from support.worlds.stair_parties import STAIRS, TO_STAIRS, agreed, floors_of, party
from undertide_server.simulation.mechanics.dying import fall
from undertide_server.simulation.mechanics.floor_visits import enter_floor
from undertide_server.simulation.mechanics.floors import floor_below
from undertide_server.simulation.state.events import thing
from undertide_server.simulation.state.inputs import PlayerLost


def test_a_newcomer_must_agree_too() -> None:
    stage, _ = party(STAIRS, (5, 1))
    stage.ask(TO_STAIRS)
    stage.hero("Cid")
    stage.tick()
    assert agreed(stage) == [([0], [1, 2])]


@pytest.mark.parametrize("whom", [0, 1])
@pytest.mark.parametrize("state", ["fallen", "link-dead"])
def test_an_agreement_ends_when_somebody_falls_or_loses_its_player(whom: int, state: str) -> None:
    stage, rows = party(STAIRS, (5, 1), (8, 1))
    stage.ask(TO_STAIRS)
    if state == "fallen":
        fall(stage.run, stage.floor, rows[whom], thing("a test", rows[whom].cell))
    else:
        stage.step(PlayerLost(whom))
    stage.tick()
    assert agreed(stage) == []
    assert floors_of(stage) == [1, 1, 1]
    assert rows[0].auto_action.activity == "none"


def test_who_leaves_by_other_stairs_is_waited_for_no_longer() -> None:
    stage, (_, ben) = party(STAIRS, (5, 1))
    stage.ask(TO_STAIRS)
    stage.run.index.leave(ben.entity)
    below = floor_below(stage.run, stage.floor, 0)
    enter_floor(stage.run, ben.entity, below, below.nearest_free(below.state.arrival))
    stage.tick()
    assert floors_of(stage) == [2, 2]


def test_those_who_are_still_on_their_way_may_follow() -> None:
    stage, _ = party(STAIRS, (15, 1), (2, 1))
    stage.ask(TO_STAIRS)
    stage.ask(TO_STAIRS, 1)
    stage.floor.state.agreements[0].ticks = 0
    stage.ask(TO_STAIRS)
    assert floors_of(stage) == [2, 1, 1]
    assert agreed(stage) == [([1], [2])]
    stage.tick(40)
    stage.ask(TO_STAIRS, 1)
    assert floors_of(stage) == [2, 2, 1]
