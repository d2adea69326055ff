"""Ways lead round what is shunned, unless nothing else leads there."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_server.simulation.systems.ways import only, way_round


def way(rows: list[str]) -> list[tuple[int, int]]:
    """Return the way from 'S' to the nearest 'G' or 'X'; '^' and 'X' are shunned, '#' is solid."""
    cells = np.array([list(row) for row in rows])
    (start_y, start_x), *_ = np.argwhere(cells == "S").tolist()
    shunned = np.isin(cells, ["^", "X"])
    return way_round(cells != "#", shunned, (start_x, start_y), np.isin(cells, ["G", "X"]))


def test_the_straight_way_is_taken_where_nothing_is_in_it() -> None:
    assert way(["S..G"]) == [(3, 0), (2, 0), (1, 0)]


def test_a_way_round_is_taken_however_long() -> None:
    assert (1, 0) not in way(["S^G", ".#.", ".#.", ".#.", ".#.", "..."])


def test_where_nothing_else_leads_the_way_leads_over_it() -> None:
    assert way(["S^^G"]) == [(3, 0), (2, 0), (1, 0)]


def test_of_ways_over_what_is_shunned_the_least_is_taken() -> None:
    rows = ["S^^G", ".##.", ".##.", ".##.", "..^."]
    assert (2, 4) in way(rows)


def test_a_goal_may_be_shunned_itself() -> None:
    assert way(["S.X"]) == [(2, 0), (1, 0)]


@pytest.mark.parametrize("rows", [["S#G"], ["S.."], ["S"]])
def test_where_there_is_no_way_it_is_empty(rows: list[str]) -> None:
    assert way(rows) == []


@given(st.lists(st.text("#.^G", min_size=6, max_size=6), min_size=2, max_size=6))
def test_any_way_is_a_chain_of_steps_over_ground_to_a_goal(rows: list[str]) -> None:
    rows = ["S" + rows[0][1:], *rows[1:]]
    found = way(rows)
    if not found:
        return
    assert rows[found[0][1]][found[0][0]] == "G"
    steps = [*found, (0, 0)]
    for one, other in pairwise(steps):
        assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1
        assert rows[one[1]][one[0]] != "#"


def test_only_one_cell_is_true() -> None:
    assert np.argwhere(only(np.ones((3, 4), dtype=np.bool_), (2, 1))).tolist() == [[1, 2]]
