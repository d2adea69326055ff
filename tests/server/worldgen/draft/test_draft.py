"""Terrain laid on a draft: no way is cut, and none left only through harm."""

from dataclasses import replace

import numpy as np
import pytest

from support.worlds.drafts import GAME, dug, name_at
from undertide_server.worldgen.draft.draft import Draft

CODES = GAME.terrain.codes
CORRIDOR = ["#######", "#.....#", "#######"]


def drawn(rows: list[str]) -> Draft:
    """Return a draft whose map is drawn: '#' wall, '.' floor, '~' deep water."""
    signs = {"#": "wall", ".": "floor", "~": "water"}
    tiles = np.array([[CODES[signs[sign]] for sign in row] for row in rows], dtype=np.uint8)
    return replace(dug(GAME), tiles=tiles, taken=set())


@pytest.mark.parametrize("terrain", ["wall", "water", "acid", "portal", "fire_trap"])
def test_what_stops_or_harms_never_lies_across_the_only_way(terrain: str) -> None:
    draft = drawn(CORRIDOR)
    assert draft.lay([(3, 1)], terrain) == []
    assert name_at(draft, (3, 1)) == "floor"


def test_the_end_of_a_way_may_be_closed_and_the_next_is_then_the_end() -> None:
    draft = drawn(CORRIDOR)
    assert draft.lay([(3, 1), (1, 1), (2, 1)], "acid") == [(1, 1), (2, 1)]


def test_what_does_no_harm_lies_anywhere() -> None:
    draft = drawn(CORRIDOR)
    assert draft.lay([(x, 1) for x in range(1, 6)], "grass") == [(x, 1) for x in range(1, 6)]


def test_new_ground_is_only_opened_beside_ground() -> None:
    draft = drawn(["#######", "#.~~~.#", "#.~~~.#", "#.~~~.#", "#######"])
    assert draft.lay([(3, 2)], "thick_ice") == []
    assert draft.lay([(2, 2), (3, 2)], "thick_ice") == [(2, 2), (3, 2)]


def test_taken_cells_stay_as_they_are() -> None:
    draft = drawn(CORRIDOR)
    draft.taken = {(2, 1)}
    assert draft.lay([(2, 1), (3, 1)], "grass") == [(3, 1)]


def test_harmless_ground_can_change_under_what_stands_there() -> None:
    draft = drawn(["#######", "#..~..#", "#######"])
    draft.taken = {(2, 1)}
    cells = [(x, 1) for x in range(7)]
    assert draft.resurface(cells, "ash") == [(1, 1), (2, 1), (4, 1), (5, 1)]
    assert draft.resurface(cells, "embers") == draft.resurface(cells, "tree") == []
    assert [name_at(draft, cell) for cell in cells[1:4]] == ["ash", "ash", "water"]


def test_doors_and_harm_are_no_ground_to_change() -> None:
    draft = drawn(CORRIDOR)
    draft.tiles[1, 2:4] = CODES["door"], CODES["spikes"]
    assert draft.resurface([(2, 1), (3, 1)], "ash") == []
