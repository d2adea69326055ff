"""Every layout, for every seed: whole, bounded, the same again; and what happens when one fails."""

from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from largest_layouts import LARGEST
from undertide_server.content.floors import Arena, Caverns, Keep, Layouts, RoomsAndCorridors
from undertide_server.content.layout_names import LayoutName
from undertide_server.content.load import load_ruleset
from undertide_server.rng import Rng
from undertide_server.worldgen.layouts.layout import (
    FAR,
    Layout,
    Room,
    Stairs,
    is_whole,
    steps_from,
)
from undertide_server.worldgen.layouts.maze import rooms_away
from undertide_server.worldgen.layouts.registry import ATTEMPTS, LAYOUTS, first_whole, lay_out
from undertide_server.worldgen.terrain import TerrainTable, build_terrain

RULES = load_ruleset("default")
TERRAIN = build_terrain(RULES.terrain)
BOTH = Stairs(up=True, down=True)

seeds = st.binary(min_size=16, max_size=16)
stairs = st.builds(Stairs, up=st.booleans(), down=st.booleans())


percent = st.integers(0, 100)


@st.composite
def rooms_rules(draw: st.DrawFn) -> RoomsAndCorridors:
    width, height = draw(st.integers(20, 90)), draw(st.integers(15, 60))
    smallest = draw(st.integers(3, 8))
    return RoomsAndCorridors(
        width=width,
        height=height,
        rooms=draw(st.integers(1, 40)),
        smallest=smallest,
        largest=draw(st.integers(smallest, min(30, width - 2, height - 2))),
        loops=draw(percent),
        doors=draw(percent),
    )


@st.composite
def caverns_rules(draw: st.DrawFn) -> Caverns:
    width, height = draw(st.integers(20, 90)), draw(st.integers(15, 60))
    smallest = draw(st.integers(5, 13))
    return Caverns(
        width=width,
        height=height,
        chambers=draw(st.integers(1, 100)),
        smallest=smallest,
        largest=draw(st.integers(smallest, min(30, width - 2, height - 2))),
        ragged=draw(st.integers(0, 200)),
        smoothing=draw(st.integers(0, 8)),
        loops=draw(percent),
    )


arena_rules = st.builds(
    Arena,
    width=st.integers(41, 120),
    height=st.integers(31, 120),
    gates=st.integers(1, 4),
    ring=st.integers(20, 50),
    spacing=st.integers(3, 20),
    standing=percent,
)
keep_rules = st.builds(
    Keep,
    columns=st.integers(2, 12),
    rows=st.integers(2, 12),
    side=st.integers(3, 12),
    dead_ends=st.integers(0, 20),
    doors=percent,
    monsters=st.integers(0, 200),
)
settings_of_layouts = st.builds(
    Layouts,
    rooms_and_corridors=rooms_rules(),
    caverns=caverns_rules(),
    arena=arena_rules,
    keep=keep_rules,
    small_keep=keep_rules,
)


def check(layout: Layout, wanted: Stairs) -> None:
    """Assert all that every layout promises."""
    codes, tiles = TERRAIN.codes, layout.tiles
    walkable = TERRAIN.walkable[tiles]
    assert not walkable[[0, -1], :].any()
    assert not walkable[:, [0, -1]].any()
    steps = steps_from(layout.arrival, walkable)
    assert steps[layout.arrival[1], layout.arrival[0]] == 0
    assert (steps[walkable] < FAR).all()
    assert (layout.stairs_up is not None) == wanted.up
    assert len(layout.stairs_down) == int(wanted.down)
    for name, cells in (
        ("stairs_up", [layout.stairs_up] if layout.stairs_up else []),
        ("stairs_down", list(layout.stairs_down)),
    ):
        found = [(int(x), int(y)) for y, x in np.argwhere(tiles == codes[name])]
        assert found == cells
    if layout.stairs_up:
        assert steps[layout.stairs_up[1], layout.stairs_up[0]] == 1
        assert layout.stairs_up in layout.rooms[0].cells()
    assert layout.arrival in layout.rooms[0].cells()
    assert all(cell in layout.rooms[-1].cells() for cell in layout.stairs_down)
    assert all(walkable[y, x] for room in layout.rooms for x, y in room.cells())
    assert codes["unknown"] not in tiles
    homes = [cell for room in layout.rooms for cell in room.cells()]
    assert len(set(homes)) == len(homes)
    for room in layout.rooms:
        assert set(room.cells()) <= set(Room(room.x, room.y, room.width, room.height).cells())
    assert rooms_joined(layout) == set(range(len(layout.rooms)))


