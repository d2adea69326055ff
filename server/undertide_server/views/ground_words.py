"""Words about terrain: all of its effects on whoever stands there (R11, R13)."""

from collections.abc import Iterator

from undertide_server.worldgen.layouts.terrain import TerrainTable


def ground_words(terrain: TerrainTable, code: int) -> str:
    """Return the effects of terrain with this code, in sentences; empty if it has none."""
    return " ".join(_sentences(terrain, code))


def _sentences(terrain: TerrainTable, code: int) -> Iterator[str]:
    record = terrain.records[code]
    if record.harm is not None:
        yield f"Whoever stays there takes {record.harm.damage} damage."
    if record.walkable and record.step_percent > 100:
        yield "It slows whoever walks there."
    if record.cover:
        yield f"Of 100 missiles it stops {record.cover}."
    if record.forge:
        yield "Gear can be made beside it."
    if record.quells_magic:
        yield "No magic works there."
    if _burns(terrain, code):
        yield "It burns when fire reaches it."


def _burns(terrain: TerrainTable, code: int) -> bool:
    """Return whether fire turns this terrain into terrain that spreads fire."""
    lit = terrain.records[int(terrain.touched["fire"][code])]
    return lit.element == "fire"
