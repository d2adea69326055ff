"""No way may be cut by what is put on a floor, nor be left only through harm."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from support.content.shipped import shipped
from undertide_server.worldgen.draft.wholeness import is_spare, keeps_whole
from undertide_server.worldgen.layouts.masks import parts_of
from undertide_server.worldgen.layouts.terrain import build_terrain

TERRAIN = build_terrain(shipped("default").terrain)
CODES = TERRAIN.codes
SIGNS = {"#": "wall", ".": "floor", "^": "spikes", "≈": "water"}


def drawn(*rows: str) -> NDArray[np.uint8]:
    """Return tiles with a wall around rows of signs."""
    codes = [[CODES[SIGNS[sign]] for sign in row] for row in rows]
    return np.pad(np.array(codes, dtype=np.uint8), 1, constant_values=CODES["wall"])


def thawed(tiles: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return tiles whose thick ice has become the water below it."""
    return np.where(tiles == CODES["thick_ice"], CODES["water"], tiles).astype(np.uint8)


def ways(tiles: NDArray[np.uint8]) -> tuple[int, int]:
    """Return into how many parts the ground falls, and the ground without harm."""
    walkable = TERRAIN.walkable[tiles]
    return len(parts_of(walkable)), len(parts_of(walkable & ~TERRAIN.shunned[tiles]))


@pytest.mark.parametrize(
    ("rows", "spare"),
    [
        (("...", "...", "..."), True),
        (("###", "...", "###"), False),
        (("#.#", "#..", "###"), True),  # a step aslant leads past the corner
        (("#.#", "..#", "###"), True),
        (("..#", "#.#", "#.."), False),
        (("###", "#..", "###"), True),
        (("###", "#.#", "###"), True),
        (("#.#", "###", "#.#"), True),  # closed already
        (("...", ".^.", "..."), True),
        (("^.^", "^.^", "^.^"), False),  # the only way without harm
        (("^.^", ".^.", "^.^"), True),
    ],
)
def test_a_cell_is_spare_where_a_way_leads_round_it(rows: tuple[str, ...], spare: bool) -> None:
    assert is_spare(drawn(*rows), (2, 2), TERRAIN) is spare


def test_the_border_of_a_map_is_never_spare_and_never_changes() -> None:
    tiles = drawn("...", "...", "...")
    for cell in ((0, 2), (4, 2), (2, 0), (2, 4)):
        assert not is_spare(tiles, cell, TERRAIN)
        for code in CODES.values():
            assert not keeps_whole(tiles, cell, code, TERRAIN)


@pytest.mark.parametrize(
    ("rows", "terrain", "fits"),
    [
        (("###", "...", "###"), "wall", False),
        (("###", "...", "###"), "spikes", False),
        (("###", "...", "###"), "mud", True),
        (("...", "...", "..."), "spikes", True),
        (("^^^", "^^^", "^^^"), "spikes", True),
        (("^^^", "^^^", "^^^"), "floor", False),  # safe ground that none leads to
        (("^^^", "^^^", "^^."), "floor", True),
        (("###", "###", "###"), "floor", False),  # a hollow in the rock
        (("###", "##.", "###"), "floor", True),
        (("###", "###", "###"), "glass", True),
        (("###", "...", "###"), "thick_ice", False),  # the only way, until it thaws
        (("...", "...", "..."), "thick_ice", True),
        (("≈≈≈", "≈≈≈", "≈≈≈"), "thick_ice", False),  # ice that none leads to
        (("≈≈≈", "≈≈.", "≈≈≈"), "thick_ice", True),
    ],
)
def test_a_floor_stays_whole(rows: tuple[str, ...], terrain: str, fits: bool) -> None:
    assert keeps_whole(drawn(*rows), (2, 2), CODES[terrain], TERRAIN) is fits


cells = st.tuples(st.integers(0, 9), st.integers(0, 7))
terrains = st.sampled_from(
    ["wall", "wall", "spikes", "spikes", "mud", "floor", "glass", "tree", "thick_ice"]
)


@given(st.lists(st.tuples(cells, terrains), min_size=40, max_size=200))
@settings(max_examples=60)
def test_whatever_is_laid_no_way_is_cut(wishes: list[tuple[tuple[int, int], str]]) -> None:
    tiles = drawn(*["........"] * 6)
    for cell, terrain in wishes:
        if keeps_whole(tiles, cell, CODES[terrain], TERRAIN):
            tiles[cell[1], cell[0]] = CODES[terrain]
            for open_parts, safe_parts in (ways(tiles), ways(thawed(tiles))):
                assert open_parts <= 1
                assert safe_parts <= 1
