from hypothesis import given, settings
from hypothesis import strategies as st

from undertide_client.screens.widgets.layout import (
    MAX_COLUMNS,
    MAX_ROWS,
    MIN_COLUMNS,
    MIN_ROWS,
    layout_of,
    screen_size,
    size_for,
)


def test_a_screen_is_never_smaller_than_80_by_24_nor_without_bound() -> None:
    assert screen_size(20, 5) == (80, 24)
    assert screen_size(100, 30) == (100, 30)
    assert screen_size(10_000, 10_000) == (MAX_COLUMNS, MAX_ROWS)


@settings(max_examples=15)
@given(st.integers(MIN_COLUMNS, MAX_COLUMNS), st.integers(MIN_ROWS, MAX_ROWS))
def test_the_parts_cover_the_screen_without_overlap(width: int, height: int) -> None:
    layout = layout_of(width, height)
    covered = [
        (x, y)
        for area in (layout.map, layout.log, layout.panel, layout.bar)
        for x in range(area.x, area.right)
        for y in range(area.y, area.bottom)
    ]
    assert len(covered) == len(set(covered)) == width * height
    assert layout.map.width >= 50
    assert layout.map.height >= 19


@settings(max_examples=15)
@given(st.integers(MIN_COLUMNS, MAX_COLUMNS), st.integers(MIN_ROWS, MAX_ROWS))
def test_the_bar_of_a_replay_has_a_row_of_its_own(width: int, height: int) -> None:
    layout = layout_of(width, height, replay_state=True)
    parts = (layout.map, layout.log, layout.panel, layout.replay_state, layout.bar)
    assert sum(area.width * area.height for area in parts) == width * height
    assert (layout.replay_state.y, layout.replay_state.height, layout.replay_state.width) == (
        height - 2,
        1,
        width,
    )
    assert layout.map.bottom == layout.log.y
    assert layout.log.bottom == layout.panel.bottom == layout.replay_state.y
    assert layout_of(width, height).replay_state.height == 0


@settings(max_examples=15)
@given(st.integers(1, MAX_COLUMNS), st.integers(1, MAX_ROWS))
def test_the_smallest_console_whose_map_has_some_columns_and_rows(columns: int, rows: int) -> None:
    width, height = size_for(columns, rows)
    area = layout_of(width, height).map
    assert area.width >= columns or width == MAX_COLUMNS
    assert area.height >= rows or height == MAX_ROWS
    smaller = layout_of(width - 1, height - 1).map
    assert smaller.width < columns or width == MIN_COLUMNS
    assert smaller.height < rows or height == MIN_ROWS
