"""Mending: the kin near by that is worst off gets some of its life back."""

from support.worlds.special_kinds import kind_that, told
from support.worlds.staging import Stage
from undertide_server.content.records.tricks import Tricks
from undertide_server.simulation.state.rows import MonsterRow

HALL = ["#" * 20, *["#" + "." * 18 + "#"] * 4, "#@" + "." * 17 + "#", "#" * 20]


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
    stage = Stage(HALL)
    mender(stage)
    bad, worse = kin(stage, (16, 2), 40), kin(stage, (16, 3), 10)
    events = stage.tick(1)
    assert (bad.body.life, worse.body.life) == (40, 30)
    assert told(events).count(f"The wounds of the {worse.actor.name} close.") == 1
    stage.tick(1)
    assert (bad.body.life, worse.body.life) == (40, 30)


def test_the_far_and_the_hardly_hurt_are_left_alone() -> None:
    stage = Stage(HALL)
    healer = mender(stage)
    far, well = kin(stage, (4, 1), 10), kin(stage, (16, 3), 50)
    stage.floor.stir(healer)
    stage.tick(1)
    assert (far.body.life, well.body.life) == (10, 50)


def test_strangers_are_left_alone() -> None:
    stage = Stage(HALL)
    healer = mender(stage)
    family = stage.run.kinds[healer.monster.kind].family
    other = next(kind for kind in stage.game.roster.kinds if kind.family != family)
    stranger = stage.monster((16, 2), mood="hunting", kind=other, life=100)
    stranger.body.life = 10
    stage.tick(1)
    assert stranger.body.life == 10
