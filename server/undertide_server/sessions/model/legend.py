"""The legend of a game: what clients are told of it when they come in.

Terrain is told with all of its effects on actors who stand there (R11, R13). No sentence about it
says "it": a description of a creature may come first.
"""

from collections.abc import Iterator

from undertide_server.sessions.model.info import Legend
from undertide_server.views.effect_figures import shown_statuses, tile_figures
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.layouts.terrain import TerrainTable
from undertide_shared.messages import Phrase, TileLook, VariationInfo


def legend_of(game: Game) -> Legend:
    """Return the legend of a game. Any thread may call this."""
    return Legend(
        tile_looks(game), shown_statuses(game.ruleset), variations_of(game), phrases_of(game)
    )


def phrases_of(game: Game) -> list[Phrase]:
    """Return the words about tricks and effects of extensions, in the order of their keys."""
    return [Phrase(key, words) for key, words in sorted(game.repertoire.words.items())]


def variations_of(game: Game) -> list[VariationInfo]:
    """Return the variations of a run as players read them."""
    records = game.ruleset.variety.variations
    drawn = (records[key] for key in game.variety.variations)
    return [VariationInfo(variation.name, variation.description) for variation in drawn]


def tile_looks(game: Game) -> list[TileLook]:
    """Return the legend of tile codes."""
    terrain = game.terrain
    return [
        TileLook(
            code=code,
            name=record.name,
            glyph=record.glyph,
            colour=record.colour,
            walkable=record.walkable,
            transparent=record.transparent,
            stairs=record.stairs,
            shunned=bool(terrain.shunned[code]),
            description=ground_words(terrain, code),
            forge=record.forge,
            effects=tile_figures(game, code),
            paper=-1 if record.paper is None else record.paper,
            grain=record.grain,
            glow=record.glow,
            joins=record.joins,
        )
        for code, record in enumerate(terrain.records)
    ]


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
