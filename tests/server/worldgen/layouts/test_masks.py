"""Ground as masks."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from undertide_server.worldgen.layouts.layout import FAR, Room, steps_from
from undertide_server.worldgen.layouts.masks import cells_of, columns_of, parts_of, room_on

grids = st.lists(st.lists(st.booleans(), min_size=6, max_size=6), min_size=5, max_size=5)


def test_parts_touch_at_corners_too() -> None:
    rows = ["......", ".#....", "..#.#.", "......"]
    mask = np.array([[sign == "#" for sign in row] for row in rows])
    assert parts_of(mask) == [[(1, 1), (2, 2)], [(4, 2)]]


@given(grids)
def test_parts_are_what_can_be_walked_from_each_other(rows: list[list[bool]]) -> None:
    mask = np.pad(np.array(rows), 1)
    parts = parts_of(mask)
    assert sorted(cell for part in parts for cell in part) == sorted(cells_of(mask))
    for part in parts:
        assert cells_of(steps_from(part[0], mask) < FAR) == part


def test_a_room_on_cells_has_their_bounds_and_no_others() -> None:
    room = room_on([(4, 2), (3, 3), (5, 4)])
    assert (room.x, room.y, room.width, room.height) == (3, 2, 3, 3)
    assert room.cells() == ((4, 2), (3, 3), (5, 4))


def test_a_room_without_ground_of_its_own_is_its_whole_rectangle() -> None:
    assert Room(1, 1, 2, 2).cells() == ((1, 1), (2, 1), (1, 2), (2, 2))


def test_cells_come_row_after_row_or_column_after_column() -> None:
    mask = np.array([[False, True, True], [True, False, True]])
    assert cells_of(mask) == [(1, 0), (2, 0), (0, 1), (2, 1)]
    assert columns_of(mask) == [(0, 1), (1, 0), (2, 0), (2, 1)]
