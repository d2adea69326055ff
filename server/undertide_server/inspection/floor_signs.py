"""A character for each terrain, so that rows of text describe all tiles of a floor."""

import string

from undertide_server.worldgen.layouts.terrain import TerrainTable

FAMILIAR = ("floor", "wall", "door", "stairs_up", "stairs_down")
"""Terrain that keeps its own glyph as its sign before any other."""
SPARE = string.ascii_letters + string.digits + "".join(map(chr, range(0x100, 0x250)))
"""Signs for terrain whose glyph is taken: letters first, and more signs than terrain codes."""


def signs_of(terrain: TerrainTable) -> list[str]:
    """Return a different character for each terrain code: its glyph, unless that is taken."""
    first = [terrain.codes[name] for name in FAMILIAR]
    codes = [*first, *(code for code in range(len(terrain.names)) if code not in first)]
    owners: dict[str, int] = {}
    for code in codes:
        owners.setdefault(terrain.records[code].glyph, code)
    spare = (sign for sign in SPARE if sign not in owners)
    glyphs = [record.glyph for record in terrain.records]
    return [glyph if owners[glyph] == code else next(spare) for code, glyph in enumerate(glyphs)]
