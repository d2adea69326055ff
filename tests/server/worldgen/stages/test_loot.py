"""R8, R10: what lies about."""

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any, get_args

import pytest

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried, without_gear
from support.worlds.drafts import Games, dug
from undertide_server.content.records.items import Feed
from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.schema.fields import TableRow, row_at
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.plan import FloorPlan, Loot, PlannedTrap
from undertide_server.worldgen.floor import plan_floor
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.game.run_tree import branch_at
from undertide_server.worldgen.items.keys import piece_of
from undertide_server.worldgen.layouts.layout import steps_from
from undertide_server.worldgen.stages.artifacts import artifacts_at, is_artifact
from undertide_server.worldgen.stages.loot import gold_for, place_loot
from undertide_server.worldgen.stages.treasures import place_treasures

FULL = unvaried(shipped("default"))
RULES = without_gear(FULL)
GAMES = Games(RULES, 60)
PLAIN: LayoutName = "rooms_and_corridors"
FULL_GAMES = Games(FULL, 60)
FLOOR = 8
PARTIES = 40
"""Games of which parties are looked at."""
TUTORIAL = shipped("tutorial")
TUTORIALS = Games(TUTORIAL, 6)


def drafts(number: int, count: int, layout: LayoutName = PLAIN) -> list[Draft]:
    """Return floors of several seeds, with nothing on them but loot."""
    return [laid(game, number, layout) for game in GAMES.first(count)]


def laid(game: Game, number: int, layout: LayoutName = PLAIN) -> Draft:
    draft = dug(game, number, (1,), layout)
    place_loot(draft)
    return draft


def items_of(draft: Draft) -> list[Loot]:
    return [loot for loot in draft.loot if loot.item != RULES.loot.gold]


def gold_of(draft: Draft) -> list[Loot]:
    return [loot for loot in draft.loot if loot.item == RULES.loot.gold]


def with_extras(**changes: Any) -> Game:
    extras = RULES.extras.model_copy(update=changes)
    return make_game(RULES.model_copy(update={"extras": extras}), bytes(16), REPERTOIRE)


def always(value: int) -> tuple[TableRow, ...]:
    return (TableRow(floor=1, value=value),)


@pytest.mark.parametrize(("number", "most"), [(1, 1), (3, 1), (4, 2), (20, 2)])
@pytest.mark.parametrize("layout", get_args(LayoutName))
def test_a_room_holds_from_none_to_the_tables_most(
    number: int, most: int, layout: LayoutName
) -> None:
    counts: Counter[int] = Counter()
    for draft in drafts(number, 20, layout):
        for index, plan in enumerate(draft.rooms):
            if index in draft.layout.treasures:
                continue
            cells = set(plan.room.cells())
            counts[sum((loot.x, loot.y) in cells for loot in items_of(draft))] += 1
    assert set(counts) == set(range(most + 1))


def test_items_come_by_their_weights() -> None:
    for number in (1, 2, 4, 6):
        counts = Counter(loot.item for draft in drafts(number, 60) for loot in items_of(draft))
        odds = {key: row_at(item.weights, number) for key, item in RULES.items.items()}
        assert set(counts) <= {key for key, weight in odds.items() if weight}
        for item, weight in odds.items():
            share = weight / sum(odds.values())
            assert counts[item] / counts.total() == pytest.approx(share, abs=0.08)


def test_the_stated_weights_hold() -> None:
    stated = {
        "health_potion": [(1, 35)],
        "confusion_scroll": [(2, 10)],
        "lightning_scroll": [(4, 25)],
        "fireball_scroll": [(6, 25)],
    }
    for item, rows in stated.items():
        assert [(row.floor, row.value) for row in RULES.items[item].weights] == rows


@pytest.mark.parametrize("layout", get_args(LayoutName))
def test_things_lie_on_free_cells_of_their_own(layout: LayoutName) -> None:
    for draft in drafts(10, 10, layout):
        cells = [(loot.x, loot.y) for loot in draft.loot]
        assert len(set(cells)) == len(cells)
        assert not set(cells) & draft.taken
        assert all(draft.is_walkable(cell) for cell in cells)


def test_nothing_lies_on_traps_or_on_what_harms() -> None:
    game = GAMES[0]
    draft = dug(game, 10)
    for plan in draft.rooms:
        for index, (x, y) in enumerate(plan.room.cells()):
            if index % 3 == 0:
                draft.tiles[y, x] = game.terrain.codes["spikes"]
            elif index % 3 == 1:
                draft.traps[x, y] = PlannedTrap("spikes", hidden=True)
    place_loot(draft)
    assert draft.loot
    for loot in draft.loot:
        assert draft.tiles[loot.y, loot.x] != game.terrain.codes["spikes"]
        assert (loot.x, loot.y) not in draft.traps


