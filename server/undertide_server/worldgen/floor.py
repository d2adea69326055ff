"""A floor as it is first entered: its layout, whom heroes find there, what lies about (R3, R8)."""

from dataclasses import dataclass

from undertide_server.content.floors import FloorRules
from undertide_server.content.layout_names import LayoutName
from undertide_server.content.tables import row_at
from undertide_server.rng import derive
from undertide_server.worldgen.game import Game
from undertide_server.worldgen.layouts.layout import Layout, Stairs
from undertide_server.worldgen.layouts.registry import lay_out
from undertide_server.worldgen.loot import Loot, Treasure, place_loot, place_treasures
from undertide_server.worldgen.population import Spawn, populate


@dataclass(frozen=True, slots=True, eq=False)
class FloorPlan:
    """Everything about a floor before its first tick. `number` counts from 1."""

    number: int
    name: str
    layout_name: LayoutName
    layout: Layout
    spawns: tuple[Spawn, ...]
    loot: tuple[Loot, ...]
    """All that lies about, treasures included."""
    treasures: tuple[Treasure, ...]


def plan_floor(
    game: Game, number: int, heroes: int, layout_name: LayoutName | None = None
) -> FloorPlan:
    """Return the plan of floor `number`, filled for `heroes` (R3: all that are awake).

    The layout and what lies about are the same for any number of heroes. The seed draws which
    layout it is unless `layout_name` says so. Raises IndexError for a number that the game hasn't.
    """
    floors = len(game.curve.floors)
    if not 1 <= number <= floors:
        raise IndexError(f"floor {number} of {floors}")
    rules = game.ruleset
    chosen = layout_name or draw_layout(rules.floors, game.seed, number)
    stairs = Stairs(up=number > 1, down=number < floors)
    layout = lay_out(chosen, rules.layouts, stairs, game.terrain, game.seed, number)
    treasures = place_treasures(rules, number, layout, derive(game.seed, "treasures", number))
    hoarded = tuple(loot for treasure in treasures for loot in treasure.loot)
    scattered = place_loot(rules, number, layout, derive(game.seed, "loot", number))
    return FloorPlan(
        number=number,
        name=floor_name(rules.floors, chosen, game.seed, number),
        layout_name=chosen,
        layout=layout,
        spawns=populate(game, number, layout, max(1, heroes)),
        loot=(hoarded + scattered)[: rules.loot.most_on_floor],
        treasures=treasures,
    )


def draw_layout(rules: FloorRules, seed: bytes, number: int) -> LayoutName:
    """Return how floor `number` is dug, drawn by the weights that hold there."""
    names = sorted(rules.layouts)
    weights = [row_at(rules.layouts[name].weights, number) for name in names]
    return derive(seed, "layout", number).weighted(names, weights)


def floor_name(rules: FloorRules, layout_name: LayoutName, seed: bytes, number: int) -> str:
    """Return what a floor is called: a name of its layout's own, or else one by its number.

    Names of a layout come in an order that the seed draws, so near floors have different ones.
    """
    use = rules.layouts.get(layout_name)
    if use is None or not use.names:
        return rules.names[min(number, len(rules.names)) - 1]
    return derive(seed, "floor names", layout_name).shuffled(use.names)[number % len(use.names)]
