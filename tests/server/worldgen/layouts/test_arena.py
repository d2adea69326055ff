"""R10 `arena`."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.shipped import shipped
from undertide_server.util.rng import derive
from undertide_server.worldgen.layouts.arena import dig_arena
from undertide_server.worldgen.layouts.layout import FAR, Layout, Room, Stairs, is_whole, steps_from
from undertide_server.worldgen.layouts.terrain import build_terrain

RULES = shipped("default")
SIZES = RULES.layouts.arena
TERRAIN = build_terrain(RULES.terrain)

seeds = st.binary(min_size=16, max_size=16)


def layout_of(seed: bytes, **changes: int) -> Layout:
    rules = SIZES.model_copy(update=changes)
    return dig_arena(rules, Stairs(up=True, down=2), TERRAIN, derive(seed, "test"))


@given(
    seeds, st.integers(41, 90), st.integers(31, 70), st.integers(20, 50), st.integers(3, 20)
)  # fmt: skip
@settings(max_examples=40)
def test_an_arena_is_whole_at_the_first_try(
    seed: bytes, width: int, height: int, ring: int, spacing: int
) -> None:
    layout = layout_of(seed, width=width, height=height, ring=ring, spacing=spacing, standing=100)
    assert layout.tiles.shape == (height, width)
    assert is_whole(layout, TERRAIN)


@pytest.mark.parametrize("gates", [1, 2, 3, 4])
def test_an_arena_has_as_many_corner_rooms_as_gates_then_the_hall_and_the_ring(gates: int) -> None:
    layout = layout_of(bytes(16), gates=gates)
    assert len(layout.rooms) == gates + 2
    assert layout.connections == (*((one, gates) for one in range(gates)), (gates, gates + 1))
    assert layout.treasures == tuple(range(1, gates))


@given(seeds)
@settings(max_examples=20)
def test_the_hall_is_most_of_an_arena(seed: bytes) -> None:
    layout = layout_of(seed)
    cells = [len(room.cells()) for room in layout.rooms]
    assert cells[-2] * 2 > sum(cells)
    assert cells[-1] > 100


@given(seeds, st.integers(41, 120), st.integers(31, 120), st.integers(20, 50))
@settings(max_examples=40)
def test_the_ring_is_entered_through_the_hall_alone(
    seed: bytes, width: int, height: int, ring: int
) -> None:
    layout = layout_of(seed, width=width, height=height, ring=ring, standing=0)
    walkable = TERRAIN.walkable[layout.tiles].copy()
    for x, y in layout.rooms[-2].cells():
        walkable[y, x] = False
    steps = steps_from(layout.arrival, walkable)
    assert all(steps[y, x] == FAR for x, y in layout.rooms[-1].cells())
    ring_cells = set(layout.rooms[-1].cells())
    doorstep = [
        (x, y)
        for x, y in layout.rooms[-2].cells()
        if ring_cells & set(Room(x - 1, y - 1, 3, 3).cells())
    ]
    # Two gaps or four, each three cells wide at the most, with those beside them.
    assert 2 <= len(doorstep) <= 4 * 5


def test_pillars_stand_alone_and_some_have_fallen() -> None:
    def pillars(layout: Layout) -> list[tuple[int, int]]:
        """Return solid cells whose eight neighbours can all be walked."""
        walkable = TERRAIN.walkable[layout.tiles]
        return [
            (int(x), int(y))
            for y, x in np.argwhere(~walkable[1:-1, 1:-1]) + 1
            if walkable[y - 1 : y + 2, x - 1 : x + 2].sum() == 8
        ]

    assert pillars(layout_of(bytes(16), standing=0)) == []
    every = pillars(layout_of(bytes(16), standing=100))
    some = pillars(layout_of(bytes(16), standing=50))
    assert len(every) > 20
    assert set(some) < set(every)


def test_arenas_differ_by_seed() -> None:
    drawn = {layout_of(bytes([number] * 16)).tiles.tobytes() for number in range(20)}
    assert len(drawn) == 20
