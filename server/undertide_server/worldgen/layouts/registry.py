"""All layouts by name, and the choice of one that is certainly whole."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np

from undertide_server.content.records.layouts import Layouts
from undertide_server.util.rng import Rng, derive
from undertide_server.worldgen.layouts.arena import dig_arena
from undertide_server.worldgen.layouts.caverns import dig_caverns
from undertide_server.worldgen.layouts.furnish import furnish
from undertide_server.worldgen.layouts.keep import dig_keep
from undertide_server.worldgen.layouts.lair import has_a_way_past
from undertide_server.worldgen.layouts.layout import Layout, Room, Stairs, is_whole
from undertide_server.worldgen.layouts.rooms_and_corridors import dig_rooms_and_corridors
from undertide_server.worldgen.layouts.terrain import TerrainTable

Settings = TypeVar("Settings")
Maker = Callable[[Layouts, Stairs, TerrainTable, Rng], Layout | None]
"""A function that returns a layout, or None if it failed."""
ATTEMPTS = 8
"""Tries before a floor becomes a hall, or has bosses in the only way down. A layout that failed
once in a thousand times, about as often as any does, would lead to either once in 10**24.
"""


@dataclass(frozen=True, slots=True)
class LayoutKind(Generic[Settings]):
    """A way to dig floors: its settings in the content, and what digs by them."""

    settings: Callable[[Layouts], Settings]
    dig: Callable[[Settings, Stairs, TerrainTable, Rng], Layout | None]
    """Returns a layout, or None if it failed. All random numbers come from the generator."""

    def __call__(
        self, layouts: Layouts, stairs: Stairs, terrain: TerrainTable, rng: Rng
    ) -> Layout | None:
        """Return a layout by the content's settings, or None if it failed."""
        return self.dig(self.settings(layouts), stairs, terrain, rng)


def layouts_of_the_game() -> Mapping[str, LayoutKind[Any]]:
    """Return all layouts by the names that content uses: the fields of `Layouts`."""
    return {
        "rooms_and_corridors": LayoutKind(
            lambda layouts: layouts.rooms_and_corridors, dig_rooms_and_corridors
        ),
        "caverns": LayoutKind(lambda layouts: layouts.caverns, dig_caverns),
        "arena": LayoutKind(lambda layouts: layouts.arena, dig_arena),
        "keep": LayoutKind(lambda layouts: layouts.keep, dig_keep),
        "small_keep": LayoutKind(lambda layouts: layouts.small_keep, dig_keep),
    }


def lay_out(
    kind: LayoutKind[Any],
    layouts: Layouts,
    stairs: Stairs,
    terrain: TerrainTable,
    seed: bytes,
    key: str,
) -> Layout:
    """Return the layout of a floor, dug in one way, all of it connected.

    It never fails: at worst it is a hall.

    `key` is the branch's, from which the random numbers are derived.
    """
    return first_whole(kind, layouts, stairs, terrain, seed, key)


def first_whole(
    make: Maker, layouts: Layouts, stairs: Stairs, terrain: TerrainTable, seed: bytes, key: str
) -> Layout:
    """Return the first connected layout of `ATTEMPTS` with a way past its bosses (R3).

    If there is none, return the first connected one, or else a hall.
    """
    barred: Layout | None = None
    for attempt in range(ATTEMPTS):
        layout = make(layouts, stairs, terrain, derive(seed, "layout", key, attempt))
        if layout is None or not is_whole(layout, terrain):
            continue
        if has_a_way_past(layout, terrain):
            return layout
        barred = barred or layout
    if barred is not None:
        return barred
    size = layouts.rooms_and_corridors
    return hall(size.width, size.height, stairs, terrain, derive(seed, "hall", key))


def hall(width: int, height: int, stairs: Stairs, terrain: TerrainTable, rng: Rng) -> Layout:
    """Return a floor that is one room with walls around it. At least 5 cells wide and high."""
    tiles = np.full((height, width), terrain.codes["wall"], dtype=np.uint8)
    tiles[1:-1, 1:-1] = terrain.codes["floor"]
    return furnish(tiles, [Room(1, 1, width - 2, height - 2)], stairs, terrain, rng)
