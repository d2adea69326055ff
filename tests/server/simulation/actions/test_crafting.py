"""R8: gear is broken into essences and made of them."""

from dataclasses import replace

import pytest

from support.content.own_rules import game_with_forges
from support.worlds.outcomes import held, refusal
from support.worlds.staging import Stage
from undertide_server.simulation.components.heroes import ItemStack
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.worldgen.game.game import Game
from undertide_shared.messages import Break, Craft, Wear

SMITHY = ["######", "#@.F.#", "#....#", "######"]
LEGEND = {"F": "forge"}
GAME = game_with_forges()
COSTS = GAME.ruleset.crafting.costs


def hero_with(
    *items: tuple[str, int], by_forge: bool = True, game: Game = GAME
) -> tuple[Stage, HeroRow]:
    """Let a hero in that carries nothing but these, with ids from 1."""
    stage = Stage(SMITHY, game, legend=LEGEND)
    row = stage.hero(cell=(2, 2) if by_forge else None)
    row.inventory.stacks.clear()
    row.inventory.last_id = 0
    for item, count in items:
        give_stack(row.inventory, item, count)
    return stage, row


def test_breaking_gives_an_essence_for_each_level_anywhere() -> None:
    stage, row = hero_with(("long_sword^9/burning:1/keen:3", 1), by_forge=False)
    clock = stage.floor.state.clock
    stage.ask(Break(1))
    assert held(row) == [("essence/burning", 1), ("essence/keen", 3)]
    assert stage.floor.state.clock == clock + 6


def test_plain_gear_breaks_into_gold() -> None:
    stage, row = hero_with(("long_sword^9", 1), by_forge=False)
    price = stage.run.items.kind("long_sword^9").price
    stage.ask(Break(1))
    assert held(row) == []
    assert row.hero.gold == round(price * stage.run.rules.crafting.scrap_percent / 100)


def test_where_scrap_is_worth_nothing_plain_gear_stays() -> None:
    crafting = GAME.ruleset.crafting.model_copy(update={"scrap_percent": 0})
    worthless = GAME.ruleset.model_copy(update={"crafting": crafting})
    stage, row = hero_with(("dagger^1", 1), game=replace(GAME, ruleset=worthless))
    stage.ask(Break(1))
    assert refusal(row) == "nothing useful would be left of it"
    assert held(row) == [("dagger^1", 1)]


def test_what_can_not_be_broken_stays() -> None:
    stage, row = hero_with(("long_sword^9", 1), ("health_potion", 1), ("long_sword^9/keen:1", 1))
    stage.ask(Break(2))
    assert refusal(row) == "that isn't gear"
    stage.ask(Break(7))
    assert refusal(row) == "you carry no such thing"
    stage.ask(Wear(3))
    stage.ask(Break(3))
    assert refusal(row) == "take it off first"
    assert len(row.inventory.stacks) == 3


def test_gear_is_not_broken_when_its_essences_have_no_room() -> None:
    stage, row = hero_with(("long_sword^9/burning:1/keen:3", 1))
    give_stack(row.inventory, "essence/keen", stage.run.rules.items["essence"].stack - 2)
    stage.ask(Break(1))
    assert refusal(row) == "your pouch has no room for its essences"
    row.inventory.stacks.pop()
    stage.ask(Break(1))
    assert refusal(row) == ""


def test_a_forge_makes_gear_of_its_floors_depth() -> None:
    stage, row = hero_with(("dagger^1", 1), ("essence/keen", 9), ("essence/burning", 2))
    stage.ask(Craft(1, [(2, COSTS[1]), (3, COSTS[0])]))
    assert refusal(row) == ""
    assert held(row) == [("dagger^1+/burning:1/keen:2", 1), ("essence/keen", 9 - COSTS[1])]
    stage.floor.state.number = 12
    row.inventory.stacks.append(ItemStack(9, "dagger^1", 1))
    stage.ask(Craft(9, [(2, COSTS[0])]))
    assert ("dagger^12+/keen:1", 1) in held(row)


def test_essences_of_several_stacks_count_together() -> None:
    stage, row = hero_with(("dagger^1", 1), ("essence/keen", 1), ("essence/keen", 1))
    stage.ask(Craft(1, [(2, 1), (3, 1)]))
    assert held(row) == [("dagger^1+/keen:1", 1)]


