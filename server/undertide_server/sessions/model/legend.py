"""The legend of a game: what clients are told of it when they come in."""

from undertide_server.sessions.model.info import Legend
from undertide_server.views.effect_figures import shown_statuses, tile_figures
from undertide_server.views.ground_words import ground_words
from undertide_server.worldgen.game.game import Game
from undertide_shared.messages import TileLook, VariationInfo


def legend_of(game: Game) -> Legend:
    """Return the legend of a game. Any thread may call this."""
    return Legend(tile_looks(game), shown_statuses(game.ruleset), variations_of(game))


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