def test_gold_lies_in_heaps_that_sum_to_what_the_floor_has() -> None:
    for number, total in ((1, 60), (5, 140), (20, 600)):
        for draft in drafts(number, 10):
            heaps = gold_of(draft)
            assert len(heaps) == 6
            assert sum(heap.count for heap in heaps) == total
            assert len({heap.count for heap in heaps}) > 1
            homes = {
                index
                for index, plan in enumerate(draft.rooms)
                for heap in heaps
                if (heap.x, heap.y) in set(plan.room.cells())
            }
            assert len(homes) == 6


def test_gold_needs_heaps_and_heaps_need_gold() -> None:
    for game in (with_extras(gold=always(0)), with_extras(heaps=always(0))):
        assert gold_of(laid(game, 5)) == []
    lean = gold_of(laid(with_extras(gold=always(3)), 5))
    assert [heap.count for heap in lean] == [1, 1, 1]


def test_no_heaps_are_more_than_may_lie_on_a_floor() -> None:
    game = with_extras(heaps=always(1_000_000), gold=always(1_000_000))
    assert 100 < len(gold_of(laid(game, 5))) <= RULES.loot.most_on_floor


def test_without_items_for_a_floor_only_gold_lies_there() -> None:
    late = {key: RULES.items[key] for key in ("fireball_scroll", "gold", "essence")}
    game = make_game(RULES.model_copy(update={"items": late}), bytes(16), REPERTOIRE)
    assert not items_of(laid(game, 5))
    assert gold_of(laid(game, 5))
    assert items_of(laid(game, 6))


def test_the_same_floor_has_the_same_again() -> None:
    one, other = drafts(9, 1)[0], drafts(9, 1)[0]
    assert one.loot == other.loot


def gear_of(game: Game, draft: Draft) -> list[Loot]:
    return [loot for loot in draft.loot if game.items.kind(loot.item).gear is not None]


def test_gear_and_essences_lie_among_the_rest() -> None:
    found: Counter[str] = Counter()
    for game in FULL_GAMES.first(20):
        for loot in laid(game, 8).loot:
            kind = game.items.kind(loot.item)
            found["gear" if kind.gear else "essence" if kind.essence else "other"] += 1
    assert found["gear"] > found["essence"] > 0


def test_gear_that_lies_on_a_floor_is_made_for_it() -> None:
    for number in (1, 9, 20):
        for game in FULL_GAMES.first(5):
            for loot in gear_of(game, laid(game, number)):
                assert piece_of(loot.item).depth == number


def test_good_gear_lies_in_the_room_of_bosses_as_often_as_the_rules_say() -> None:
    loot = FULL.loot.model_copy(update={"guarded_gear": 100, "most_items_per_room": ()})
    rules = FULL.model_copy(update={"loot": loot, "artifacts": {}})
    for number in range(5):
        game = make_game(rules, number.to_bytes(16, "little"), REPERTOIRE)
        draft = laid(game, 5)
        [gear] = gear_of(game, draft)
        assert (gear.x, gear.y) in set(draft.rooms[draft.lair].room.cells())


@pytest.mark.parametrize(("theme", "guarded"), [("guard_barracks", True), ("shop", False)])
def test_people_guard_gear_unless_they_mean_no_harm(theme: str, guarded: bool) -> None:
    loot = FULL.loot.model_copy(update={"guarded_gear": 100, "most_items_per_room": ()})
    game = make_game(FULL.model_copy(update={"loot": loot, "artifacts": {}}), bytes(16), REPERTOIRE)
    draft = dug(game, 5, (1,), PLAIN)
    draft.rooms[2] = replace(draft.rooms[2], theme=theme)
    place_loot(draft)
    cells = set(draft.rooms[2].room.cells())
    assert any((each.x, each.y) in cells for each in gear_of(game, draft)) is guarded


@pytest.mark.parametrize("layout", ["rooms_and_corridors", "arena"])
def test_the_artifacts_of_a_depth_lie_there_with_the_treasures_if_there_are_any(
    layout: LayoutName,
) -> None:
    laid_down = 0
    for game in FULL_GAMES.first(20):
        for number in (5, 10):
            draft = dug(game, number, (1,), layout)
            place_treasures(draft)
            place_loot(draft)
            there = [each for each in draft.loot if is_artifact(game, each.item)]
            assert tuple(each.item for each in there) == artifacts_at(game, number)
            laid_down += len(there)
            rooms = {each.room for each in draft.treasures} or set(range(len(draft.rooms)))
            cells = {cell for room in rooms for cell in draft.rooms[room].room.cells()}
            assert {(each.x, each.y) for each in there} <= cells
    assert laid_down


@cache
def laid_for(index: int, heroes: int) -> tuple[Loot, ...]:
    """Return what lies on a keep of one game for some heroes."""
    draft = dug(FULL_GAMES[index], FLOOR, (8,) * heroes, "small_keep")
    place_treasures(draft)
    place_loot(draft)
    return tuple(draft.loot)