def test_what_is_forged_above_the_deepest_floor_of_its_bearer_is_of_that_floor() -> None:
    stage, row = hero_with(("dagger^1", 1), ("essence/keen", COSTS[0]))
    row.hero.deepest = 9
    stage.ask(Craft(1, [(2, COSTS[0])]))
    assert held(row) == [("dagger^9+/keen:1", 1)]


def test_a_forge_turns_two_essences_into_one_of_another_sort() -> None:
    given = ("essence/keen", 3), ("essence/thorny", 1), ("essence/hale", 1)
    stage, row = hero_with(*given)
    clock = stage.floor.state.clock
    stage.ask(Craft(3, [(1, 1), (2, 1)]))
    assert refusal(row) == ""
    assert held(row) == [("essence/keen", 2), ("essence/hale", 2)]
    stage.ask(Craft(3, [(1, 2)]))
    assert held(row) == [("essence/hale", 3)]
    assert stage.floor.state.clock == clock + 2 * 6


@pytest.mark.parametrize(
    ("essences", "reason"),
    [
        ([(1, 1)], "it takes 2 other essences to make one of your choice"),
        ([(1, 3)], "it takes 2 other essences to make one of your choice"),
        ([(1, 1), (2, 1)], "choose essences of other sorts to give for it"),
        ([(1, 1), (3, 1)], "that isn't an essence"),
    ],
)
def test_an_exchange_that_is_not_two_for_one_is_refused(
    essences: list[tuple[int, int]], reason: str
) -> None:
    stage, row = hero_with(("essence/keen", 4), ("essence/hale", 3), ("health_potion", 1))
    stage.ask(Craft(2, essences))
    assert refusal(row) == reason
    assert [count for _, count in held(row)] == [4, 3, 1]


def test_essences_are_exchanged_at_a_forge_alone() -> None:
    stage, row = hero_with(("essence/keen", 2), ("essence/hale", 1), by_forge=False)
    stage.ask(Craft(2, [(1, 2)]))
    assert refusal(row) == "there is no forge next to you"


@pytest.mark.parametrize(
    ("intent", "reason"),
    [
        (Craft(1, []), "choose at least one essence"),
        (Craft(1, [(2, 0)]), "choose at least one essence"),
        (Craft(1, [(2, -2)]), "choose at least one essence"),
        (Craft(1, [(2, 10)]), "you don't carry that many"),
        (Craft(1, [(2, 2), (2, 9)]), "you don't carry that many"),
        (Craft(1, [(3, 1)]), "that isn't an essence"),
        (Craft(1, [(8, 1)]), "you carry no such thing"),
        (Craft(3, [(2, 2)]), "that isn't gear"),
        (Craft(4, [(2, 2)]), "keenness doesn't fit this gear"),
        (Craft(1, [(2, 3)]), "use 2 or 4 of keenness here"),
        (
            Craft(5, [(6, 2)]),
            "no piece carries more than 1 physical resistance (physical_resistance)",
        ),
    ],
)
def test_what_is_refused_costs_nothing(intent: Craft, reason: str) -> None:
    stage, row = hero_with(
        ("dagger^1", 1),
        ("essence/keen", 9),
        ("health_potion", 1),
        ("leather_cap^1", 1),
        ("scale_coat^1", 1),
        ("essence/of_stone", 9),
    )
    before, clock = held(row), stage.floor.state.clock
    stage.ask(intent)
    assert refusal(row) == reason
    assert held(row) == before
    assert stage.floor.state.clock == clock


def test_worn_gear_is_not_worked_on() -> None:
    stage, row = hero_with(("dagger^1", 1), ("essence/keen", 9))
    stage.ask(Wear(1))
    stage.ask(Craft(1, [(2, 2)]))
    assert refusal(row) == "take it off first"


def test_it_takes_a_forge_beside_or_underfoot() -> None:
    stage, row = hero_with(("dagger^1", 1), ("essence/keen", 9), by_forge=False)
    stage.ask(Craft(1, [(2, 2)]))
    assert refusal(row) == "there is no forge next to you"
    stage.run.index.move(row, (4, 2))
    stage.ask(Craft(1, [(2, 2)]))
    assert refusal(row) == ""
