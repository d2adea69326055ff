"""R8: the artifacts of a run, and their floors.

The run need not remember which were found. The seed gives each artifact of a run one depth, and it
lies on the first floor of that depth that heroes enter. So no path lacks it, and a run has each at
most once.
"""

from undertide_server.util.rng import derive
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.items.figures import depth_made_on
from undertide_server.worldgen.items.keys import Piece, key_of

REACH = 4
"""Floors below its first on which an artifact may lie: deeper, forges would long surpass it."""


def artifacts_at(game: Game, number: int) -> tuple[str, ...]:
    """Return the artifacts on the first floor of a number that heroes enter, in order of keys."""
    depth = depth_made_on(game.ruleset.gear, number)
    return tuple(
        key_of(Piece(key, depth))
        for key in sorted(game.ruleset.artifacts)
        if depth_of(game, key) == number
    )


def is_artifact(game: Game, item: str) -> bool:
    """Return whether the item of a key is an artifact."""
    gear = game.items.kind(item).gear
    return gear is not None and gear.artifact


def depth_of(game: Game, artifact: str) -> int | None:
    """Return the number of the floors on which an artifact lies; None if the run lacks it."""
    record, last = game.ruleset.artifacts[artifact], len(game.curve.floors)
    rng = derive(game.seed, "artifact", artifact)
    if not rng.percent(record.percent) or record.floor > last:
        return None
    return rng.between(record.floor, min(last, record.floor + REACH))
