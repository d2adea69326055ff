"""One large room, for a floor whose layout failed. It can't fail."""

import numpy as np

from undertide_server.util.rng import Rng
from undertide_server.worldgen.layouts.furnish import furnish
from undertide_server.worldgen.layouts.layout import Layout, Room, Stairs
from undertide_server.worldgen.layouts.terrain import TerrainTable


def hall(width: int, height: int, stairs: Stairs, terrain: TerrainTable, rng: Rng) -> Layout:
    """Return a floor that is one room with walls around it. At least 5 cells wide and high."""
    tiles = np.full((height, width), terrain.codes["wall"], dtype=np.uint8)
    tiles[1:-1, 1:-1] = terrain.codes["floor"]
    return furnish(tiles, [Room(1, 1, width - 2, height - 2)], stairs, terrain, rng)
