"""Every layout, for every seed: whole, bounded, the same again; and what happens when one fails."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from undertide_server.content.floors import Layouts, RoomsAndCorridors
from undertide_server.content.load import load_ruleset
from undertide_server.rng import Rng
from undertide_server.worldgen.layouts.layout import FAR, Layout, Stairs, is_whole, steps_from
from undertide_server.worldgen.layouts.registry import ATTEMPTS, LAYOUTS, first_whole, lay_out
from undertide_server.worldgen.terrain import TerrainTable, build_terrain

RULES = load_ruleset("default")
TERRAIN = build_terrain(RULES.terrain)
BOTH = Stairs(up=True, down=True)

seeds = st.binary(min_size=16, max_size=16)
stairs = st.builds(Stairs, up=st.booleans(), down=st.booleans())


@st.composite
def settings_of_rooms(draw: st.DrawFn) -> Layouts:
    width, height = draw(st.integers(20, 90)), draw(st.integers(15, 60))
    smallest = draw(st.integers(3, 8))
    return Layouts(
        rooms_and_corridors=RoomsAndCorridors(
            width=width,
            height=height,
            rooms=draw(st.integers(1, 40)),
            smallest=smallest,
            largest=draw(st.integers(smallest, min(30, width - 2, height - 2))),
            loops=draw(st.integers(0, 100)),
            doors=draw(st.integers(0, 100)),
        )
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


@pytest.mark.parametrize("name", sorted(LAYOUTS))
@given(seed=seeds, depth=st.integers(1, 20), wanted=stairs)
@settings(max_examples=60)
def test_layouts_keep_their_promises(name: str, seed: bytes, depth: int, wanted: Stairs) -> None:
    check(lay_out(name, RULES.layouts, wanted, TERRAIN, seed, depth), wanted)


@pytest.mark.parametrize("name", sorted(LAYOUTS))
@given(rules=settings_of_rooms(), seed=seeds, wanted=stairs)
@settings(max_examples=60)
def test_layouts_keep_their_promises_with_any_settings(
    name: str, rules: Layouts, seed: bytes, wanted: Stairs
) -> None:
    check(lay_out(name, rules, wanted, TERRAIN, seed, 3), wanted)


@pytest.mark.parametrize("name", sorted(LAYOUTS))
@given(seed=seeds, depth=st.integers(1, 20))
@settings(max_examples=20)
def test_the_same_seed_and_depth_give_the_same_layout(name: str, seed: bytes, depth: int) -> None:
    one = lay_out(name, RULES.layouts, BOTH, TERRAIN, seed, depth)
    other = lay_out(name, RULES.layouts, BOTH, TERRAIN, seed, depth)
    assert np.array_equal(one.tiles, other.tiles)
    assert one.rooms == other.rooms


def test_floors_of_one_seed_differ() -> None:
    tiles = {
        lay_out(
            "rooms_and_corridors", RULES.layouts, BOTH, TERRAIN, bytes(16), depth
        ).tiles.tobytes()
        for depth in range(1, 21)
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
