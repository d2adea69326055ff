"""R8: heroes who go deeper, and the gear that grows with them."""

from support.worlds.outcomes import held
from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.growth import reach_floor
from undertide_server.simulation.mechanics.inventory import give_stack, stow
from undertide_server.simulation.mechanics.stats import refit

HALL = ["######", "#@...#", "######"]


def test_worn_gear_grows_and_its_bearer_with_it() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    row.inventory.stacks.clear()
    give_stack(row.inventory, "dawnbreaker^9", 1, "main_hand")
    give_stack(row.inventory, "scale_coat^9+/sturdy:2", 1, "body")
    refit(stage.run, row)
    row.body.life = row.body.max_life - 3
    attack, life = row.attack.power, row.body.max_life
    reach_floor(stage.run, row, 14)
    assert row.hero.deepest == 14
    assert [item for item, _ in held(row)] == ["dawnbreaker^16", "scale_coat^16+/sturdy:2"]
    assert row.attack.power > attack
    assert row.body.max_life > life
    assert row.body.life == row.body.max_life - 3


def test_a_floor_above_the_deepest_changes_nothing() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    reach_floor(stage.run, row, 12)
    before = list(row.inventory.stacks)
    reach_floor(stage.run, row, 5)
    assert row.hero.deepest == 12
    assert row.inventory.stacks == before


def test_what_a_deeper_hero_takes_grows_at_once() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    row.inventory.stacks.clear()
    row.hero.deepest = 14
    assert stow(stage.run, row, "dawnbreaker^9", 1) == 1
    assert stow(stage.run, row, "long_sword^9/keen:1", 1) == 1
    assert held(row) == [("dawnbreaker^16", 1), ("long_sword^9/keen:1", 1)]
