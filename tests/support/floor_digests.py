"""A catalogue of floors: what each layout digs for many seeds, as digests that are kept."""

import json
from hashlib import blake2b
from pathlib import Path

import numpy as np

from undertide_server.content.layout_names import LayoutName
from undertide_server.content.ruleset import Ruleset
from undertide_server.worldgen.layouts.layout import Layout, Stairs
from undertide_server.worldgen.layouts.registry import lay_out
from undertide_server.worldgen.terrain import TerrainTable

CATALOGUE = Path(__file__).parents[1] / "data" / "floors.json"
SEEDS = 200
DIGEST_BYTES = 6
"""Enough that another floor never passes for the one that is kept by chance."""


def read_catalogue() -> dict[str, list[str]]:
    """Return the digests that are kept: by layout, one for each seed."""
    kept: dict[str, list[str]] = json.loads(CATALOGUE.read_text(encoding="utf-8"))
    return kept


def catalogued(name: LayoutName, number: int, rules: Ruleset, terrain: TerrainTable) -> Layout:
    """Return the floor of the catalogue that has this layout and number."""
    seed = number.to_bytes(16, "little")
    stairs = Stairs(up=True, down=True)
    return lay_out(name, rules.layouts, stairs, terrain, seed, number=7)


def digest_of(layout: Layout, terrain: TerrainTable) -> str:
    """Return a digest of all that a layout says, whatever codes its terrain has."""
    used, places = np.unique(layout.tiles, return_inverse=True)
    names = [terrain.names[code] for code in used]
    order = np.argsort(np.argsort(names)).astype(np.uint8)
    said = (
        layout.tiles.shape,
        sorted(names),
        [(room.x, room.y, room.width, room.height, room.ground) for room in layout.rooms],
        (layout.arrival, layout.stairs_up, layout.stairs_down),
        (layout.connections, layout.maze, layout.treasures, layout.monsters),
    )
    whole = repr(said).encode() + order[places].tobytes()
    return blake2b(whole, digest_size=DIGEST_BYTES).hexdigest()
