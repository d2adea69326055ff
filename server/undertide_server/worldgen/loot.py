"""R8: what lies about on a floor."""

from dataclasses import dataclass

from undertide_server.content.ruleset import Ruleset
from undertide_server.rng import Rng
from undertide_server.worldgen.layouts.layout import Cell, Layout, Room
from undertide_server.worldgen.tables import row_at


@dataclass(frozen=True, slots=True)
class Loot:
    """Some of one item on the ground."""

    item: str
    """Key of the item."""
    count: int
    x: int
    y: int


def place_loot(rules: Ruleset, depth: int, layout: Layout, rng: Rng) -> tuple[Loot, ...]:
    """Put from none to R8's most items into each room, on cells of their own, never on stairs."""
    items = sorted(rules.items)
    weights = [row_at(rules.items[item].weights, depth) for item in items]
    most = row_at(rules.loot.most_items_per_room, depth)
    if not any(weights):
        return ()
    cells = [cell for room in layout.rooms for cell in _spots(layout, room, most, rng)]
    return tuple(
        Loot(rng.weighted(items, weights), 1, x, y) for x, y in cells[: rules.loot.most_on_floor]
    )


def _spots(layout: Layout, room: Room, most: int, rng: Rng) -> list[Cell]:
    """Draw the cells of a room on which something lies."""
    taken = {layout.stairs_up, *layout.stairs_down}
    free = [cell for cell in room.cells() if cell not in taken]
    return rng.sample(free, rng.between(0, most))
