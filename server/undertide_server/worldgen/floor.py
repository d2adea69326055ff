"""A floor as it is first entered: its layout, whom heroes find there, what lies about (R3, R8)."""

from dataclasses import dataclass

from undertide_server.rng import derive
from undertide_server.worldgen.game import Game
from undertide_server.worldgen.layouts.layout import Layout, Stairs
from undertide_server.worldgen.layouts.registry import lay_out
from undertide_server.worldgen.loot import Loot, place_loot
from undertide_server.worldgen.population import Spawn, populate


@dataclass(frozen=True, slots=True, eq=False)
class FloorPlan:
    """Everything about a floor before its first tick. `depth` counts from 1."""

    depth: int
    name: str
    layout: Layout
    spawns: tuple[Spawn, ...]
    loot: tuple[Loot, ...]


def plan_floor(game: Game, depth: int, heroes: int) -> FloorPlan:
    """Return the plan of the floor at `depth`, filled for `heroes` (R3: all that are awake).

    The layout and what lies about are the same for any number of heroes. Raises IndexError for a
    depth that the game hasn't.
    """
    floors = len(game.curve.floors)
    if not 1 <= depth <= floors:
        raise IndexError(f"floor {depth} of {floors}")
    rules = game.ruleset
    stairs = Stairs(up=depth > 1, down=depth < floors)
    layout = lay_out(rules.floors.layout, rules.layouts, stairs, game.terrain, game.seed, depth)
    return FloorPlan(
        depth=depth,
        name=rules.floors.names[min(depth, len(rules.floors.names)) - 1],
        layout=layout,
        spawns=populate(game, depth, layout, max(1, heroes)),
        loot=place_loot(rules, depth, layout, derive(game.seed, "loot", depth)),
    )
