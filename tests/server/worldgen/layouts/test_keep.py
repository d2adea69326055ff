"""R10 `keep`."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.shipped import shipped
from undertide_server.util.rng import derive
from undertide_server.worldgen.layouts.keep import dig_keep
from undertide_server.worldgen.layouts.layout import Layout, Room, Stairs
from undertide_server.worldgen.layouts.maze import dead_ends, rooms_away
from undertide_server.worldgen.layouts.terrain import build_terrain

RULES = shipped("default")
FULL, SMALL = RULES.layouts.keep, RULES.layouts.small_keep
TERRAIN = build_terrain(RULES.terrain)
WALL, DOOR = TERRAIN.codes["wall"], TERRAIN.codes["door"]

seeds = st.binary(min_size=16, max_size=16)


def layout_of(seed: bytes, **changes: int) -> Layout:
    rules = FULL.model_copy(update=changes)
    return dig_keep(rules, Stairs(up=True, down=2), TERRAIN, derive(seed, "test"))


def doorways(layout: Layout, one: Room, other: Room) -> int:
    """Return how many cells that can be walked are in the wall between two neighbours."""
    walkable = TERRAIN.walkable[layout.tiles]
    left, right = sorted((one, other), key=lambda room: (room.x, room.y))
    if left.y == right.y:
        return int(walkable[left.y : left.y + left.height, right.x - 1].sum())
    return int(walkable[right.y - 1, left.x : left.x + left.width].sum())


def test_the_full_keep_has_nine_by_nine_rooms_of_seven_by_seven() -> None:
    layout = layout_of(bytes(16))
    assert layout.tiles.shape == (73, 73)
    assert len(layout.rooms) == 81
    assert {(room.width, room.height) for room in layout.rooms} == {(7, 7)}
    assert len({(room.x, room.y) for room in layout.rooms}) == 81


@given(seeds)
@settings(max_examples=20)
def test_the_maze_is_perfect_and_few_dead_ends_are_left(seed: bytes) -> None:
    layout = layout_of(seed)
    assert len(set(layout.maze)) == len(layout.maze) == 80
    assert set(rooms_away(0, layout.maze)) == set(range(81))
    assert set(layout.maze) <= set(layout.connections)
    assert len(dead_ends(layout.connections)) <= 12
    assert all(low < high for low, high in layout.connections)


@given(seeds)
@settings(max_examples=20)
def test_each_connection_is_one_doorway_and_there_are_no_others(seed: bytes) -> None:
    layout = layout_of(seed, columns=5, rows=4)
    for low, high in layout.connections:
        assert doorways(layout, layout.rooms[low], layout.rooms[high]) == 1
    inside = sum(len(room.cells()) for room in layout.rooms)
    open_cells = int(TERRAIN.walkable[layout.tiles].sum())
    assert open_cells == inside + len(layout.connections)


@given(seeds)
@settings(max_examples=20)
def test_stairs_are_in_rooms_far_apart(seed: bytes) -> None:
    layout = layout_of(seed)
    away = rooms_away(0, layout.connections)
    assert away[80] == max(away.values())
    assert away[80] >= 12


@given(seeds)
@settings(max_examples=20)
def test_treasures_are_in_the_dead_ends_and_the_arrival_in_none(seed: bytes) -> None:
    layout = layout_of(seed)
    assert list(layout.treasures) == dead_ends(layout.connections)
    assert layout.treasures
    assert 0 not in layout.treasures


@pytest.mark.parametrize(("doors", "all_closed"), [(0, False), (100, True)])
def test_doors_are_as_many_as_content_says(doors: int, all_closed: bool) -> None:
    layout = layout_of(bytes(16), doors=doors)
    count = int((layout.tiles == DOOR).sum())
    assert count == (len(layout.connections) if all_closed else 0)


def test_doors_hang_between_two_walls() -> None:
    tiles = layout_of(bytes(16), doors=100).tiles
    for y, x in np.argwhere(tiles == DOOR):
        across, along = (tiles[y, x - 1], tiles[y, x + 1]), (tiles[y - 1, x], tiles[y + 1, x])
        framed, open_ends = (across, along) if across == (WALL, WALL) else (along, across)
        assert framed == (WALL, WALL)
        assert all(TERRAIN.walkable[code] for code in open_ends)


def test_the_least_keep_is_four_rooms() -> None:
    for number in range(20):
        layout = layout_of(bytes([number] * 16), columns=2, rows=2, side=3, dead_ends=0)
        assert len(layout.rooms) == 4
        assert len(layout.maze) == 3
        assert layout.treasures == ()


def test_a_keep_states_its_monsters() -> None:
    assert layout_of(bytes(16)).monsters == FULL.monsters
    assert layout_of(bytes(16), monsters=0).monsters == 0


def test_a_small_keep_fits_a_screen() -> None:
    layout = dig_keep(SMALL, Stairs(up=True, down=2), TERRAIN, derive(bytes(16), "test"))
    height, width = layout.tiles.shape
    assert (width, height) <= (80, 43)
    assert height <= 43
