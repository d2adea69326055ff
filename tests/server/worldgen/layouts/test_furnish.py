"""Stairs and the arrival."""

import numpy as np
import pytest

from support.content.shipped import shipped
from undertide_server.util.rng import derive
from undertide_server.worldgen.layouts.furnish import furnish
from undertide_server.worldgen.layouts.layout import Layout, Room, Stairs
from undertide_server.worldgen.layouts.terrain import build_terrain
from undertide_shared.geometry import distance

TERRAIN = build_terrain(shipped("default").terrain)
ROW = [Room(1 + 4 * place, 1, 3, 3) for place in range(8)]
"""Rooms in a row, which an open way joins."""


def furnished(rooms: list[Room], stairs: Stairs, number: int = 0) -> Layout:
    tiles = np.full((5, 34), TERRAIN.codes["wall"], dtype=np.uint8)
    tiles[1:4, 1:33] = TERRAIN.codes["floor"]
    return furnish(tiles, rooms, stairs, TERRAIN, derive(number.to_bytes(16, "little"), "test"))


def rooms_down(layout: Layout) -> list[int]:
    """Return the room of each of the stairs down, in their order."""
    return [
        next(index for index, room in enumerate(layout.rooms) if cell in room.cells())
        for cell in layout.stairs_down
    ]


@pytest.mark.parametrize("down", [0, 1, 2, 3])
def test_a_floor_has_as_many_stairs_down_as_it_is_asked_for_the_first_in_the_last_room(
    down: int,
) -> None:
    layout = furnished(ROW, Stairs(up=True, down=down))
    assert len(rooms_down(layout)) == down
    assert rooms_down(layout)[:1] == [7][:down]
    for x, y in layout.stairs_down:
        assert layout.tiles[y, x] == TERRAIN.codes["stairs_down"]


def test_further_stairs_are_each_in_a_room_of_the_further_half() -> None:
    drawn = {tuple(rooms_down(furnished(ROW, Stairs(up=True, down=3), n))[1:]) for n in range(50)}
    assert {room for pair in drawn for room in pair} == {4, 5, 6}
    assert all(one != other for one, other in drawn)


def test_nearer_rooms_serve_where_far_ones_are_too_few() -> None:
    assert sorted(rooms_down(furnished(ROW[:4], Stairs(up=True, down=3)))) == [1, 2, 3]


@pytest.mark.parametrize(("count", "rooms"), [(1, [0, 0, 0]), (2, [1, 1, 1]), (3, [2, 1, 2])])
def test_stairs_share_the_last_room_where_rooms_are_too_few(count: int, rooms: list[int]) -> None:
    layout = furnished(ROW[:count], Stairs(up=True, down=3))
    assert rooms_down(layout) == rooms
    named = [layout.arrival, layout.stairs_up, *layout.stairs_down]
    assert len(set(named)) == len(named)


def test_the_stairs_up_are_beside_the_arrival() -> None:
    for number in range(20):
        layout = furnished(ROW, Stairs(up=True, down=1), number)
        assert layout.stairs_up
        (x, y), (up_x, up_y) = layout.arrival, layout.stairs_up
        assert distance((up_x, up_y), (x, y)) == 1
        assert layout.tiles[up_y, up_x] == TERRAIN.codes["stairs_up"]
    assert furnished(ROW, Stairs(up=False, down=1)).stairs_up is None
