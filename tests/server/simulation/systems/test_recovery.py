"""Wounds heal at each body's own rate; effects run out once, and say so."""

from staging import Stage
from undertide_server.simulation.events import Seen

ROOM = ["#########", "#@......#", "#########"]


def test_a_hero_is_whole_again_in_the_ticks_that_content_says() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    full = stage.run.rules.heroes.regen_full
    row.body.life = 0
    stage.tick(full - full // 10)
    assert row.body.life < row.body.max_life
    stage.tick(full // 10 + 1)
    assert row.body.life == row.body.max_life


def test_parts_of_a_point_are_not_lost() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    row.body.life, row.body.regen, row.body.healed = 1, 300, 0
    stage.tick(10)
    assert row.body.life == 4
    assert row.body.healed == 0


def test_nobody_heals_beyond_full_life() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    row.body.life, row.body.regen = row.body.max_life - 1, 50_000
    stage.tick(3)
    assert row.body.life == row.body.max_life


def test_an_effect_lasts_its_ticks_and_its_end_is_told_once() -> None:
    stage = Stage(ROOM)
    row, monster = stage.hero(), stage.monster((7, 1), mood="asleep")
    row.effects.remaining["confused"] = 3
    monster.effects.remaining["confused"] = 2
    events = stage.tick(2)
    assert row.effects.remaining == {"confused": 1}
    assert monster.effects.remaining == {}
    events += stage.tick(5)
    told = [event for event in events if isinstance(event, Seen) and "no longer" in event.others]
    assert [event.others for event in told] == [
        f"The {monster.actor.name} is no longer confused.",
        "Ann is no longer confused.",
    ]
    assert told[1].own == "You are no longer confused."


def test_several_effects_run_side_by_side() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    row.effects.remaining |= {"sheltered": 5, "confused": 2}
    stage.tick(3)
    assert row.effects.remaining == {"sheltered": 2}