def rooms_joined(layout: Layout) -> set[int]:
    """Return the rooms to which connections lead from the first."""
    return set(rooms_away(0, layout.connections))


@pytest.mark.parametrize("name", sorted(LAYOUTS))
@given(seed=seeds, floor_number=st.integers(1, 20), wanted=stairs)
@settings(max_examples=25)
def test_layouts_keep_their_promises(
    name: LayoutName, seed: bytes, floor_number: int, wanted: Stairs
) -> None:
    check(lay_out(name, RULES.layouts, wanted, TERRAIN, seed, floor_number), wanted)


@pytest.mark.parametrize("name", sorted(LAYOUTS))
@given(rules=settings_of_layouts, seed=seeds, wanted=stairs)
@settings(max_examples=25)
def test_layouts_keep_their_promises_with_any_settings(
    name: LayoutName, rules: Layouts, seed: bytes, wanted: Stairs
) -> None:
    check(lay_out(name, rules, wanted, TERRAIN, seed, 3), wanted)


@pytest.mark.parametrize("name", sorted(LAYOUTS))
@given(seed=seeds, floor_number=st.integers(1, 20))
@settings(max_examples=10)
def test_the_same_seed_and_depth_give_the_same_layout(
    name: LayoutName, seed: bytes, floor_number: int
) -> None:
    one = lay_out(name, RULES.layouts, BOTH, TERRAIN, seed, floor_number)
    other = lay_out(name, RULES.layouts, BOTH, TERRAIN, seed, floor_number)
    assert np.array_equal(one.tiles, other.tiles)
    assert (one.rooms, one.connections, one.maze) == (other.rooms, other.connections, other.maze)


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_layouts_keep_their_promises_at_the_largest(name: LayoutName) -> None:
    for number in range(2):
        seed = number.to_bytes(16, "little")
        layout = lay_out(name, LARGEST, BOTH, TERRAIN, seed, 3)
        check(layout, BOTH)
        assert max(layout.tiles.shape) <= 200


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_layouts_that_ship_never_fall_back(name: LayoutName) -> None:
    for number in range(30):
        layout = LAYOUTS[name](RULES.layouts, BOTH, TERRAIN, Rng(number.to_bytes(16, "little")))
        assert layout is not None
        assert is_whole(layout, TERRAIN)


def test_makers_are_those_that_content_can_name() -> None:
    assert set(LAYOUTS) == set(get_args(LayoutName))
    assert set(Layouts.model_fields) == set(get_args(LayoutName))


def test_floors_of_one_seed_differ() -> None:
    tiles = {
        lay_out(
            "rooms_and_corridors", RULES.layouts, BOTH, TERRAIN, bytes(16), floor_number
        ).tiles.tobytes()
        for floor_number in range(1, 21)
    }
    assert len(tiles) == 20


def test_tiles_cannot_be_written_to() -> None:
    layout = lay_out("rooms_and_corridors", RULES.layouts, BOTH, TERRAIN, bytes(16), 1)
    with pytest.raises(ValueError, match="read-only"):
        layout.tiles[0, 0] = 1


def test_a_layout_that_always_fails_falls_back_to_a_hall() -> None:
    tries: list[int] = []

    def fails(_layouts: Layouts, _stairs: Stairs, _terrain: TerrainTable, _rng: Rng) -> None:
        tries.append(1)

    layout = first_whole(fails, RULES.layouts, BOTH, TERRAIN, bytes(16), 5)
    assert len(tries) == ATTEMPTS
    assert len(layout.rooms) == 1
    check(layout, BOTH)


def test_a_layout_in_two_parts_is_tried_again() -> None:
    whole = lay_out("rooms_and_corridors", RULES.layouts, BOTH, TERRAIN, bytes(16), 5)
    tiles = whole.tiles.copy()
    tiles[:] = TERRAIN.codes["wall"]
    for x, y in (whole.rooms[0].cells()[0], whole.rooms[-1].cells()[0]):
        tiles[y, x] = TERRAIN.codes["floor"]
    torn = Layout(tiles, whole.rooms, whole.rooms[0].cells()[0], None, ())
    made = [torn, None, whole]

    def at_last(
        _layouts: Layouts, _stairs: Stairs, _terrain: TerrainTable, _rng: Rng
    ) -> Layout | None:
        return made.pop(0)

    assert not is_whole(torn, TERRAIN)
    assert first_whole(at_last, RULES.layouts, BOTH, TERRAIN, bytes(16), 5) is whole
    assert made == []
