"""R12: rooms as their themes furnish them."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.own_rules import game_with
from support.worlds.drafts import (
    GAME,
    count_of,
    dug,
    exactly,
    furnished,
    game_of,
    is_sound,
    name_at,
    themed,
)
from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.rooms import ShapeName
from undertide_server.content.records.themes import NONE, Count, Decor, Inlay, Strewn
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.stages.furnishing import furnish_rooms, link_portals
from undertide_server.worldgen.stages.patterns import inlay_cells, pattern_cells
from undertide_server.worldgen.stages.shapes import shape_rooms
from undertide_server.worldgen.stages.trapping import standing_cells
from undertide_shared.geometry import distance

LAYOUTS: tuple[LayoutName, ...] = ("rooms_and_corridors", "caverns", "arena", "small_keep")
ITEMS = GAME.ruleset.items


def test_all_ground_of_a_room_is_its_themes() -> None:
    draft = furnished(game_of(Decor(ground="grass")))
    for plan in draft.rooms[1:]:
        assert {
            draft.game.terrain.names[draft.tiles[y, x]] for x, y in draft.open_cells(plan.room)
        } == {"grass"}
    first = draft.rooms[0].room
    assert all(draft.tiles[y, x] != draft.game.terrain.codes["grass"] for x, y in first.cells())


def test_preset_walls_stand_where_their_pattern_says() -> None:
    draft = furnished(game_of(Decor(pattern="corners", built_of="statue")))
    plan = draft.rooms[7]
    expected = set(pattern_cells("corners", plan.room)) - draft.taken
    statue = draft.game.terrain.codes["statue"]
    built = {(x, y) for x, y in plan.room.cells() if draft.tiles[y, x] == statue}
    assert built == expected != set()


def test_a_few_walls_stand_anywhere() -> None:
    draft = furnished(game_of(Decor(walls=exactly(2), built_of="glass")))
    assert len(draft.rooms) < count_of(draft, "glass") <= 2 * (len(draft.rooms) - 1)


@pytest.mark.parametrize("layout", ["caverns", "arena"])
def test_rooms_that_are_no_rectangles_have_no_walls_built_in(layout: LayoutName) -> None:
    decor = Decor(pattern="columns", walls=exactly(3), built_of="glass")
    assert count_of(furnished(game_of(decor), layout=layout), "glass") == 0


@pytest.mark.parametrize(
    ("shape", "built"), [("circle", True), ("ell", True), ("ring", False), ("pillared", False)]
)
def test_shapes_with_walls_of_their_own_have_no_preset_ones(
    shape: ShapeName, *, built: bool
) -> None:
    rooms = GAME.ruleset.rooms.model_copy(update={"shapes": {shape: 1}})
    game = game_of(Decor(pattern="cross", built_of="glass"), rooms=rooms)
    draft = themed(game)
    shape_rooms(draft)
    furnish_rooms(draft)
    assert (count_of(draft, "glass") > 0) is built


def test_tiles_lie_in_the_pattern_of_a_floor() -> None:
    draft = furnished(game_of(Decor(inlay=Inlay(pattern="checks", terrain="tiles"))))
    for plan in draft.rooms[1:]:
        tiled = {cell for cell in plan.room.cells() if name_at(draft, cell) == "tiles"}
        expected = set(inlay_cells("checks", plan.room))
        assert tiled <= expected
        assert len(expected - tiled) <= 6  # beside doors, and stairs


@given(st.binary(min_size=16, max_size=16), st.sampled_from(LAYOUTS))
@settings(max_examples=12)
def test_filled_courtyards_are_full_of_trees_but_for_their_ways(
    seed: bytes, layout: LayoutName
) -> None:
    plain = dict.fromkeys(("ring", "pillared"), 0)
    rooms = GAME.ruleset.rooms.model_copy(update={"shapes": {**GAME.ruleset.rooms.shapes, **plain}})
    game = replace(game_with(rooms=rooms), seed=seed)
    draft = themed(game, "courtyard", layout, special=True)
    shape_rooms(draft)
    furnish_rooms(draft)
    trees = [
        sum(name_at(draft, cell) == "tree" for cell in plan.room.cells()) for plan in draft.rooms
    ]
    cells = [len(plan.room.cells()) for plan in draft.rooms]
    halls = {i for i, count in enumerate(cells) if count > game.ruleset.encounters.open_ground}
    full = [i for i in range(1, len(cells)) if i not in halls]
    assert sum(trees[i] for i in full) > 0.5 * sum(cells[i] for i in full)
    assert all(trees[i] < cells[i] for i in full)
    for plan in draft.rooms[1:]:
        inner = standing_cells(draft, plan.room)
        assert draft.lay(inner, "tree") == [] or plan.shape != "rectangle"
    assert is_sound(draft)


def test_a_filled_room_is_never_closed_by_later_stages() -> None:
    draft = furnished(game_of(Decor(filled_with="tree")))
    for plan in draft.rooms[1:]:
        draft.lay(draft.open_cells(plan.room), "wall")
        assert any(draft.is_walkable(cell) for cell in plan.room.cells())


def test_what_is_strewn_is_laid_in_order() -> None:
    strewn = (Strewn(terrain="bones", percent=100), Strewn(terrain="blood", percent=50))
    draft = furnished(game_of(Decor(strewn=strewn)))
    blood, bones = count_of(draft, "blood"), count_of(draft, "bones")
    assert abs(blood - bones) <= len(draft.rooms)
    assert blood > 500


def test_the_special_version_is_furnished_instead() -> None:
    game = game_of(Decor(ground="grass"))
    theme = game.ruleset.themes["tried"]
    special = theme.model_copy(update={"special": Decor(ground="mud")})
    rules = game.ruleset.model_copy(update={"themes": {**game.ruleset.themes, "tried": special}})
    draft = themed(replace(game, ruleset=rules), special=True)
    furnish_rooms(draft)
    assert count_of(draft, "mud") > 500
    assert count_of(draft, "grass") == 0


@given(
    st.binary(min_size=16, max_size=16),
    st.sampled_from(sorted(GAME.ruleset.themes)),
    st.booleans(),
    st.sampled_from(LAYOUTS),
    st.integers(1, 20),
)
@settings(max_examples=60)
def test_every_theme_leaves_a_floor_whole_and_in_order(
    seed: bytes, theme: str, special: bool, layout: LayoutName, number: int
) -> None:
    draft = themed(replace(GAME, seed=seed), theme, layout, special=special, number=number)
    fixed = {cell: draft.tiles[cell[1], cell[0]] for cell in draft.taken}
    shape_rooms(draft)
    furnish_rooms(draft)
    assert is_sound(draft)
    assert all(draft.tiles[y, x] == code for (x, y), code in fixed.items())
    walkable = draft.game.terrain.walkable[draft.tiles]
    shunned = draft.game.terrain.shunned[draft.tiles]
    people = [(spawn.x, spawn.y) for spawn in draft.spawns]
    wares = [(loot.x, loot.y) for loot in draft.loot]
    used = [*people, *wares, *draft.traps, *draft.portals, *fixed]
    assert len(used) == len(set(used))
    assert all(walkable[y, x] and not shunned[y, x] for x, y in [*people, *wares])


def test_the_same_seed_is_furnished_the_same() -> None:
    one, other = (furnished(GAME, "laboratory") for _ in range(2))
    assert np.array_equal(one.tiles, other.tiles)
    assert (one.spawns, one.traps, one.loot) == (other.spawns, other.traps, other.loot)


def shops(count: Count, number: int = 5, **catalogues: Any) -> Draft:
    draft = themed(game_of(Decor(wares=count), **catalogues), number=number)
    furnish_rooms(draft)
    return draft


def with_loot(**changes: Any) -> dict[str, Any]:
    return {"loot": GAME.ruleset.loot.model_copy(update=changes)}


def price(item: str) -> int:
    return GAME.items.kind(item).price


def test_each_shop_has_its_wares_at_a_price() -> None:
    draft = shops(exactly(4))
    assert len(draft.loot) == 4 * (len(draft.rooms) - 1)
    assert all(loot.price == price(loot.item) * loot.count > 0 for loot in draft.loot)


@pytest.mark.parametrize("percent", [1, 50, 200])
def test_prices_follow_the_rules(percent: int) -> None:
    for loot in shops(exactly(2), **with_loot(price_percent=percent)).loot:
        wanted = price(loot.item) * loot.count * percent / 100
        assert abs(loot.price - max(1, wanted)) <= 0.5


def test_prices_of_spells_vary_besides_all_prices() -> None:
    both = with_loot(price_percent=50, spell_price_percent=300, gear=(), essences=())
    books = {key: ITEMS[key] for key in ("book_light", "health_potion", "essence")}
    prices = {loot.item: loot.price for loot in shops(exactly(4), **both, items=books).loot}
    assert prices == {
        "book_light": ITEMS["book_light"].price * 3 // 2,
        "health_potion": ITEMS["health_potion"].price // 2,
    }


@pytest.mark.parametrize(("number", "missing"), [(1, "confusion_scroll"), (5, "fireball_scroll")])
def test_shops_sell_what_is_found_on_such_a_floor(number: int, missing: str) -> None:
    few = {key: ITEMS[key] for key in ("health_potion", "essence", missing)}
    only = with_loot(gear=(), essences=()) | {"items": few}
    assert {loot.item for loot in shops(exactly(4), number, **only).loot} == {"health_potion"}
    deeper = {loot.item for loot in shops(exactly(4), number + 1, **only).loot}
    assert deeper == {"health_potion", missing}


def test_what_has_no_price_is_not_for_sale() -> None:
    free = {key: item.model_copy(update={"price": 0}) for key, item in ITEMS.items()}
    no_gear = with_loot(gear=())
    assert shops(exactly(4), items=free, **no_gear).loot == []
    one = free | {"health_potion": ITEMS["health_potion"]}
    sold = {loot.item for loot in shops(exactly(4), items=one, **no_gear).loot}
    assert sold == {"health_potion"}


@pytest.mark.parametrize("percent", [0, 100])
def test_shops_sell_good_gear_as_often_as_the_rules_say(percent: int) -> None:
    gear = GAME.ruleset.loot.gear if percent else ()
    loot = shops(exactly(4), **with_loot(ware_gear=percent, gear=gear)).loot
    assert loot
    assert {GAME.items.kind(each.item).gear is not None for each in loot} == {bool(percent)}


def test_wares_lie_in_their_shop_and_nothing_is_built_there_later() -> None:
    draft = shops(exactly(3))
    cells = {(loot.x, loot.y) for loot in draft.loot}
    assert cells <= draft.taken
    for plan in draft.rooms[1:]:
        assert len(cells & set(plan.room.cells())) == 3


def test_the_shop_that_ships_has_a_keeper_and_wares() -> None:
    draft = furnished(GAME, "shop")
    assert {spawn.kind.family for spawn in draft.spawns} == {"shopkeeper"}
    assert len(draft.loot) >= 3 * (len(draft.rooms) - 1)


def linked(numbers: dict[int, int], layout: LayoutName = "small_keep", seed: int = 0) -> Draft:
    """Return a floor some of whose rooms have so many portals."""
    game = replace(GAME, seed=seed.to_bytes(16, "little"))
    draft = dug(game, 4, layout_name=layout)
    counts = [exactly(numbers[i]) if i in numbers else NONE for i in range(len(draft.rooms))]
    link_portals(draft, counts)
    return draft


def room_of(draft: Draft, cell: tuple[int, int]) -> int:
    return next(i for i, plan in enumerate(draft.rooms) if cell in plan.room.cells())


def rooms_of(draft: Draft) -> list[int]:
    """Return the rooms of all portals, in order."""
    return sorted(room_of(draft, cell) for cell in draft.portals)


@given(
    st.dictionaries(st.integers(1, 29), st.integers(0, 5), max_size=6),
    st.integers(0, 10_000),
    st.sampled_from(["small_keep", "rooms_and_corridors", "caverns", "arena"]),
)
@settings(max_examples=60)
def test_each_portal_leads_to_another_room_and_back(
    numbers: dict[int, int], seed: int, layout: LayoutName
) -> None:
    draft = linked(numbers, layout, seed)
    for cell, twin in draft.portals.items():
        assert draft.portals[twin] == cell
        assert room_of(draft, cell) != room_of(draft, twin)
        assert name_at(draft, cell) == "portal"
        assert cell in draft.taken
    assert is_sound(draft)


@pytest.mark.parametrize(
    ("numbers", "rooms"),
    [
        ({}, []),
        ({3: 1, 8: 1}, [3, 8]),
        ({3: 2, 8: 1, 9: 1}, [3, 3, 8, 9]),
        ({3: 1, 8: 1, 9: 2, 12: 2}, [3, 8, 9, 9, 12, 12]),
    ],
)
def test_portals_of_a_floor_pair_up(numbers: dict[int, int], rooms: list[int]) -> None:
    assert rooms_of(linked(numbers)) == rooms


@pytest.mark.parametrize("seed", range(8))
def test_a_portal_without_a_twin_gets_one_in_some_other_room(seed: int) -> None:
    rooms = rooms_of(linked({3: 1}, seed=seed))
    assert len(rooms) == 2
    assert 3 in rooms
    assert 0 not in rooms
    assert len(rooms_of(linked({3: 1, 8: 1, 9: 1}, seed=seed))) == 4


def test_a_room_with_more_than_all_others_leads_to_rooms_that_have_none() -> None:
    rooms = rooms_of(linked({3: 4, 8: 1}))
    assert rooms.count(3) == 4
    assert rooms.count(8) == 1
    assert len(set(rooms)) == 5


def test_where_there_are_no_other_rooms_portals_stay_away() -> None:
    draft = dug(GAME, 4, layout_name="arena")
    draft.rooms = draft.rooms[:2]
    link_portals(draft, [NONE, exactly(2)])
    assert not draft.portals


@pytest.mark.parametrize("layout", ["small_keep", "rooms_and_corridors", "caverns"])
@pytest.mark.parametrize("seed", range(4))
def test_a_portal_stands_on_a_block_in_the_middle_of_its_room(
    layout: LayoutName, seed: int
) -> None:
    draft = linked({2: 1, 5: 1, 6: 1, 7: 1}, layout, seed)
    assert draft.portals
    for cell in draft.portals:
        room = draft.rooms[room_of(draft, cell)].room
        free = [c for c in room.cells() if c in draft.portals or draft.is_walkable(c)]
        nearest = min(distance(room.centre, c) for c in free)
        assert distance(room.centre, cell) <= nearest + 1
        around = [c for c in room.cells() if distance(c, cell) == 1]
        block = [c for c in around if name_at(draft, c) == "stone_block"]
        assert {c for c in around if draft.is_walkable(c)} - set(block) <= {
            draft.layout.arrival,
            draft.layout.stairs_up,
            *draft.layout.stairs_down,
        }
        assert draft.taken.issuperset(block)
        assert len(block) >= 7 or layout == "caverns"


def test_further_portals_of_a_room_stand_anywhere_in_it() -> None:
    draft = linked({3: 4})
    inside = [cell for cell in draft.portals if room_of(draft, cell) == 3]
    assert len(inside) == 4
    assert draft.rooms[3].room.centre in inside
    assert is_sound(draft)


def test_content_may_do_without_blocks() -> None:
    terrain = {**GAME.ruleset.terrain}
    terrain["portal"] = terrain["portal"].model_copy(update={"stands_on": None})
    draft = dug(game_with(terrain=terrain), 4, layout_name="small_keep")
    link_portals(draft, [exactly(int(i in (2, 5))) for i in range(len(draft.rooms))])
    assert len(draft.portals) == 2
    assert not any(name_at(draft, c) == "stone_block" for c in draft.rooms[2].room.cells())
