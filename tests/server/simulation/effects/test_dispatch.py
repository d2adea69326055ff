"""What items do besides what `test_items` tells: hearts, keepsakes, fire on the ground, silence."""

import pytest

from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.experience import reach_level
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.stats import figures_of, refit
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.messages import Use

HALL = ["##########", "#@.......#", "#........#", "##########"]


def hero_with(stage: Stage, item: str, count: int = 1) -> tuple[HeroRow, int]:
    row = stage.hero()
    row.inventory.stacks.clear()
    refit(stage.run, row)
    give_stack(row.inventory, item, count)
    return row, row.inventory.stacks[0].id


def test_a_heart_raises_the_full_life_for_good() -> None:
    stage = Stage(HALL)
    row, stack = hero_with(stage, "heart_container", 2)
    row.body.life -= 5
    before = row.body.max_life
    stage.ask(Use(stack))
    first = row.body.max_life - before
    assert first == 4, "8 % of so little life would be less"
    assert row.body.max_life - row.body.life == 5
    stage.ask(Use(stack))
    bonus = row.body.max_life - before
    assert bonus == 8
    reach_level(stage.run, row, 2)
    grown = figures_of(stage.run.rules, row.hero, {}).life
    row.hero.hearts = 0
    assert grown == figures_of(stage.run.rules, row.hero, {}).life + bonus
    assert row.body.max_life == grown
    assert row.body.max_life - row.body.life == 5
    assert row.inventory.stacks == []


@pytest.mark.parametrize("item", ["amulet_of_embers", "gold"])
def test_keepsakes_and_coins_do_nothing_by_themselves(item: str) -> None:
    stage = Stage(HALL)
    row, stack = hero_with(stage, item)
    stage.ask(Use(stack))
    assert (row.intents.outcome, row.intents.reason) == ("refused", "it does nothing by itself")
    assert row.inventory.stacks[0].count == 1


def test_a_fireball_sets_fire_to_what_burns_within_its_radius() -> None:
    stage = Stage(HALL)
    row, stack = hero_with(stage, "fireball_scroll")
    row.body.life = row.body.max_life = 5000
    radius = stage.run.rules.items["fireball_scroll"].effect.radius  # type: ignore[union-attr]
    inside, outside = (4 - radius, 2), (4 + radius + 1, 2)
    stage.monster((4, 1), life=5000)
    for cell in (inside, outside):
        stage.turn(cell, "grass")
    stage.ask(Use(stack, 4, 1))
    assert stage.terrain(inside) in {"burning_grass", "ash"}
    assert stage.terrain(outside) == "grass"


def test_lightning_sets_fire_to_nothing() -> None:
    stage = Stage(HALL)
    _, stack = hero_with(stage, "lightning_scroll")
    stage.monster((3, 1), life=5000)
    for x in (2, 3, 4):
        stage.turn((x, 1), "grass")
    stage.ask(Use(stack))
    assert [stage.terrain((x, 1)) for x in (2, 3, 4)] == ["grass"] * 3


@pytest.mark.parametrize("item", ["confusion_scroll", "lightning_scroll", "fireball_scroll"])
def test_scrolls_are_silent_where_magic_is_swallowed(item: str) -> None:
    stage = Stage(HALL)
    row, stack = hero_with(stage, item)
    stage.monster((3, 1))
    stage.turn((1, 1), "quiet_floor")
    stage.ask(Use(stack, 3, 1))
    assert row.intents.reason == "no magic works on this ground"
    assert row.inventory.stacks[0].count == 1


def test_potions_work_there_all_the_same() -> None:
    stage = Stage(HALL)
    row, stack = hero_with(stage, "health_potion")
    row.body.life, row.body.max_life = 1, 20
    stage.turn((1, 1), "quiet_floor")
    stage.ask(Use(stack))
    assert row.body.life == 11
