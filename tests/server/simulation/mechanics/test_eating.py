from support.worlds.outcomes import told_to
from support.worlds.staging import Stage, hero_with, make_test_game
from undertide_server.simulation.mechanics.eating import eat, is_full
from undertide_server.simulation.rules.hunger import hunger_of

CELL = ["####", "#@.#", "####"]


def test_eating_stills_hunger_is_told_and_lets_wounds_heal_again() -> None:
    stage = Stage(CELL, make_test_game())
    rules = stage.run.rules.hunger
    row = hero_with(stage, 0)
    assert row.body.regen == 0
    eat(stage.run, row, rules.full)
    assert (row.hero.food, hunger_of(rules, row.hero.food)) == (rules.full, "sated")
    assert rules.sated in told_to(row, stage.run.events)
    assert row.body.regen > 0


def test_nobody_eats_more_than_fits() -> None:
    stage = Stage(CELL, make_test_game())
    rules = stage.run.rules.hunger
    row = hero_with(stage, rules.full - 10)
    eat(stage.run, row, 5000)
    assert row.hero.food == rules.full
    assert is_full(rules, rules.full, 1000)
    assert not is_full(rules, rules.full - 500, 1000)
