"""Mazes over a grid of rooms."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from undertide_server.util.rng import derive
from undertide_server.worldgen.layouts.maze import (
    dead_ends,
    grid_links,
    join_dead_ends,
    perfect_maze,
    rooms_away,
)

seeds = st.binary(min_size=16, max_size=16)
sides = st.integers(2, 12)


def test_a_grid_links_neighbours_and_nobody_else() -> None:
    # 0 1 2
    # 3 4 5
    across = {(0, 1), (1, 2), (3, 4), (4, 5)}
    assert set(grid_links(3, 2)) == across | {(0, 3), (1, 4), (2, 5)}


@given(sides, sides, seeds)
@settings(max_examples=50)
def test_a_maze_is_perfect(columns: int, rows: int, seed: bytes) -> None:
    maze = perfect_maze(columns, rows, derive(seed, "test"))
    assert len(maze) == len(set(maze)) == columns * rows - 1
    assert set(maze) <= set(grid_links(columns, rows))
    # One fewer than the rooms, and all are reached: so there is one way from each to each.
    assert set(rooms_away(0, maze)) == set(range(columns * rows))


def test_mazes_differ_by_seed() -> None:
    mazes = {tuple(perfect_maze(5, 5, derive(bytes([seed]), "test"))) for seed in range(20)}
    assert len(mazes) == 20


def test_dead_ends_have_one_connection() -> None:
    assert dead_ends([(0, 1), (1, 2), (1, 3), (3, 4), (4, 5), (3, 5)]) == [0, 2]


@given(sides, sides, st.integers(0, 20), seeds)
@settings(max_examples=50)
def test_dead_ends_are_joined_until_few_enough_are_left(
    columns: int, rows: int, most: int, seed: bytes
) -> None:
    maze = perfect_maze(columns, rows, derive(seed, "test"))
    links = join_dead_ends(maze, columns, rows, most, derive(seed, "more"))
    assert len(dead_ends(links)) <= most
    assert links[: len(maze)] == maze
    assert len(set(links)) == len(links)
    assert set(links) <= set(grid_links(columns, rows))


@given(sides, sides, st.integers(0, 20), seeds)
@settings(max_examples=50)
def test_no_connection_is_added_that_was_not_needed(
    columns: int, rows: int, most: int, seed: bytes
) -> None:
    maze = perfect_maze(columns, rows, derive(seed, "test"))
    links = join_dead_ends(maze, columns, rows, most, derive(seed, "more"))
    for count in range(len(maze), len(links)):
        ends = dead_ends(links[:count])
        assert len(ends) > most
        assert set(links[count]) & set(ends)


def test_a_full_keep_has_more_than_twelve_dead_ends_before_they_are_joined() -> None:
    for seed in range(20):
        rng = derive(bytes([seed]), "test")
        maze = perfect_maze(9, 9, rng)
        assert len(dead_ends(maze)) > 12
        assert 11 <= len(dead_ends(join_dead_ends(maze, 9, 9, 12, rng))) <= 12


@pytest.mark.parametrize(("start", "expected"), [(0, [0, 1, 2, 3]), (2, [2, 1, 0, 1])])
def test_rooms_away_counts_connections(start: int, expected: list[int]) -> None:
    away = rooms_away(start, [(0, 1), (1, 2), (2, 3)])
    assert [away[room] for room in range(4)] == expected


def test_rooms_that_no_connection_leads_to_are_nowhere() -> None:
    assert rooms_away(0, [(0, 1), (2, 3)]) == {0: 0, 1: 1}
