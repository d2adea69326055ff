"""Whoever steps into a door opens it, for everyone's eyes; rough ground slows."""

import pytest

from support.content.own_rules import with_terrain
from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.walking import step_to
from undertide_shared.messages import Move

HOUSE = ["#######", "#@+...#", "#######"]


def test_stepping_into_a_door_opens_it_for_good_and_costs_a_step() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    assert not row.sight.mask[1, 4]
    clock = stage.floor.state.clock
    stage.ask(Move(1, 0))
    codes = stage.game.terrain.codes
    assert row.cell == (2, 1)
    assert stage.floor.state.tiles[1, 2] == codes["open_door"]
    assert stage.floor.sights.transparent[1, 2]
    assert row.sight.mask[1, 4]
    assert stage.floor.state.clock == clock + 2


def test_a_monster_that_opens_a_door_is_seen_in_it() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    monster = stage.monster((3, 1), mood="hunting")
    monster.mind.last_seen, monster.mind.patience = (1, 1), 100
    stage.tick(2)
    assert monster.cell == (2, 1)
    assert row.sees[monster.position.y * stage.floor.width + monster.position.x]
    assert stage.floor.state.tiles[1, 2] == stage.game.terrain.codes["open_door"]


@pytest.mark.parametrize("percent", [100, 150, 200, 300])
def test_rough_ground_slows_whoever_steps_there(percent: int) -> None:
    stage = Stage(["#####", "#@..#", "#...#", "#####"], with_terrain("mud", step_percent=percent))
    stage.hero()
    monster = stage.monster((3, 2), mood="idle")
    stage.turn((2, 1), "mud")
    stage.ask(Move(1, 0))
    assert stage.floor.state.clock == 2 * percent // 100
    step_to(stage.run, stage.floor, monster, (3, 1))
    monster.actor.energy = 0
    stage.turn((3, 2), "mud")
    step_to(stage.run, stage.floor, monster, (3, 2))
    assert monster.actor.energy == -stage.run.rules.costs.move * percent // 100


def test_companions_who_change_places_both_arrive() -> None:
    stage = Stage(["#####", "#@..#", "#...#", "#####"])
    ann, ben = stage.hero("Ann", cell=(1, 1)), stage.hero("Ben", cell=(2, 1))
    stage.trap((1, 1), "spikes")
    stage.ask(Move(1, 0), seat=0)
    assert (ann.cell, ben.cell) == ((2, 1), (1, 1))
    assert ben.body.life < ben.body.max_life
    assert ann.body.life == ann.body.max_life
