"""A monster uses one trick an action, or none, and then strikes or comes nearer."""

from support.worlds.special_kinds import kind_that, told
from support.worlds.staging import Stage
from undertide_server.content.records.tricks import PLAIN, Rush, SpellUse, Tricks
from undertide_server.simulation.ai.tricks.trying import try_tricks
from undertide_server.simulation.components.monsters import Spent
from undertide_server.simulation.state.events import Hit

HALL = ["#" * 12, "#@" + "." * 9 + "#", "#" * 12]


def test_one_trick_takes_the_action() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    both = Tricks(
        spells=(SpellUse(spell="arcane_dart", percent=100),), rushes=Rush(reach=8, rest=1)
    )
    row = stage.monster((6, 1), mood="hunting", kind=kind_that(stage, both))
    texts = told(stage.tick(1))
    assert any("casts" in text for text in texts)
    assert row.cell == (6, 1)


def test_without_an_occasion_it_just_strikes() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    row = stage.monster(
        (2, 1), mood="hunting", kind=kind_that(stage, Tricks(rushes=Rush(reach=8, rest=1)))
    )
    events = stage.tick(1)
    assert [each.source.entity for each in events if isinstance(each, Hit)] == [row.entity]


def test_plain_kinds_never_have_anything_to_remember() -> None:
    stage = Stage(HALL)
    stage.hero()
    row = stage.monster((6, 1), mood="hunting", kind=kind_that(stage, PLAIN))
    stage.tick(10)
    assert not row.is_tricky
    assert not stage.run.world.has(row.entity, Spent)


def test_nothing_happens_without_a_trick_that_is_due() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    row = stage.monster((6, 1), mood="hunting", kind=kind_that(stage, Tricks(drains=5)))
    assert not try_tricks(stage.run, stage.floor, row, hero)
    assert row.actor.energy == 0
