"""Abilities get ready on every floor, and after a restore."""

from support.worlds.companies import hero_of, perform
from support.worlds.staging import Stage
from undertide_server.simulation.snapshot import restore, take_snapshot
from undertide_server.simulation.state.inputs import Ticked

HALL = ["######", "#@...#", "######"]


def test_only_heroes_of_whom_an_ability_rests_are_walked() -> None:
    stage = Stage(HALL)
    warden, mender = hero_of(stage, "warden"), hero_of(stage, "mender")
    assert not stage.floor.recovering
    perform(stage, "brace")
    assert list(stage.floor.recovering) == [warden.entity]
    stage.tick(warden.hero.resting["brace"] - 1)
    assert warden.hero.resting == {"brace": 1}
    stage.tick()
    assert (warden.hero.resting, stage.floor.recovering) == ({}, {})
    assert not mender.hero.resting


def test_what_rests_goes_on_resting_after_a_restore() -> None:
    stage = Stage(HALL)
    warden = hero_of(stage, "warden")
    perform(stage, "brace")
    left = warden.hero.resting["brace"]
    stage.run = restore(stage.game, take_snapshot(stage.run))
    stage.step(Ticked(1))
    (floor,) = stage.run.index.floors.values()
    assert floor.heroes[warden.entity].hero.resting == {"brace": left - 1}
