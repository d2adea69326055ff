"""200 seeds of each layout: as they were, unless they were changed on purpose, and sound."""

from typing import get_args

import pytest

from support.content.shipped import shipped
from support.worlds.floor_digests import SEEDS, digest_of_layout, dug_floor, read_catalogue
from undertide_server.content.records.layouts import LayoutName
from undertide_server.worldgen.layouts.layout import FAR, Layout, steps_from
from undertide_server.worldgen.layouts.maze import dead_ends, rooms_away
from undertide_server.worldgen.layouts.terrain import build_terrain

RULES = shipped("default")
TERRAIN = build_terrain(RULES.terrain)
KEEPS = {"keep": RULES.layouts.keep, "small_keep": RULES.layouts.small_keep}


def test_the_catalogue_has_every_layout() -> None:
    kept = read_catalogue()["layouts"]
    assert set(kept) == set(get_args(LayoutName))
    assert all(len(set(digests)) == SEEDS for digests in kept.values())


@pytest.mark.parametrize("name", get_args(LayoutName))
def test_floors_are_those_of_the_catalogue(name: LayoutName) -> None:
    """To change them on purpose, run tests/data/renew_floors.py."""
    kept = read_catalogue()["layouts"][name]
    changed = []
    for number in range(SEEDS):
        layout = dug_floor(name, number, RULES, TERRAIN)
        check_ways(layout, number % 3 + 1)
        if name in KEEPS:
            check_maze(layout, KEEPS[name].dead_ends)
        if digest_of_layout(layout, TERRAIN) != kept[number]:
            changed.append(number)
    assert changed == []


def check_ways(layout: Layout, stairs_down: int) -> None:
    """Assert that from every stair all ground can be reached."""
    walkable = TERRAIN.walkable[layout.tiles]
    assert layout.stairs_up
    assert len(set(layout.stairs_down)) == stairs_down
    for stair in (layout.stairs_up, *layout.stairs_down):
        assert (steps_from(stair, walkable)[walkable] < FAR).all()


def check_maze(layout: Layout, most: int) -> None:
    """Assert R10's steps 1 to 3."""
    rooms = set(range(len(layout.rooms)))
    assert len(set(layout.maze)) == len(rooms) - 1
    assert set(rooms_away(0, layout.maze)) == rooms
    assert set(layout.maze) <= set(layout.connections)
    assert len(dead_ends(layout.connections)) <= most <= 12
    assert list(layout.treasures) == dead_ends(layout.connections)
