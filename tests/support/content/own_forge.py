"""A game whose forges do what a test says, whatever ships."""

from support.content.own_rules import game_with
from support.worlds.staging import make_test_game
from undertide_server.content.schema.fields import TableRow
from undertide_server.worldgen.game.game import Game


def game_with_forges() -> Game:
    """Return the test game with forges that are three floors ahead and cost 2, 4, 7, 11, 16."""
    shipped = make_test_game().ruleset.crafting
    changes = {
        "costs": (2, 4, 7, 11, 16),
        "ahead": 3,
        "most_affixes": (TableRow(floor=1, value=3), TableRow(floor=6, value=4)),
        "most_levels": (TableRow(floor=1, value=4), *shipped.most_levels[1:]),
    }
    return game_with(crafting=shipped.model_copy(update=changes))
