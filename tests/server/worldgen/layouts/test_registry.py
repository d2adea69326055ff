"""Every layout, for every seed: whole, bounded, the same again; and what happens when one fails."""

from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from support.worlds.any_layouts import LARGEST, settings_of_layouts
from undertide_server.content.records.layouts import LayoutName, Layouts
from undertide_server.util.rng import Rng, derive
from undertide_server.worldgen.layouts.furnish import furnish
from undertide_server.worldgen.layouts.layout import FAR, Layout, Room, Stairs, is_whole, steps_from
from undertide_server.worldgen.layouts.maze import rooms_away
from undertide_server.worldgen.layouts.registry import ATTEMPTS, first_whole, hall, lay_out
from undertide_server.worldgen.layouts.terrain import TerrainTable, build_terrain

RULES = shipped("default")
TERRAIN = build_terrain(RULES.terrain)
BOTH = Stairs(up=True, down=3)
seeds = st.binary(min_size=16, max_size=16)
stairs = st.builds(Stairs, up=st.booleans(), down=st.integers(0, 3))
keys = st.text("0123456789.", max_size=20)


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
    assert len(layout.stairs_down) == wanted.down
    for name, cells in (
        ("stairs_up", [layout.stairs_up] if layout.stairs_up else []),
        ("stairs_down", list(layout.stairs_down)),
    ):
        found = [(int(x), int(y)) for y, x in np.argwhere(tiles == codes[name])]
        assert sorted(found) == sorted(cells)
    if layout.stairs_up:
        assert steps[layout.stairs_up[1], layout.stairs_up[0]] == 1
        assert layout.stairs_up in layout.rooms[0].cells()
    assert layout.arrival in layout.rooms[0].cells()
    if layout.stairs_down:
        assert layout.stairs_down[0] in layout.rooms[-1].cells()
    assert len(rooms_of_stairs(layout)) >= min(wanted.down, max(1, len(layout.rooms) - 1))
    assert all(walkable[y, x] for room in layout.rooms for x, y in room.cells())
    assert codes["unknown"] not in tiles
    homes = [cell for room in layout.rooms for cell in room.cells()]
    assert len(set(homes)) == len(homes)
    for room in layout.rooms:
        assert set(room.cells()) <= set(Room(room.x, room.y, room.width, room.height).cells())
    assert rooms_joined(layout) == set(range(len(layout.rooms)))


def rooms_of_stairs(layout: Layout) -> set[int]:
    """Return the rooms in which stairs lead down."""
    return {
        index
        for index, room in enumerate(layout.rooms)
        if not set(layout.stairs_down).isdisjoint(room.cells())
    }


def rooms_joined(layout: Layout) -> set[int]:
    """Return the rooms to which connections lead from the first."""
    return set(rooms_away(0, layout.connections))


@pytest.mark.parametrize("name", sorted(REPERTOIRE.layouts))
@given(seed=seeds, key=keys, wanted=stairs)
@settings(max_examples=25)
def test_layouts_keep_their_promises(
    name: LayoutName, seed: bytes, key: str, wanted: Stairs
) -> None:
    check(lay_out(REPERTOIRE.layouts[name], RULES.layouts, wanted, TERRAIN, seed, key), wanted)


@pytest.mark.parametrize("name", sorted(REPERTOIRE.layouts))
@given(rules=settings_of_layouts, seed=seeds, wanted=stairs)
@settings(max_examples=25)
def test_layouts_keep_their_promises_with_any_settings(
    name: LayoutName, rules: Layouts, seed: bytes, wanted: Stairs
) -> None:
    check(lay_out(REPERTOIRE.layouts[name], rules, wanted, TERRAIN, seed, "0.0"), wanted)


@pytest.mark.parametrize("name", sorted(REPERTOIRE.layouts))
@given(seed=seeds, key=keys)
@settings(max_examples=10)
def test_the_same_seed_and_branch_give_the_same_layout(
    name: LayoutName, seed: bytes, key: str
) -> None:
    one = lay_out(REPERTOIRE.layouts[name], RULES.layouts, BOTH, TERRAIN, seed, key)
    other = lay_out(REPERTOIRE.layouts[name], RULES.layouts, BOTH, TERRAIN, seed, key)
    assert np.array_equal(one.tiles, other.tiles)
    assert (one.rooms, one.connections, one.maze) == (other.rooms, other.connections, other.maze)


@pytest.mark.parametrize("name", sorted(REPERTOIRE.layouts))
def test_layouts_keep_their_promises_at_the_largest(name: LayoutName) -> None:
    for number in range(2):
        seed = number.to_bytes(16, "little")
        layout = lay_out(REPERTOIRE.layouts[name], LARGEST, BOTH, TERRAIN, seed, "0.0")
        check(layout, BOTH)
        assert max(layout.tiles.shape) <= 200


