"""R10 `rooms_and_corridors`."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.shipped import shipped
from undertide_server.util.rng import derive
from undertide_server.worldgen.layouts.layout import Layout, Room, Stairs
from undertide_server.worldgen.layouts.rooms_and_corridors import (
    Rock,
    dig_rooms_and_corridors,
    place_rooms,
)
from undertide_server.worldgen.layouts.terrain import build_terrain

LEFT, RIGHT = Room(2, 2, 5, 5), Room(20, 2, 5, 5)
RULES = shipped("default")
SIZES = RULES.layouts.rooms_and_corridors
TERRAIN = build_terrain(RULES.terrain)
WALL, DOOR = TERRAIN.codes["wall"], TERRAIN.codes["door"]


def test_a_straight_way_has_a_doorway_in_each_wall() -> None:
    rock = Rock(30, 12, [LEFT, RIGHT])
    assert rock.dig((4, 4), (22, 4), (22, 4))
    assert rock.doorways == [(7, 4), (19, 4)]
    assert {(x, 4) for x in range(7, 20)} == cells(rock)


def test_a_way_bends_at_the_elbow() -> None:
    rock = Rock(30, 30, [LEFT, Room(20, 20, 5, 5)])
    assert rock.dig((4, 4), (22, 22), (4, 22))
    assert (4, 15) in cells(rock)
    assert (12, 22) in cells(rock)
    assert (12, 12) not in cells(rock)


def test_ways_join_rather_than_run_side_by_side() -> None:
    rock = Rock(30, 12, [LEFT, RIGHT])
    assert rock.dig((4, 4), (22, 4), (22, 4))
    before = cells(rock)
    assert rock.dig((4, 5), (22, 5), (22, 5))
    assert cells(rock) == before


def test_a_way_goes_round_a_room_that_stands_between() -> None:
    between = Room(12, 3, 3, 3)
    rock = Rock(30, 12, [LEFT, between, RIGHT])
    assert rock.dig((4, 4), (22, 4), (22, 4))
    assert len(rock.doorways) == 2
    assert not cells(rock) & set(Room(11, 2, 5, 5).cells())


def test_without_a_way_nothing_is_dug() -> None:
    rock = Rock(30, 12, [LEFT, RIGHT])
    rock.cost[:, 12] = 0
    assert not rock.dig((4, 4), (22, 4), (22, 4))
    assert cells(rock) == set()


def cells(rock: Rock) -> set[tuple[int, int]]:
    """Return the cells of passages."""
    ys, xs = rock.passages.nonzero()
    return {(int(x), int(y)) for y, x in zip(ys, xs, strict=True)}


seeds = st.binary(min_size=16, max_size=16)


def layout_of(seed: bytes, doors: int = SIZES.doors) -> Layout:
    rules = SIZES.model_copy(update={"doors": doors})
    layout = dig_rooms_and_corridors(rules, Stairs(up=True, down=2), TERRAIN, derive(seed, "test"))
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
