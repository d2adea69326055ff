"""R13: amulets, their guardians, and the rooms that take their element."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from support.content.own_rules import game_with
from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from support.worlds.drafts import (
    GAME,
    count_of,
    dug,
    exactly,
    furnished,
    game_of,
    is_sound,
    name_at,
    seed_of,
    themed,
)
from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.terrain import Element
from undertide_server.content.records.themes import Decor, Inhabitants, Strewn, TrapUse
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.ground import free_ground
from undertide_server.worldgen.draft.plan import FloorPlan, Loot, Treasure
from undertide_server.worldgen.floor import plan_floor
from undertide_server.worldgen.game.game import make_game
from undertide_server.worldgen.game.run_tree import root_of
from undertide_server.worldgen.layouts.maze import rooms_away
from undertide_server.worldgen.stages.extras import add_extras
from undertide_server.worldgen.stages.furnishing import furnish_rooms
from undertide_server.worldgen.stages.regions import spread_regions
from undertide_server.worldgen.stages.shapes import shape_rooms
from undertide_server.worldgen.stages.trapping import can_bear
from undertide_shared.geometry import Cell, distance

REGIONS = GAME.ruleset.regions
TRAPPED = Decor(
    traps=(
        TrapUse(traps=("spikes",), count=exactly(2), hidden=50),
        TrapUse(traps=("arrows",), count=exactly(2), hidden=50),
    )
)
ELEMENTS: tuple[Element, ...] = ("fire", "ice", "poison")


def free_cells(draft: Draft, room: int) -> list[Cell]:
    """Return the cells of a room where a treasure may lie: on harmless ground, as in the game."""
    return draft.rooms[room].room.cells_on(free_ground(draft))


def with_amulet(draft: Draft, element: Element, room: int) -> Draft:
    """Lay the amulet of an element into a room, as a treasure; it must have a free cell."""
    cells = free_cells(draft, room)
    cell = cells[len(cells) // 3]
    loot = Loot(REGIONS[element].amulet, 1, *cell)
    draft.loot.append(loot)
    draft.treasures.append(Treasure(room, (loot,)))
    draft.taken.add(cell)
    return draft


def rooms_of(draft: Draft, element: Element) -> set[int]:
    return {index for index, plan in enumerate(draft.rooms) if plan.region == element}


def spread(draft: Draft, **amulets: int) -> Draft:
    """Return a floor with the amulets of some elements in these rooms, and their regions."""
    for element in ELEMENTS:
        if element in amulets:
            with_amulet(draft, element, amulets[element])
    spread_regions(draft)
    return draft


def distances(draft: Draft, start: int) -> dict[int, int]:
    return rooms_away(start, draft.layout.connections)


def test_without_amulets_nothing_changes() -> None:
    draft = dug(GAME, 4)
    spread_regions(draft)
    assert np.array_equal(draft.tiles, draft.layout.tiles)
    assert not draft.spawns
    assert all(plan.region is None for plan in draft.rooms)


@pytest.mark.parametrize("element", ELEMENTS)
def test_an_amulets_room_and_the_nearest_by_connections_take_its_element(element: Element) -> None:
    draft = spread(dug(GAME, 4, layout_name="keep"), **{element: 40})
    taken = rooms_of(draft, element)
    assert len(taken) == REGIONS[element].rooms + 1
    assert 40 in taken
    away = distances(draft, 40)
    furthest = max(away[room] for room in taken)
    assert all(away[room] >= furthest for room in away if room not in taken)


def test_how_many_rooms_is_the_contents_to_say() -> None:
    for rooms in (0, 7):
        region = REGIONS["ice"].model_copy(update={"rooms": rooms})
        game = game_with(regions={**REGIONS, "ice": region})
        draft = spread(dug(game, 4, layout_name="keep"), ice=40)
        assert len(rooms_of(draft, "ice")) == rooms + 1


@pytest.mark.parametrize("element", ELEMENTS)
def test_the_guardian_stands_by_its_amulet_awake(element: Element) -> None:
    draft = spread(dug(GAME, 4, layout_name="keep"), **{element: 40})
    (guardian,) = draft.spawns
    amulet = draft.loot[0]
    assert guardian.kind.id == f"{REGIONS[element].guardian}@4"
    assert not guardian.asleep
    assert distance((guardian.x, guardian.y), (amulet.x, amulet.y)) == 1


def test_a_guardian_comes_even_where_its_amulets_room_is_full() -> None:
    draft = with_amulet(dug(GAME, 4, layout_name="keep"), "fire", 40)
    draft.taken |= set(draft.rooms[40].room.cells())
    spread_regions(draft)
    assert len(draft.spawns) == 1


def test_regions_never_overlap_and_each_amulets_room_is_its_own() -> None:
    keep = dug(GAME, 4, layout_name="keep")
    low, high = keep.layout.connections[30]
    third = next(room for room, far in distances(keep, low).items() if far == 1 and room != high)
    draft = spread(keep, fire=low, ice=high, poison=third)
    found = [rooms_of(draft, element) for element in ELEMENTS]
    assert [len(rooms) for rooms in found] == [4, 4, 4]
    assert all(room in rooms for room, rooms in zip((low, high, third), found, strict=True))


def test_traps_change_to_the_element_seen_or_hidden() -> None:
    draft = spread(furnished(game_of(TRAPPED), layout="keep"), ice=40)
    for index in rooms_of(draft, "ice"):
        cells = draft.rooms[index].room.cells()
        for (x, y), trap in draft.traps.items():
            if (x + trap.facing[0], y + trap.facing[1]) in cells:
                expected = "frost_spout" if any(trap.facing) else "frost_vent"
                assert trap.kind == expected
                looks = GAME.ruleset.traps[expected].terrain
                assert trap.hidden or name_at(draft, (x, y)) == looks
    assert {trap.kind for trap in draft.traps.values()} > {"spikes", "arrows"}


@pytest.mark.parametrize("element", ELEMENTS)
def test_four_seen_traps_stand_in_the_corners_of_each_room(element: Element) -> None:
    draft = spread(dug(GAME, 4, layout_name="keep"), **{element: 40})
    kind = REGIONS[element].floor_trap
    for index in rooms_of(draft, element):
        room = draft.rooms[index].room
        right, bottom = room.x + room.width - 1, room.y + room.height - 1
        corners = [(room.x, room.y), (right, room.y), (room.x, bottom), (right, bottom)]
        standing = [cell for cell in room.cells() if cell in draft.traps]
        assert len(standing) == 4
        assert all(min(distance(cell, corner) for cell in standing) <= 1 for corner in corners)
        assert {draft.traps[cell].kind for cell in standing} == {kind}
        assert not any(draft.traps[cell].hidden for cell in standing)
        looks = GAME.ruleset.traps[kind].terrain
        assert all(name_at(draft, cell) == looks for cell in standing)


def armed_corners(draft: Draft | FloorPlan, index: int, kind: str) -> set[tuple[bool, bool]]:
    """Return the quarters of a room, right and lower or not, with a visible trap of a kind."""
    room = draft.rooms[index].room
    middle_x, middle_y = room.x + (room.width - 1) / 2, room.y + (room.height - 1) / 2
    traps = draft.traps
    seen = [cell for cell in room.cells() if cell in traps and not traps[cell].hidden]
    return {
        (x > middle_x, y > middle_y)
        for x, y in seen
        if traps[x, y].kind == kind and x != middle_x and y != middle_y
    }


@pytest.mark.parametrize("number", range(10))
def test_all_rooms_of_the_regions_of_a_keep_have_traps_in_four_corners(number: int) -> None:
    game = make_game(shipped("keep"), seed_of(number), REPERTOIRE)
    plan = plan_floor(game, root_of(game), (1,))
    regions = [(index, room.region) for index, room in enumerate(plan.rooms) if room.region]
    assert len(regions) == 12
    for index, element in regions:
        armed = armed_corners(plan, index, game.ruleset.regions[element].floor_trap)
        # Only a room full of portals on their blocks may have a quarter without a cell to change.
        assert len(armed) == 4 or plan.rooms[index].theme == "portal"


def test_a_corner_that_a_shape_left_rock_has_its_trap_in_a_niche_of_the_room() -> None:
    draft = dug(GAME, 4, layout_name="keep")
    square = draft.rooms[40].room
    kept = [(x, y) for x, y in square.cells() if x < square.x + 4 or y < square.y + 4]
    for x, y in set(square.cells()).difference(kept):
        draft.tiles[y, x] = GAME.terrain.codes["wall"]
    draft.rooms[40] = replace(draft.rooms[40], room=replace(square, ground=tuple(kept)))
    spread(draft, fire=40)
    assert len(armed_corners(draft, 40, REGIONS["fire"].floor_trap)) == 4
    (niche,) = set(draft.rooms[40].room.cells()).difference(kept)
    assert niche in draft.traps
    whole = sorted([*kept, niche], key=lambda cell: cell[::-1])
    assert list(draft.rooms[40].room.cells()) == whole
    assert is_sound(draft)


def test_traps_take_the_place_of_trees_in_overgrown_corners() -> None:
    draft = dug(GAME, 4, layout_name="keep")
    room = draft.rooms[40].room
    for x, y in room.cells():
        if x != room.x + 3 and y != room.y + 3:
            draft.tiles[y, x] = GAME.terrain.codes["tree"]
    spread(draft, ice=40)
    assert len(armed_corners(draft, 40, REGIONS["ice"].floor_trap)) == 4


@given(
    st.binary(min_size=16, max_size=16),
    st.sampled_from(["keep", "small_keep", "rooms_and_corridors", "caverns"]),
    st.sampled_from(sorted(GAME.ruleset.themes)),
    st.sampled_from(ELEMENTS),
)
@settings(max_examples=30)
def test_a_corner_is_without_a_trap_only_where_none_has_room(
    seed: bytes, layout: LayoutName, theme: str, element: Element
) -> None:
    draft = themed(replace(GAME, seed=seed), theme, layout)
    shape_rooms(draft)
    furnish_rooms(draft)
    room = draft.rooms[-1].room
    assume(len(draft.open_cells(room)) > 4 and free_cells(draft, len(draft.rooms) - 1))
    kind = REGIONS[element].floor_trap
    spread(draft, **{element: len(draft.rooms) - 1})
    looks = GAME.ruleset.traps[kind].terrain
    middle_x, middle_y = room.x + (room.width - 1) / 2, room.y + (room.height - 1) / 2
    open_quarters = {
        (x > middle_x, y > middle_y)
        for x, y in set(room.cells()) - draft.taken
        if x != middle_x and y != middle_y and can_bear(draft, (x, y), looks)
    }
    assert open_quarters <= armed_corners(draft, len(draft.rooms) - 1, kind)


@pytest.mark.parametrize(
    ("element", "ground", "becomes"),
    [
        ("fire", "grass", "burning_grass"),
        ("ice", "shallows", "thin_ice"),
        ("poison", "shallows", "foul_shallows"),
        ("poison", "grass", "withered_grass"),
    ],
)
@pytest.mark.parametrize("percent", [0, 50])
def test_a_share_of_the_ground_turns_as_its_terrain_says(
    element: Element, ground: str, becomes: str, percent: int
) -> None:
    bare = {"turned": percent, "strewn": (), "tower": None, "spared": None}
    region = REGIONS[element].model_copy(update=bare)
    game = game_of(Decor(ground=ground), regions={**REGIONS, element: region})
    draft = spread(furnished(game, layout="keep"), **{element: 40})
    cells = [cell for index in rooms_of(draft, element) for cell in draft.rooms[index].room.cells()]
    names = [name_at(draft, cell) for cell in cells]
    turned, left = names.count(becomes), names.count(ground)
    assert (turned > 0) is (percent > 0)
    if percent == 50:
        assert 0.3 < turned / (turned + left) < 0.7
    outside = set(zip(*np.nonzero(draft.tiles == game.terrain.codes[becomes]), strict=True))
    assert len(outside) == turned


def test_where_the_element_would_harm_it_leaves_what_it_spares() -> None:
    game = game_of(Decor(ground="grass", people=(Inhabitants(person="pilgrim", count=exactly(2)),)))
    draft = spread(furnished(game, layout="keep"), fire=40)
    cells = [cell for index in rooms_of(draft, "fire") for cell in draft.rooms[index].room.cells()]
    people = {(spawn.x, spawn.y) for spawn in draft.spawns}
    assert {name_at(draft, cell) for cell in people.intersection(cells)} == {"ash"}
    assert "burning_grass" in {name_at(draft, cell) for cell in cells}


def test_pools_freeze_up_to_their_middle() -> None:
    draft = dug(GAME, 4, layout_name="keep")
    room = draft.rooms[40].room
    water = [(x, y) for x, y in room.cells() if abs(x - room.x - 3) <= 1 and y > room.y]
    for x, y in water:
        draft.tiles[y, x] = GAME.terrain.codes["water"]
    spread(draft, ice=40)
    assert "water" not in {name_at(draft, cell) for cell in room.cells()}


@given(
    st.binary(min_size=16, max_size=16),
    st.sampled_from(["keep", "small_keep", "rooms_and_corridors", "caverns"]),
    st.sampled_from(["courtyard", "water_garden", "flooded_hall", "shrine", "hideout"]),
    st.booleans(),
    st.sampled_from(ELEMENTS),
)
@settings(max_examples=40)
def test_the_element_goes_to_each_tile_that_can_turn(
    seed: bytes, layout: LayoutName, theme: str, special: bool, element: Element
) -> None:
    draft = themed(replace(GAME, seed=seed), theme, layout, special=special)
    shape_rooms(draft)
    furnish_rooms(draft)
    add_extras(draft)
    index = len(draft.rooms) // 2
    assume(free_cells(draft, index))
    spread(draft, **{element: index})
    touched = draft.game.terrain.touched[element]
    for room in rooms_of(draft, element):
        left = [(x, y) for x, y in draft.rooms[room].room.cells() if touched[draft.tiles[y, x]]]
        assert not any(
            draft.is_walkable(cell) or is_beside_safe_ground(draft, cell) for cell in left
        )
    assert is_sound(draft)


def test_water_in_a_corner_that_only_a_trap_would_lead_to_does_not_freeze() -> None:
    draft = dug(GAME, 4, layout_name="keep")
    room = draft.rooms[40].room
    right, bottom = room.x + room.width - 1, room.y + room.height - 1
    codes = draft.game.terrain.codes
    draft.tiles[bottom, right] = codes["water"]
    draft.tiles[bottom - 1 : bottom + 1, right - 1] = codes["tree"]
    spread(draft, ice=40)
    assert name_at(draft, (right, bottom - 1)) == GAME.ruleset.traps["frost_vent"].terrain
    assert name_at(draft, (right, bottom)) == "water"


def is_beside_safe_ground(draft: Draft, cell: Cell) -> bool:
    x, y = cell
    table, around = draft.game.terrain, draft.tiles[y - 1 : y + 2, x - 1 : x + 2]
    return bool((table.walkable & ~table.shunned)[around].any())


@pytest.mark.parametrize("element", ELEMENTS)
def test_towers_stand_free_in_rooms_that_have_space(element: Element) -> None:
    always = REGIONS[element].model_copy(update={"tower_percent": 100})
    game = game_with(regions={**REGIONS, element: always})
    draft = spread(dug(game, 4, layout_name="keep"), **{element: 40})
    for index in rooms_of(draft, element):
        cells = draft.rooms[index].room.cells()
        tower = [cell for cell in cells if name_at(draft, cell) == f"{element}_tower"]
        assert len(tower) == 4
        around = {(x + dx, y + dy) for x, y in tower for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        assert len(around) == 16
        assert around <= set(cells)
        assert all(draft.is_walkable(cell) for cell in around.difference(tower))
    assert is_sound(draft)


def test_only_some_rooms_have_a_tower() -> None:
    towers = 0
    for seed in range(10):
        game = replace(GAME, seed=seed.to_bytes(16, "little"))
        towers += count_of(spread(dug(game, 4, layout_name="keep"), ice=40), "ice_tower") // 4
    assert 10 <= towers <= 30


def test_what_the_element_left_behind_lies_in_its_rooms_only() -> None:
    strewn = (Strewn(terrain="ash", percent=50),)
    region = REGIONS["fire"].model_copy(update={"strewn": strewn})
    draft = spread(
        dug(game_with(regions={**REGIONS, "fire": region}), 4, layout_name="keep"), fire=40
    )
    for index, plan in enumerate(draft.rooms):
        ash = sum(name_at(draft, cell) == "ash" for cell in plan.room.cells())
        assert (ash > 15) is (index in rooms_of(draft, "fire"))


@given(
    st.binary(min_size=16, max_size=16),
    st.sampled_from(["keep", "small_keep", "rooms_and_corridors", "caverns"]),
    st.sampled_from(sorted(GAME.ruleset.themes)),
    st.lists(st.integers(1, 100), min_size=3, max_size=3, unique=True),
)
@settings(max_examples=40)
def test_no_region_cuts_a_floor_or_a_way_without_harm(
    seed: bytes, layout: LayoutName, theme: str, places: list[int]
) -> None:
    draft = themed(replace(GAME, seed=seed), theme, layout)
    furnish_rooms(draft)
    add_extras(draft)
    rooms = [1 + place % (len(draft.rooms) - 1) for place in places]
    assume(all(free_cells(draft, room) for room in rooms))
    spread(draft, **dict(zip(ELEMENTS, rooms, strict=True)))
    assert is_sound(draft)
    cells = [(spawn.x, spawn.y) for spawn in draft.spawns]
    assert len(set(cells)) == len(cells)
    assert not set(cells) & draft.traps.keys()
    regions = [plan.region for plan in draft.rooms]
    assert all(regions.count(element) <= REGIONS[element].rooms + 1 for element in ELEMENTS)
