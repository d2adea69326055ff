"""R8, R10 step 6: what lies about on a floor: items in rooms, and gold."""

from itertools import cycle, islice

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.ruleset import Ruleset
from undertide_server.content.tables import row_at
from undertide_server.rng import Rng
from undertide_server.worldgen.draft import Draft
from undertide_server.worldgen.ground import cells_on, close, draw_cells, free_ground
from undertide_server.worldgen.plan import Loot

LEAST_SHARE, GREATEST_SHARE = 1, 4
"""A heap of gold is up to this many times as large as another."""


def place_loot(draft: Draft) -> None:
    """Lay items and gold on free cells of their own, never on stairs, traps or what harms.

    A room gets from none to R8's most items, unless it holds a treasure. The gold of the floor lies
    in heaps, spread over the rooms.
    """
    ground = free_ground(draft)
    _scatter_items(draft, ground)
    _scatter_gold(draft, ground)


def odds(rules: Ruleset, number: int) -> tuple[list[str], list[int]]:
    """Return the keys of all items, and how likely each is found on a floor (R8)."""
    items = sorted(rules.items)
    return items, [row_at(rules.items[item].weights, number) for item in items]


def _scatter_items(draft: Draft, ground: NDArray[np.bool_]) -> None:
    rules, number, rng = draft.game.ruleset, draft.branch.number, draft.rng("loot")
    items, weights = odds(rules, number)
    most = row_at(rules.loot.most_items_per_room, number)
    if not any(weights):
        return
    hoards = {*draft.layout.treasures, *(treasure.room for treasure in draft.treasures)}
    for index, plan in enumerate(draft.rooms):
        if index not in hoards:
            count = rng.between(0, most)
            cells = cells_on(ground, plan.room) if count else []
            for cell in draw_cells(cells, count, rng):
                _lay(draft, ground, Loot(rng.weighted(items, weights), 1, *cell))


def _scatter_gold(draft: Draft, ground: NDArray[np.bool_]) -> None:
    """Lay the gold of the floor: a heap a room, and more where rooms are fewer than heaps."""
    rules, number, rng = draft.game.ruleset, draft.branch.number, draft.rng("gold")
    heaps = min(row_at(rules.extras.heaps, number), rules.loot.most_on_floor)
    rooms = (plan.room for plan in rng.shuffled(draft.rooms) if cells_on(ground, plan.room))
    homes = list(islice(rooms, heaps))
    for room, count in zip(cycle(homes), _shares(row_at(rules.extras.gold, number), heaps, rng)):
        cells = cells_on(ground, room)
        if count and cells:
            _lay(draft, ground, Loot(rules.loot.gold, count, *rng.pick(cells)))


def _shares(total: int, count: int, rng: Rng) -> list[int]:
    """Split a total into shares, some larger than others; they sum to it."""
    weights = [rng.between(LEAST_SHARE, GREATEST_SHARE) for _ in range(count)]
    shares = [total * weight // sum(weights) for weight in weights]
    for index in range(total - sum(shares) if shares else 0):
        shares[index] += 1
    return shares


def _lay(draft: Draft, ground: NDArray[np.bool_], loot: Loot) -> None:
    """Lay something down."""
    draft.loot.append(loot)
    close(ground, (loot.x, loot.y))
