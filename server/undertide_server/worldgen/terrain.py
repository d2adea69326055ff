"""Terrain as numbers: what the tiles of a floor hold."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.floors import Terrain

UNKNOWN = "unknown"
"""The terrain of code 0: what nobody has seen."""


@dataclass(frozen=True, slots=True, eq=False)
class TerrainTable:
    """Names to codes and back, and arrays to look up what a whole floor is like: `walkable[tiles]`.

    All arrays are indexed by code and can't be written to.
    """

    names: tuple[str, ...]
    records: tuple[Terrain, ...]
    codes: Mapping[str, int]
    walkable: NDArray[np.bool_]
    transparent: NDArray[np.bool_]
    opens_to: NDArray[np.uint8]
    """Code of what a cell becomes when somebody steps there; 0: it stays."""


def build_terrain(terrain: Mapping[str, Terrain]) -> TerrainTable:
    """Give codes to terrain: 0 to `unknown`, then by the order of the keys."""
    names = (UNKNOWN, *sorted(terrain.keys() - {UNKNOWN}))
    codes = {name: code for code, name in enumerate(names)}
    records = tuple(terrain[name] for name in names)
    opens_to = [codes[record.opens_to] if record.opens_to else 0 for record in records]
    table = TerrainTable(
        names=names,
        records=records,
        codes=codes,
        walkable=np.array([record.walkable for record in records], dtype=np.bool_),
        transparent=np.array([record.transparent for record in records], dtype=np.bool_),
        opens_to=np.array(opens_to, dtype=np.uint8),
    )
    for array in (table.walkable, table.transparent, table.opens_to):
        array.flags.writeable = False
    return table