@pytest.mark.parametrize("name", sorted(REPERTOIRE.layouts))
def test_layouts_that_ship_never_fall_back(name: LayoutName) -> None:
    for number in range(30):
        layout = REPERTOIRE.layouts[name](
            RULES.layouts, BOTH, TERRAIN, Rng(number.to_bytes(16, "little"))
        )
        assert layout is not None
        assert is_whole(layout, TERRAIN)


@pytest.mark.parametrize("name", sorted(REPERTOIRE.layouts))
def test_stairs_down_are_in_rooms_of_their_own_far_from_the_arrival(name: LayoutName) -> None:
    far = 0
    for number in range(30):
        layout = lay_out(
            REPERTOIRE.layouts[name],
            RULES.layouts,
            BOTH,
            TERRAIN,
            number.to_bytes(16, "little"),
            "0",
        )
        steps = steps_from(layout.arrival, TERRAIN.walkable[layout.tiles])
        assert len(rooms_of_stairs(layout)) == 3
        assert 0 not in rooms_of_stairs(layout)
        away = [int(steps[y, x]) for x, y in layout.stairs_down]
        ground = [int(step) for step in steps[TERRAIN.walkable[layout.tiles]]]
        far += sum(2 * step > sum(ground) / len(ground) for step in away)
    assert far >= 85  # of 90: a cave's last chamber may be far through rock and near on foot


def test_makers_are_those_that_content_can_name() -> None:
    assert set(REPERTOIRE.layouts) == set(get_args(LayoutName))
    assert set(Layouts.model_fields) - {"extended"} == set(get_args(LayoutName))


def test_floors_of_one_seed_differ() -> None:
    tiles = {
        lay_out(
            REPERTOIRE.layouts["rooms_and_corridors"],
            RULES.layouts,
            BOTH,
            TERRAIN,
            bytes(16),
            f"0.{sibling}",
        ).tiles.tobytes()
        for sibling in range(20)
    }
    assert len(tiles) == 20


def test_tiles_cannot_be_written_to() -> None:
    layout = lay_out(
        REPERTOIRE.layouts["rooms_and_corridors"], RULES.layouts, BOTH, TERRAIN, bytes(16), "root"
    )
    with pytest.raises(ValueError, match="read-only"):
        layout.tiles[0, 0] = 1


def test_a_layout_that_always_fails_falls_back_to_a_hall() -> None:
    tries: list[int] = []

    def fails(_layouts: Layouts, _stairs: Stairs, _terrain: TerrainTable, _rng: Rng) -> None:
        tries.append(1)

    layout = first_whole(fails, RULES.layouts, BOTH, TERRAIN, bytes(16), "0.1")
    assert len(tries) == ATTEMPTS
    assert len(layout.rooms) == 1
    check(layout, BOTH)


def test_a_layout_in_two_parts_is_tried_again() -> None:
    whole = lay_out(
        REPERTOIRE.layouts["rooms_and_corridors"], RULES.layouts, BOTH, TERRAIN, bytes(16), "0.1"
    )
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
    assert first_whole(at_last, RULES.layouts, BOTH, TERRAIN, bytes(16), "0.1") is whole
    assert made == []


def in_a_row(rooms: int) -> Layout:
    """Return rooms of which each but the last is on the only way to the next."""
    tiles = np.full((4, 4 * rooms + 1), TERRAIN.codes["floor"], dtype=np.uint8)
    tiles[[0, -1], :] = tiles[:, [0, -1]] = TERRAIN.codes["wall"]
    homes = [Room(1 + 4 * index, 1, 3, 2) for index in range(rooms)]
    return furnish(tiles, homes, Stairs(up=True, down=1), TERRAIN, Rng(bytes(16)))


def test_a_layout_whose_bosses_bar_the_way_is_tried_again_and_the_first_taken_at_last() -> None:
    barred = [in_a_row(3) for _ in range(ATTEMPTS)]
    whole = lay_out(
        REPERTOIRE.layouts["rooms_and_corridors"], RULES.layouts, BOTH, TERRAIN, bytes(16), "0.1"
    )

    def chosen(layouts: list[Layout]) -> Layout:
        made = iter(layouts)
        return first_whole(lambda *_: next(made), RULES.layouts, BOTH, TERRAIN, bytes(16), "0.1")

    assert chosen([*barred[:2], whole]) is whole
    assert chosen(barred) is barred[0]


@pytest.mark.parametrize("size", [(5, 5), (20, 15), (80, 43), (200, 200)])
@pytest.mark.parametrize("stairs", [Stairs(up=True, down=3), Stairs(up=False, down=0)])
def test_a_hall_of_any_size_is_whole(size: tuple[int, int], stairs: Stairs) -> None:
    for number in range(20):
        layout = hall(*size, stairs, TERRAIN, derive(number.to_bytes(16, "little"), "test"))
        assert layout.tiles.shape == (size[1], size[0])
        assert is_whole(layout, TERRAIN)
        named = [layout.arrival, layout.stairs_up, *layout.stairs_down]
        assert len(set(named)) == len(named)
