"""Ways lead round what is shunned, unless nothing else leads there."""

from collections import deque
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.worlds.staging import make_test_game
from undertide_server.simulation.queries.pathfinding import safe_way, way_round
from undertide_server.simulation.state.floor_index import DIRECTIONS
from undertide_server.simulation.state.walk_grid import Cells, WalkGrid, ground_of
from undertide_shared.geometry import distance

TERRAIN = make_test_game().terrain
SIGNS = {"#": "wall", "^": "acid", "X": "acid", "?": "unknown"}
"""Terrain that signs stand for; others are floor."""


def drawn(rows: list[str]) -> WalkGrid:
    """Return the ground of whoever remembers what is drawn."""
    names = [[SIGNS.get(sign, "floor") for sign in row] for row in rows]
    codes = [[TERRAIN.codes[name] for name in row] for row in names]
    return ground_of(np.array(codes, dtype=np.uint8), TERRAIN)


def cells_of(rows: list[str], signs: str) -> list[tuple[int, int]]:
    """Return the cells of some signs, row after row."""
    return [(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in signs]


def set_of(ground: WalkGrid, cells: list[tuple[int, int]]) -> Cells:
    """Return a set of these cells."""
    return sum(ground.only(cell) for cell in cells)


def way(rows: list[str]) -> list[tuple[int, int]]:
    """Return the way from 'S' to the nearest 'G' or 'X'; '^' and 'X' are shunned, '#' is solid."""
    ground = drawn(rows)
    (start,) = cells_of(rows, "S")
    return way_round(ground, start, set_of(ground, cells_of(rows, "GX")))


def searched(rows: list[str]) -> list[tuple[int, int]]:
    """Return the way that a plain search in breadth finds from 'S' to 'G' or 'X', round '^'."""
    (start,) = cells_of(rows, "S")
    free = set(cells_of(rows, ".GX"))
    came_from: dict[tuple[int, int], tuple[int, int]] = {}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for dx, dy in DIRECTIONS:
            cell = (here[0] + dx, here[1] + dy)
            if cell in free and cell not in came_from:
                came_from[cell] = here
                queue.append(cell)
                if rows[cell[1]][cell[0]] in "GX":
                    found = [cell]
                    while came_from[found[-1]] != start:
                        found.append(came_from[found[-1]])
                    return found
    return []


def test_the_straight_way_is_taken_where_nothing_is_in_it() -> None:
    assert way(["S..G"]) == [(3, 0), (2, 0), (1, 0)]


def test_a_way_round_is_taken_however_long() -> None:
    assert (1, 0) not in way(["S^G", ".#.", ".#.", ".#.", ".#.", "..."])


def test_where_nothing_else_leads_the_way_leads_over_it() -> None:
    assert way(["S" + "^" * 98 + "G"]) == [(x, 0) for x in range(99, 0, -1)]


def test_a_step_over_what_is_shunned_costs_the_same_in_every_direction() -> None:
    assert way(["S.^^^.G", "#^###^#", "##^#^##", "###^###"]) == [(x, 0) for x in range(6, 0, -1)]
    assert way(["S###", ".^##", "^#^#", ".^.G"]) == [(3, 3), (2, 2), (1, 1)]
    assert way(["S###", "#^##", "##^#", "###G"]) == [(3, 3), (2, 2), (1, 1)]


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
        assert distance(one, other) == 1
        assert rows[one[1]][one[0]] != "#"


@given(
    st.integers(1, 9).flatmap(
        lambda width: st.lists(st.text("#..^GX?", min_size=width, max_size=width), min_size=1)
    ),
    st.data(),
)
def test_of_ways_as_short_it_is_the_one_that_a_plain_search_finds(
    rows: list[str], data: st.DataObject
) -> None:
    y = data.draw(st.integers(0, len(rows) - 1))
    x = data.draw(st.integers(0, len(rows[y]) - 1))
    rows[y] = rows[y][:x] + "S" + rows[y][x + 1 :]
    expected = searched(rows)
    if expected:
        assert way(rows) == expected
    elif not cells_of(rows, "^"):
        assert way(rows) == []


@given(
    st.integers(1, 9).flatmap(
        lambda width: st.lists(st.text("#.^?", min_size=width, max_size=width), min_size=1)
    )
)
def test_ground_says_of_each_cell_what_it_is_and_what_is_around(rows: list[str]) -> None:
    ground = drawn(rows)
    assert ground.walkable == set_of(ground, cells_of(rows, ".^"))
    assert ground.shunned == set_of(ground, cells_of(rows, "^"))
    assert ground.unknown == set_of(ground, cells_of(rows, "?"))
    everywhere = cells_of(rows, "#.^?")
    for x, y in everywhere:
        beside = [cell for cell in everywhere if abs(cell[0] - x) <= 1 >= abs(cell[1] - y)]
        around = ground.around(ground.only((x, y))) & set_of(ground, everywhere)
        assert around == set_of(ground, beside)


def test_a_safe_way_leads_over_nothing_shunned_and_is_no_longer_than_allowed() -> None:
    rows = ["S...G", "^^^^^", "G...."]
    ground = drawn(rows)
    goals = set_of(ground, cells_of(rows, "G"))
    assert safe_way(ground, (0, 0), goals, 4) == [(4, 0), (3, 0), (2, 0), (1, 0)]
    assert safe_way(ground, (0, 0), goals, 3) == []
    assert safe_way(ground, (0, 0), ground.only((0, 2)), 9) == [], "only through harm"
    assert safe_way(ground, (0, 0), ground.only((0, 0)), 9) == [], "it is there"
    assert safe_way(ground, (0, 0), ground.only((0, 1)), 9) == [], "it would harm"
    assert safe_way(ground, (4, 1), goals, 1) == [(4, 0)], "away from harm"


@given(st.integers(0, 6), st.integers(0, 3), st.integers(0, 5))
def test_a_box_has_the_cells_around_and_none_outside_the_floor(x: int, y: int, reach: int) -> None:
    ground = drawn(["......."] * 4)
    cells = [(cx, cy) for cy in range(4) for cx in range(7)]
    inside = [cell for cell in cells if distance(cell, (x, y)) <= reach]
    assert ground.box((x, y), reach) == set_of(ground, inside)