def counted(heroes: int) -> Counter[str]:
    """Return the number of supplies, of artifacts, of gold and of all other finds of all games."""
    total: Counter[str] = Counter()
    for index, game in enumerate(FULL_GAMES.first(PARTIES)):
        for loot in laid_for(index, heroes):
            if loot.item == FULL.loot.gold:
                total["gold"] += loot.count
            elif loot.item in FULL.loot.supplies:
                total["supplies"] += 1
            else:
                total["artifacts" if is_artifact(game, loot.item) else "items"] += 1
    return total


def test_each_further_hero_finds_35_percent_more_items_and_60_more_potions_and_food() -> None:
    heroes = 3
    alone, together = counted(1), counted(heroes)
    assert together["items"] / alone["items"] == pytest.approx(1 + 0.35 * (heroes - 1), rel=0.07)
    assert together["supplies"] / alone["supplies"] == pytest.approx(
        1 + 0.6 * (heroes - 1), rel=0.12
    )
    assert together["artifacts"] == alone["artifacts"]
    assert together["gold"] / alone["gold"] == pytest.approx(heroes**0.5, rel=0.01)


def test_what_lies_for_one_hero_lies_for_several_too() -> None:
    for index in range(10):
        alone = [loot for loot in laid_for(index, 1) if loot.item != FULL.loot.gold]
        assert set(alone) <= set(laid_for(index, 4))


def test_all_lies_on_cells_of_its_own() -> None:
    for index in range(10):
        cells = [(loot.x, loot.y) for loot in laid_for(index, 5)]
        assert len(cells) == len(set(cells))


@pytest.mark.parametrize(("heroes", "gold"), [(1, 140), (2, 197), (3, 242), (4, 280), (8, 395)])
def test_gold_grows_with_the_root_of_the_heroes(heroes: int, gold: int) -> None:
    assert gold_for(140, heroes) == gold


def planned(game: Game, number: int, heroes: int = 1) -> FloorPlan:
    return plan_floor(game, branch_at(game, (0,) * (number - 1)), (1,) * heroes)


def things(plan: FloorPlan) -> set[tuple[str, int]]:
    return {(loot.item, loot.count) for loot in plan.loot}


@pytest.mark.parametrize("number", range(len(TUTORIALS)))
def test_each_floor_of_the_tutorial_has_what_it_teaches(number: int) -> None:
    game = TUTORIALS[number]
    walk, fight, gear, spell, shop, tide, forge, boss = (planned(game, n) for n in range(1, 9))
    assert walk.spawns == ()
    assert all(plan.spawns for plan in (fight, gear, spell, shop, tide, forge, boss))
    assert ("health_potion", 2) in things(fight)
    pieces = {("leather_armour^3/sturdy:1", 1), ("copper_ring^3/hale:1", 1), ("dagger^3/keen:2", 1)}
    assert pieces <= things(gear)
    assert ("book_fire_bolt", 1) in things(spell)
    assert (spell.tiles == game.terrain.codes["grass"]).sum() > 10
    prices = [loot.price for loot in shop.loot if loot.price]
    assert min(prices) <= sum(loot.count for loot in shop.loot if loot.item == "gold")
    assert any(spawn.kind.name == "shopkeeper" for spawn in shop.spawns)
    assert tide.branch.type == "rising"
    assert {("essence/hale", 4), ("essence/keen", 4), ("essence/sturdy", 4)} <= things(forge)
    assert (forge.tiles == game.terrain.codes["forge"]).any()
    assert sum(spawn.boss for spawn in boss.spawns) == 1


@pytest.mark.parametrize("number", range(1, 9))
def test_a_lesson_costs_few_steps(number: int) -> None:
    plan = planned(TUTORIALS[0], number)
    steps = steps_from(plan.layout.arrival, TUTORIALS[0].terrain.walkable[plan.tiles])
    assert all(steps[y, x] < 120 for x, y in plan.layout.stairs_down)


def test_company_finds_the_things_of_a_lesson_in_the_same_places() -> None:
    alone, together = planned(TUTORIALS[0], 3), planned(TUTORIALS[0], 3, heroes=4)
    assert alone.loot[:3] == together.loot[:3]
    assert {loot.item for loot in alone.loot[:3]} >= {"leather_armour^3/sturdy:1"}


@pytest.mark.parametrize(("heroes", "ticks"), [(1, 4800), (3, 3600)])
def test_the_food_of_deeper_floors_is_as_scarce_as_the_rules_say(heroes: int, ticks: int) -> None:
    numbers, games = range(4, 21, 2), list(FULL_GAMES.first(12))
    food = 0
    for game in games:
        items = game.ruleset.items.items()
        meals = {key: item.effect.ticks for key, item in items if isinstance(item.effect, Feed)}
        for number in numbers:
            plan = plan_floor(game, branch_at(game, (0,) * (number - 1)), (number,) * heroes)
            free = [loot for loot in plan.loot if not loot.price]
            food += sum(meals.get(loot.item, 0) * loot.count for loot in free)
    assert food / heroes / len(numbers) / len(games) == pytest.approx(ticks, rel=0.2)
