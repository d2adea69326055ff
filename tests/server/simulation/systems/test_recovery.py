"""Wounds heal and mana gathers, at each body's own rate."""

from support.worlds.staging import Stage

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


def test_mana_gathers_up_to_what_a_hero_can_hold() -> None:
    stage = Stage(ROOM)
    magic = stage.hero().magic
    magic.mana, magic.max_mana, magic.regen, magic.gathered = 0, 5, 300, 0
    stage.tick(10)
    assert (magic.mana, magic.gathered) == (3, 0)
    stage.tick(10)
    assert magic.mana == 5
