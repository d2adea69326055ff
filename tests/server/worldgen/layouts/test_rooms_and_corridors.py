"""R10 `rooms_and_corridors`."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.shipped import shipped
from undertide_server.util.rng import derive
from undertide_server.worldgen.layouts.layout import Layout, Room, Stairs
from undertide_server.worldgen.layouts.rooms_and_corridors import place_rooms, rooms_and_corridors
from undertide_server.worldgen.layouts.terrain import build_terrain

RULES = shipped("default")
SIZES = RULES.layouts.rooms_and_corridors
TERRAIN = build_terrain(RULES.terrain)
WALL, DOOR = TERRAIN.codes["wall"], TERRAIN.codes["door"]

seeds = st.binary(min_size=16, max_size=16)


def layout_of(seed: bytes, doors: int = SIZES.doors) -> Layout:
    rules = SIZES.model_copy(update={"doors": doors})
    layout = rooms_and_corridors(rules, Stairs(up=True, down=2), TERRAIN, derive(seed, "test"))
    assert layout is not None
    return layout


def grown(room: Room) -> set[tuple[int, int]]:
    """Return the cells of a room with its walls."""
    return set(Room(room.x - 1, room.y - 1, room.width + 2, room.height + 2).cells())


@given(seeds)
@settings(max_examples=60)
def test_rooms_are_as_large_as_the_rule_says_and_never_overlap(seed: bytes) -> None:
    rooms = place_rooms(SIZES, derive(seed, "test"))
    assert 1 <= len(rooms) <= 30
    for index, room in enumerate(rooms):
        assert 6 <= room.width <= 10
        assert 6 <= room.height <= 10
        assert 1 <= room.x <= 80 - 1 - room.width
        assert 1 <= room.y <= 43 - 1 - room.height
        for other in rooms[:index]:
            assert not grown(room) & set(other.cells())


@given(seeds)
@settings(max_examples=60)
def test_the_stairs_down_are_far_from_the_arrival(seed: bytes) -> None:
    rooms = place_rooms(SIZES, derive(seed, "test"))
    x, y = rooms[0].centre
    away = [abs(room.centre[0] - x) + abs(room.centre[1] - y) for room in rooms]
    assert away[-1] == max(away)


def test_a_map_is_80_by_43() -> None:
    assert layout_of(bytes(16)).tiles.shape == (43, 80)


@given(seeds)
@settings(max_examples=60)
def test_doors_hang_between_two_walls_and_never_side_by_side(seed: bytes) -> None:
    tiles = layout_of(seed, doors=100).tiles
    doors = np.argwhere(tiles == DOOR)
    assert len(doors)
    for y, x in doors:
        across = (tiles[y, x - 1], tiles[y, x + 1])
        along = (tiles[y - 1, x], tiles[y + 1, x])
        framed, open_ends = (across, along) if across == (WALL, WALL) else (along, across)
        assert framed == (WALL, WALL)
        assert all(TERRAIN.transparent[code] for code in open_ends)


@given(seeds)
@settings(max_examples=20)
def test_without_doors_all_doorways_stand_open(seed: bytes) -> None:
    assert DOOR not in layout_of(seed, doors=0).tiles


@given(seeds)
@settings(max_examples=60)
def test_corners_of_rooms_stay_solid(seed: bytes) -> None:
    layout = layout_of(seed)
    for room in layout.rooms:
        for y in (room.y - 1, room.y + room.height):
            for x in (room.x - 1, room.x + room.width):
                assert layout.tiles[y, x] == WALL


def test_a_floor_has_rooms_enough_to_explore() -> None:
    counts = [len(layout_of(number.to_bytes(16, "little")).rooms) for number in range(200)]
    assert min(counts) >= 6
    assert 10 <= sum(counts) / len(counts) <= 18
