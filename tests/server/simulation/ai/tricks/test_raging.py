"""Rage: below half its life it strikes harder, once and for good."""

from support.worlds.special_kinds import kind_that, told
from support.worlds.staging import Stage
from undertide_server.content.records.tricks import Tricks
from undertide_server.simulation.components.actors import Attack
from undertide_server.simulation.state.rows import MonsterRow

HALL = ["##########", "#@.......#", "##########"]


def power(stage: Stage, row: MonsterRow) -> int:
    return stage.run.world.get(row.entity, Attack).power


def test_it_flies_into_a_rage_below_half_its_life_once() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    kind = kind_that(stage, Tricks(enrages=50))
    row = stage.monster((2, 1), mood="hunting", kind=kind, power=100, life=100)
    row.body.life = 50
    assert "The beast flies into a rage!" not in told(stage.tick(12))
    assert power(stage, row) == 100
    row.body.life = 49
    texts = told(stage.tick(24))
    assert texts.count("The beast flies into a rage!") == 1
    assert power(stage, row) == 150


def test_rage_takes_no_time() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    kind = kind_that(stage, Tricks(enrages=50))
    row = stage.monster((2, 1), mood="hunting", kind=kind, power=100, life=100)
    row.body.life = 10
    stage.tick(1)
    assert hero.body.life < hero.body.max_life
