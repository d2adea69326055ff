"""Words about terrain: all of its effects on actors who stand there (R11, R13).

No sentence says "it": a description of a creature may come first.
"""

from collections.abc import Iterator

from undertide_server.worldgen.layouts.terrain import TerrainTable


def ground_words(terrain: TerrainTable, code: int) -> str:
    """Return the effects of terrain with this code, in sentences; empty if it has none."""
    return " ".join(_sentences(terrain, code))


def _sentences(terrain: TerrainTable, code: int) -> Iterator[str]:
    record = terrain.records[code]
    if record.harm is not None:
        yield f"Staying here does {record.harm.damage} damage."
    if record.walkable and record.step_percent > 100:
        yield "Walking is slow here."
    if record.cover:
        yield f"Cover here stops {record.cover} of 100 missiles."
    if record.transparent and not record.walkable:
        yield "Nobody can walk here, but sight, missiles and spells pass."
    if record.forge:
        yield "Heroes next to this can forge gear."
    if record.quells_magic:
        yield "No magic works here."
    if _burns(terrain, code):
        yield "Fire can spread here."


def _burns(terrain: TerrainTable, code: int) -> bool:
    """Return whether fire turns this terrain into terrain that spreads fire."""
    lit = terrain.records[int(terrain.touched["fire"][code])]
    return lit.element == "fire"
