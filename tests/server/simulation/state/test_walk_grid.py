"""Sets of cells have a bit for each cell of a floor, inside a frame that belongs to no cell."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from support.worlds.staging import make_test_game
from undertide_server.simulation.state.walk_grid import (
    RememberedGround,
    WalkGrid,
    cells_of,
    ground_of,
)

TERRAIN = make_test_game().terrain
SHAPES = arrays.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=9)
MASKS = arrays.arrays(np.bool_, SHAPES)
TILES = arrays.arrays(np.uint8, SHAPES, elements=st.integers(0, len(TERRAIN.names) - 1))


@given(mask=MASKS)
def test_a_mask_is_the_set_of_its_cells(mask: np.ndarray) -> None:
    grid = WalkGrid(mask.shape[0] + 1, mask.shape[1] + 1, 0, 0, 0)
    ys, xs = np.nonzero(mask)
    cells = zip(xs.tolist(), ys.tolist(), strict=True)
    assert cells_of(mask) == sum(grid.only(cell) for cell in cells)


@given(tiles=TILES)
def test_ground_tells_terrain_from_what_nobody_knows(tiles: np.ndarray) -> None:
    ground = ground_of(tiles, TERRAIN)
    assert ground.walkable == cells_of(TERRAIN.walkable[tiles])
    assert ground.shunned == cells_of(TERRAIN.shunned[tiles])
    assert ground.unknown == cells_of(tiles == 0)


@given(data=st.data(), tiles=TILES)
def test_what_a_hero_sees_is_added_to_what_it_knows(data: st.DataObject, tiles: np.ndarray) -> None:
    masks = data.draw(st.lists(arrays.arrays(np.bool_, tiles.shape), max_size=3))
    remembered = data.draw(arrays.arrays(np.uint8, tiles.shape, elements=st.integers(0, 3)))
    actual = np.maximum(tiles, 1)
    known = RememberedGround(ground_of(remembered, TERRAIN), ground_of(actual, TERRAIN))
    for mask in masks:
        known.mark_seen(mask)
        np.copyto(remembered, actual, where=mask)
    assert known.update() == ground_of(remembered, TERRAIN)
    assert known.update() is known.grid
