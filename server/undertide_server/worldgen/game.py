"""Everything that a seed decides before the first step."""

from dataclasses import dataclass

from undertide_server.content.ruleset import Ruleset
from undertide_server.worldgen.curve import Curve, build_curve
from undertide_server.worldgen.roster import Roster, build_roster
from undertide_server.worldgen.terrain import TerrainTable, build_terrain


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """The fixed part of a run."""

    seed: bytes
    """Secret until the run ends: it is the map."""
    ruleset: Ruleset
    curve: Curve
    roster: Roster
    terrain: TerrainTable


def make_game(ruleset: Ruleset, seed: bytes) -> Game:
    """Return the game of a seed."""
    curve = build_curve(ruleset.curve, seed)
    roster = build_roster(ruleset, curve, seed)
    return Game(seed, ruleset, curve, roster, build_terrain(ruleset.terrain))
