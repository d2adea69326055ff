"""Finds of which the whole party hears."""

import pytest

from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.stats import refit
from undertide_server.simulation.state.events import Found, Seen
from undertide_shared.messages import Drop, Take

HALL = ["#######", "#@....#", "#######"]
SWORD = "long_sword^9"


def stage_with(*names: str) -> Stage:
    """Let in heroes who wear nothing but a poor sword."""
    stage = Stage(HALL, make_test_game())
    for name in names:
        row = stage.hero(name)
        row.inventory.stacks.clear()
        give_stack(row.inventory, "long_sword^1", 1, "main_hand")
        refit(stage.run, row)
    return stage


def found(stage: Stage, item: str) -> tuple[Found | None, Lying]:
    """Let the first hero take an item; return what the party hears of it."""
    entity = stage.item((1, 1), item)
    lying = stage.run.world.get(entity, Lying)
    events = stage.ask(Take())
    return next((each for each in events if isinstance(each, Found)), None), lying


def test_gear_is_told_with_the_hero_whom_it_suits() -> None:
    stage = stage_with("Ann", "Ben")
    ben = stage.floor.heroes[max(stage.floor.heroes)]
    ben.attack.power //= 2
    told, _ = found(stage, SWORD)
    assert told is not None
    assert (told.finder.name, told.what, told.number) == ("Ann", "a long sword", 1)
    assert told.suits is not None
    assert told.suits.name == "Ben"


@pytest.mark.parametrize(
    "item", ["heart_container", "book_heal", "long_sword^1/keen:1/of_embers:1"]
)
def test_hearts_books_and_fine_gear_are_told(item: str) -> None:
    assert found(stage_with("Ann", "Ben"), item)[0] is not None


@pytest.mark.parametrize(
    "item", ["health_potion", "gold", "essence/keen", "long_sword^1", "oak_staff^1/keen:1"]
)
def test_common_things_are_not(item: str) -> None:
    stage = stage_with("Ann", "Ben")
    assert found(stage, item)[0] is None


def test_nobody_is_told_where_nobody_else_stands() -> None:
    stage = stage_with("Ann")
    assert found(stage, SWORD)[0] is None
    other = stage_with("Ann", "Ben")
    other.put_to_sleep(1)
    assert found(other, SWORD)[0] is None


def test_what_a_hero_lays_down_is_no_find() -> None:
    stage = stage_with("Ann", "Ben")
    ann = next(iter(stage.floor.heroes.values()))
    stage.ask(Drop(give_stack(ann.inventory, SWORD, 1).id))
    events = stage.ask(Take())
    assert not [each for each in events if isinstance(each, Found)]
    assert [each.own for each in events if isinstance(each, Seen)] == ["You take a long sword."]


def test_what_is_bought_is_no_find() -> None:
    stage = stage_with("Ann", "Ben")
    next(iter(stage.floor.heroes.values())).hero.gold = 50
    stage.item((1, 1), SWORD, price=5)
    events = stage.ask(Take())
    assert not [each for each in events if isinstance(each, Found)]
