"""R8: what lies about on a floor."""

from dataclasses import dataclass

from undertide_server.content.ruleset import Ruleset
from undertide_server.content.tables import row_at
from undertide_server.rng import Rng
from undertide_server.worldgen.layouts.layout import Cell, Layout, Room


@dataclass(frozen=True, slots=True)
class Loot:
    """Some of one item on the ground."""

    item: str
    """Key of the item."""
    count: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Treasure:
    """A heap of items; the first lies nearest to the middle of the room (by its index)."""

    room: int
    loot: tuple[Loot, ...]


def place_loot(rules: Ruleset, number: int, layout: Layout, rng: Rng) -> tuple[Loot, ...]:
    """Put from none to R8's most items into each room, on cells of their own, never on stairs.

    Rooms that hold a treasure have that instead.
    """
    items, weights = _odds(rules, number)
    most = row_at(rules.loot.most_items_per_room, number)
    if not any(weights):
        return ()
    rooms = [room for index, room in enumerate(layout.rooms) if index not in layout.treasures]
    cells = [cell for room in rooms for cell in _spots(layout, room, most, rng)]
    return tuple(
        Loot(rng.weighted(items, weights), 1, x, y) for x, y in cells[: rules.loot.most_on_floor]
    )


def place_treasures(rules: Ruleset, number: int, layout: Layout, rng: Rng) -> tuple[Treasure, ...]:
    """Heap up items, by the weights of the floor, in each room that holds a treasure (R10).

    Only so many rooms get theirs as keep within the most that may lie on a floor.
    """
    items, weights = _odds(rules, number)
    if not any(weights):
        return ()
    return tuple(
        Treasure(
            room,
            tuple(
                Loot(rng.weighted(items, weights), 1, x, y)
                for x, y in _heap(layout, layout.rooms[room], rules.loot.treasure)
            ),
        )
        for room in layout.treasures[: rules.loot.most_on_floor // rules.loot.treasure]
    )


def _odds(rules: Ruleset, number: int) -> tuple[list[str], list[int]]:
    """Return the keys of all items, and how likely each is found on a floor (R8)."""
    items = sorted(rules.items)
    return items, [row_at(rules.items[item].weights, number) for item in items]


def _free(layout: Layout, room: Room) -> list[Cell]:
    taken = {layout.stairs_up, *layout.stairs_down}
    return [cell for cell in room.cells() if cell not in taken]


def _spots(layout: Layout, room: Room, most: int, rng: Rng) -> list[Cell]:
    """Draw the cells of a room on which something lies."""
    return rng.sample(_free(layout, room), rng.between(0, most))


def _heap(layout: Layout, room: Room, count: int) -> list[Cell]:
    """Return the cells of a room that are nearest to its middle."""
    x, y = room.centre
    free = _free(layout, room)
    return sorted(free, key=lambda cell: (cell[0] - x) ** 2 + (cell[1] - y) ** 2)[:count]
