from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_client.displays.base import FontSize
from undertide_client.displays.window_size import (
    CELLS,
    LEAST,
    ZOOMS,
    choose_cell,
    choose_grid,
    zoomed,
)


@pytest.mark.parametrize(
    ("desktop", "cell"),
    [
        ((1024, 768), (10, 19)),
        ((1366, 768), (10, 19)),
        ((1920, 1040), (12, 22)),
        ((2560, 1440), (16, 30)),
        ((3840, 2160), (16, 30)),
        ((640, 480), (10, 19)),
    ],
)
def test_cells_are_as_large_as_is_comfortable(
    desktop: tuple[int, int], cell: tuple[int, int]
) -> None:
    assert choose_cell("auto", desktop) == cell


@pytest.mark.parametrize("size", CELLS)
def test_a_chosen_size_is_kept(size: FontSize) -> None:
    assert choose_cell(size, (640, 480)) == CELLS[size]


@given(
    st.sampled_from(sorted(CELLS.values())), st.tuples(st.integers(1, 8000), st.integers(1, 5000))
)
def test_a_window_has_at_least_the_least_and_no_more_than_fits(
    cell: tuple[int, int], desktop: tuple[int, int]
) -> None:
    grid = choose_grid(cell, desktop)
    for axis in (0, 1):
        assert grid[axis] >= LEAST[axis]
        assert grid[axis] == LEAST[axis] or grid[axis] * cell[axis] <= desktop[axis]


def test_zooming_goes_step_by_step_and_ends() -> None:
    usual = CELLS["small"]
    cells = [usual]
    for _ in range(len(ZOOMS)):
        cells.append(zoomed(cells[-1], 1, usual))
    assert cells[-1] == cells[-2] == ZOOMS[-1]
    assert all(one[1] <= other[1] for one, other in pairwise(cells))
    assert zoomed(ZOOMS[0], -1, usual) == ZOOMS[0]
    assert zoomed(ZOOMS[-1], 0, usual) == usual
