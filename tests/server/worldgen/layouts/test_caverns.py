"""R10 `caverns`."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.shipped import shipped
from undertide_server.util.rng import derive
from undertide_server.worldgen.layouts.caverns import LEAST, dig_caverns
from undertide_server.worldgen.layouts.layout import Layout, Stairs, is_whole
from undertide_server.worldgen.layouts.masks import parts_of
from undertide_server.worldgen.layouts.terrain import build_terrain

RULES = shipped("default")
SIZES = RULES.layouts.caverns
TERRAIN = build_terrain(RULES.terrain)

seeds = st.binary(min_size=16, max_size=16)


def layout_of(seed: bytes, **changes: int) -> Layout:
    rules = SIZES.model_copy(update=changes)
    return dig_caverns(rules, Stairs(up=True, down=2), TERRAIN, derive(seed, "test"))


def catalogue(count: int, **changes: int) -> list[Layout]:
    return [layout_of(number.to_bytes(16, "little"), **changes) for number in range(count)]


@given(seeds, st.integers(0, 200), st.integers(0, 8))
@settings(max_examples=30)
def test_a_cave_is_whole_at_the_first_try(seed: bytes, ragged: int, smoothing: int) -> None:
    assert is_whole(layout_of(seed, ragged=ragged, smoothing=smoothing), TERRAIN)


def test_a_cave_is_several_chambers_not_one() -> None:
    counts = [len(layout.rooms) for layout in catalogue(100)]
    assert min(counts) >= 4
    assert 7 <= sum(counts) / len(counts) <= 13


def test_chambers_are_joined_by_ways_one_cell_wide() -> None:
    for layout in catalogue(10):
        ways = TERRAIN.walkable[layout.tiles].copy()
        for room in layout.rooms:
            for x, y in room.cells():
                ways[y, x] = False
        assert ways.sum() >= len(layout.rooms) - 1
        # No four cells of ways make a square: ways may meet, but never widen into a hall.
        squares = ways[:-1, :-1] & ways[1:, :-1] & ways[:-1, 1:] & ways[1:, 1:]
        assert squares.sum() * 10 <= ways.sum()


def test_a_cave_offers_as_much_ground_as_other_floors() -> None:
    ground = [int(TERRAIN.walkable[layout.tiles].sum()) for layout in catalogue(100)]
    assert min(ground) >= 500
    assert 700 <= sum(ground) / len(ground) <= 1200


@given(seeds)
@settings(max_examples=20)
def test_chambers_are_apart_but_for_their_ways(seed: bytes) -> None:
    layout = layout_of(seed)
    mask = np.zeros(layout.tiles.shape, dtype=np.bool_)
    for room in layout.rooms:
        assert len(room.cells()) >= LEAST
        for x, y in room.cells():
            mask[y, x] = True
    assert len(parts_of(mask)) == len(layout.rooms)


def test_a_cave_is_not_called_or_drawn_as_masonry() -> None:
    used = {TERRAIN.names[code] for code in np.unique(layout_of(bytes(16)).tiles)}
    assert used == {"cave_floor", "cave_wall", "stairs_up", "stairs_down"}


def test_smoothing_takes_away_what_is_ragged() -> None:
    def edges(layout: Layout) -> int:
        walkable = TERRAIN.walkable[layout.tiles]
        return int(
            (walkable[1:] != walkable[:-1]).sum() + (walkable[:, 1:] != walkable[:, :-1]).sum()
        )

    rough = sum(map(edges, catalogue(10, smoothing=0)))
    smooth = sum(map(edges, catalogue(10, smoothing=4)))
    assert smooth * 3 < rough * 2


def test_loops_are_ways_beyond_those_that_are_needed() -> None:
    for layout in catalogue(10, loops=0):
        assert len(layout.connections) == len(layout.rooms) - 1
    assert any(len(layout.connections) >= len(layout.rooms) for layout in catalogue(10, loops=100))


def test_a_single_chamber_is_a_cave_too() -> None:
    for layout in catalogue(10, chambers=1, smallest=5, largest=5, ragged=200, smoothing=8):
        assert len(layout.rooms) == 1
        assert is_whole(layout, TERRAIN)
        assert len({layout.arrival, layout.stairs_up, *layout.stairs_down}) == 4
