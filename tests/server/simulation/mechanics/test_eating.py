from collections.abc import Sequence

from support.content.own_rules import base_game
from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.eating import eat, is_full
from undertide_server.simulation.mechanics.stats import refit
from undertide_server.simulation.rules.hunger import hunger_of
from undertide_server.simulation.state.events import Event, Told
from undertide_server.simulation.state.rows import HeroRow

CELL = ["####", "#@.#", "####"]


def hero_with(stage: Stage, food: int) -> HeroRow:
    """Let a hero in that can go for so many ticks, in figures that follow from it."""
    row = stage.hero()
    row.hero.food = food
    refit(stage.run, row)
    return row


def told_to(row: HeroRow, events: Sequence[Event]) -> list[str]:
    return [each.text for each in events if isinstance(each, Told) and each.hero == row.entity]


def test_eating_stills_hunger_is_told_and_lets_wounds_heal_again() -> None:
    stage = Stage(CELL, base_game())
    rules = stage.run.rules.hunger
    row = hero_with(stage, 0)
    assert row.body.regen == 0
    eat(stage.run, row, rules.full)
    assert (row.hero.food, hunger_of(rules, row.hero.food)) == (rules.full, "sated")
    assert rules.sated in told_to(row, stage.run.events)
    assert row.body.regen > 0


def test_nobody_eats_more_than_fits() -> None:
    stage = Stage(CELL, base_game())
    rules = stage.run.rules.hunger
    row = hero_with(stage, rules.full - 10)
    eat(stage.run, row, 5000)
    assert row.hero.food == rules.full
    assert is_full(rules, rules.full, 1000)
    assert not is_full(rules, rules.full - 500, 1000)
