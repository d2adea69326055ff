"""R3: the room of a floor's bosses, which never bars the way down."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from undertide_server.worldgen.layouts.layout import FAR, LAYOUTS, Layout, steps_from, steps_in
from undertide_server.worldgen.layouts.terrain import TerrainTable

ARRIVAL = 0
"""The room of the arrival, by its index."""


@lru_cache(maxsize=LAYOUTS)
def lair_of(layout: Layout, terrain: TerrainTable) -> int:
    """Return the index of the room of bosses.

    It is the last room, unless no stairs down could be reached without crossing it. Then it is the
    farthest other room that leaves a way to some stairs; a room for a treasure only if no other
    does. Where each room bars the way, it is the farthest without stairs.
    """
    ranked = _ranked(layout, terrain)
    if not layout.stairs_down or not ranked:
        return len(layout.rooms) - 1
    open_ways = (index for index in ranked if _leaves_a_way(layout, terrain, index))
    plain = (index for index in ranked if not _stairs_in(layout, index))
    return next(open_ways, next(plain, ranked[0]))


def has_a_way_past(layout: Layout, terrain: TerrainTable) -> bool:
    """Return whether stairs down, if there are any, can be reached without crossing that room."""
    return not layout.stairs_down or _leaves_a_way(layout, terrain, lair_of(layout, terrain))


def _ranked(layout: Layout, terrain: TerrainTable) -> list[int]:
    """Return the rooms but the arrival's in the order in which bosses prefer them."""
    away, last = steps_in(layout, terrain), len(layout.rooms) - 1

    def rank(index: int) -> tuple[bool, bool, int, int]:
        x, y = layout.rooms[index].cells()[0]
        return index != last, index in layout.treasures, -int(away[y, x]), index

    return sorted(set(range(len(layout.rooms))) - {ARRIVAL}, key=rank)


@lru_cache(maxsize=LAYOUTS)
def _leaves_a_way(layout: Layout, terrain: TerrainTable, index: int) -> bool:
    """Return whether some stairs down can be reached without a step into a room."""
    free: NDArray[np.bool_] = terrain.walkable[layout.tiles]
    for x, y in layout.rooms[index].cells():
        free[y, x] = False
    steps = steps_from(layout.arrival, free)
    return any(steps[y, x] < FAR for x, y in layout.stairs_down)


def _stairs_in(layout: Layout, index: int) -> bool:
    return not set(layout.stairs_down).isdisjoint(layout.rooms[index].cells())
