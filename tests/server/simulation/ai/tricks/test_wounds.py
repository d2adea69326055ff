"""Rage: below half its life it strikes harder, once and for good."""

import pytest

from support.worlds.outcomes import told
from support.worlds.staging import Stage, kind_that
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
    hero.body.absorb = hero.body.absorb_tenths = 0
    kind = kind_that(stage, Tricks(enrages=50))
    row = stage.monster((2, 1), mood="hunting", kind=kind, power=100, life=100)
    row.body.life, row.attack.spread = 10, 0
    stage.tick(1)
    assert hero.body.life == 10**6 - 150


WIDE_HALL = ["#" * 20, *["#" + "." * 18 + "#"] * 4, "#@" + "." * 17 + "#", "#" * 20]


def mender(stage: Stage) -> MonsterRow:
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    kind = kind_that(stage, Tricks(mends=20))
    return stage.monster((14, 2), mood="hunting", kind=kind)


def kin(stage: Stage, cell: tuple[int, int], life: int) -> MonsterRow:
    row = stage.monster(cell, mood="hunting", life=100)
    row.body.life = life
    return row


def test_the_worst_off_is_mended_first_and_then_it_rests() -> None:
    stage = Stage(WIDE_HALL)
    mender(stage)
    bad, worse = kin(stage, (16, 2), 40), kin(stage, (16, 3), 10)
    events = stage.tick(1)
    assert (bad.body.life, worse.body.life) == (40, 30)
    assert told(events).count(f"The wounds of the {worse.actor.name} close.") == 1
    stage.tick(1)
    assert (bad.body.life, worse.body.life) == (40, 30)


def test_the_far_and_the_hardly_hurt_are_left_alone() -> None:
    stage = Stage(WIDE_HALL)
    healer = mender(stage)
    far, well = kin(stage, (4, 1), 10), kin(stage, (16, 3), 50)
    stage.floor.stir(healer)
    stage.tick(1)
    assert (far.body.life, well.body.life) == (10, 50)


def test_strangers_are_left_alone() -> None:
    stage = Stage(WIDE_HALL)
    healer = mender(stage)
    family = stage.run.kinds[healer.monster.kind].family
    other = next(kind for kind in stage.game.roster.kinds if kind.family != family)
    stranger = stage.monster((16, 2), mood="hunting", kind=other, life=100)
    stranger.body.life = 10
    stage.tick(1)
    assert stranger.body.life == 10


@pytest.mark.parametrize(("x", "life"), [(8, 30), (7, 10)])
def test_kin_six_cells_away_are_mended(x: int, life: int) -> None:
    stage = Stage(WIDE_HALL)
    mender(stage)
    hurt = kin(stage, (x, 2), 10)
    hurt.actor.energy = -1000
    stage.tick(1)
    assert hurt.body.life == life
