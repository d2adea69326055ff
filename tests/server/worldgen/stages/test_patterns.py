"""R12: preset walls of themes."""

from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.content.shipped import shipped
from undertide_server.content.records.themes import InlayName, PatternName
from undertide_server.worldgen.draft.wholeness import is_spare
from undertide_server.worldgen.layouts.layout import Room
from undertide_server.worldgen.layouts.masks import parts_of
from undertide_server.worldgen.layouts.terrain import build_terrain
from undertide_server.worldgen.stages.patterns import PATTERNS, inlay_cells, pattern_cells

TERRAIN = build_terrain(shipped("default").terrain)
names = st.sampled_from(get_args(PatternName))
PICTURES: dict[PatternName, tuple[str, ...]] = {
    "none": (".......",) * 7,
    "corners": ("##...##", "#.....#", ".......", ".......", ".......", "#.....#", "##...##"),
    "columns": (".......", ".#.#.#.", ".......", ".......", ".......", ".#.#.#.", "......."),
    "cross": (".......", ".......", "...#...", "..###..", "...#...", ".......", "......."),
    "alcoves": (".#.#.#.", ".......", ".......", ".......", ".......", ".......", ".#.#.#."),
    "cells": ("...#...", "...#...", "#.###.#", ".......", "#.###.#", "...#...", "...#..."),
    "hedges": (".......", ".##.##.", ".#...#.", ".......", ".#...#.", ".##.##.", "......."),
    "stalls": (".......", ".##.##.", ".......", ".##.##.", ".......", ".##.##.", "......."),
}


@pytest.mark.parametrize("name", get_args(PatternName))
def test_a_pattern_of_a_keeps_room_looks_so(name: PatternName) -> None:
    cells = pattern_cells(name, Room(10, 20, 7, 7))
    rows = ["".join("#" if (x, y) in cells else "." for x in range(10, 17)) for y in range(20, 27)]
    assert tuple(rows) == PICTURES[name]


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("checks", ("#.#.#", ".#.#.", "#.#.#", ".#.#.")),
        ("rings", ("#####", "#...#", "#...#", "#####")),
        ("stripes", ("#####", ".....", "#####", ".....")),
    ],
)
def test_a_tiled_floor_looks_so(name: InlayName, rows: tuple[str, ...]) -> None:
    cells = inlay_cells(name, Room(10, 20, 5, 4))
    assert rows == tuple(
        "".join("#" if (x, y) in cells else "." for x in range(10, 15)) for y in range(20, 24)
    )


def test_a_tiled_floor_ends_where_its_room_does() -> None:
    room = Room(10, 20, 5, 4, ground=((10, 20), (11, 21), (12, 21)))
    assert inlay_cells("checks", room) == [(10, 20), (11, 21)]


@given(names, st.integers(1, 30), st.integers(1, 30))
def test_a_pattern_lies_within_its_room_and_leaves_ground(
    name: PatternName, width: int, height: int
) -> None:
    room = Room(3, 5, width, height)
    cells = pattern_cells(name, room)
    assert len(set(cells)) == len(cells)
    assert set(cells) <= set(room.cells())
    assert len(cells) < width * height


def test_a_pattern_has_only_cells_that_are_of_the_room() -> None:
    whole = Room(0, 0, 7, 7)
    half = Room(0, 0, 7, 7, tuple(cell for cell in whole.cells() if cell[0] < 4))
    for name in get_args(PatternName):
        expected = [cell for cell in pattern_cells(name, whole) if cell[0] < 4]
        assert pattern_cells(name, half) == expected


@given(names, st.integers(1, 14), st.integers(1, 14))
def test_a_room_with_a_pattern_is_whole_at_every_step(
    name: PatternName, width: int, height: int
) -> None:
    tiles = np.full((height + 2, width + 2), TERRAIN.codes["wall"], dtype=np.uint8)
    tiles[1:-1, 1:-1] = TERRAIN.codes["floor"]
    for cell in pattern_cells(name, Room(1, 1, width, height)):
        assert is_spare(tiles, cell, TERRAIN)
        tiles[cell[1], cell[0]] = TERRAIN.codes["wall"]
    assert len(parts_of(TERRAIN.walkable[tiles])) == 1


def test_patterns_are_those_that_content_can_name() -> None:
    assert set(PATTERNS) == set(get_args(PatternName))
