"""R3: bosses never bar the only way down."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.repertoire import REPERTOIRE
from support.worlds.staging import make_test_game
from undertide_server.content.records.layouts import LayoutName
from undertide_server.worldgen.layouts.lair import lair_of
from undertide_server.worldgen.layouts.layout import FAR, Layout, Stairs, steps_from
from undertide_server.worldgen.layouts.registry import lay_out

GAME = make_test_game()
seeds = st.binary(min_size=16, max_size=16)


def dug(layout: LayoutName, seed: bytes, down: int) -> Layout:
    stairs = Stairs(up=True, down=down)
    return lay_out(
        REPERTOIRE.layouts[layout], GAME.ruleset.layouts, stairs, GAME.terrain, seed, "floor"
    )


@pytest.mark.parametrize("layout", ["rooms_and_corridors", "caverns", "arena", "small_keep"])
@given(seed=seeds, down=st.integers(1, 3))
@settings(max_examples=8)
def test_some_stairs_can_be_reached_without_crossing_the_room_of_bosses(
    layout: LayoutName, seed: bytes, down: int
) -> None:
    found = dug(layout, seed, down)
    lair = lair_of(found, GAME.terrain)
    free = GAME.terrain.walkable[found.tiles].copy()
    for x, y in found.rooms[lair].cells():
        free[y, x] = False
    steps = steps_from(found.arrival, free)
    assert lair != 0
    assert any(steps[y, x] < FAR for x, y in found.stairs_down)


@pytest.mark.parametrize("layout", get_args(LayoutName))
def test_without_stairs_down_bosses_wait_in_the_last_room(layout: LayoutName) -> None:
    found = dug(layout, bytes(16), 0)
    assert lair_of(found, GAME.terrain) == len(found.rooms) - 1
