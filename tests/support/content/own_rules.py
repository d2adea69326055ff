"""Games that play by rules of a test's own."""

from dataclasses import replace
from typing import Any

from support.worlds.staging import make_test_game
from undertide_server.content.schema.fields import TableRow
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.layouts.terrain import build_terrain


def game_with(**catalogues: Any) -> Game:
    """Return the test game with catalogues of its rules replaced: terrain, living and so on."""
    game = make_test_game()
    rules = game.ruleset.model_copy(update=catalogues)
    return replace(game, ruleset=rules, terrain=build_terrain(rules.terrain))


def with_terrain(key: str, **changes: Any) -> Game:
    """Return the test game with some of a terrain's values changed."""
    return game_with(terrain=_changed("terrain", key, changes))


def with_trap(key: str, **changes: Any) -> Game:
    """Return the test game with some of a trap's values changed."""
    return game_with(traps=_changed("traps", key, changes))


def with_living(**changes: Any) -> Game:
    """Return the test game with some values of how terrain lives changed."""
    return game_with(living=make_test_game().ruleset.living.model_copy(update=changes))


def _changed(catalogue: str, key: str, changes: dict[str, Any]) -> dict[str, Any]:
    """Return a catalogue with one record changed."""
    records = getattr(make_test_game().ruleset, catalogue)
    return {**records, key: records[key].model_copy(update=changes)}


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
