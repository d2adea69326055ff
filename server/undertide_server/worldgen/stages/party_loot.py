"""R8: further heroes find more items, more potions and food, and more gold."""

from collections.abc import Iterator
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from undertide_server.util.rng import Rng
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.ground import cells_on, close
from undertide_server.worldgen.draft.plan import Loot
from undertide_server.worldgen.items.finds import FINE_TRIES
from undertide_server.worldgen.items.generation import draw_gear
from undertide_server.worldgen.stages.artifacts import is_artifact


def gold_for(gold: int, heroes: int) -> int:
    """Return the gold of a floor for a number of heroes: it grows with their root, rounded down."""
    return isqrt(gold * gold * heroes)


def lay_more(draft: Draft, ground: NDArray[np.bool_]) -> None:
    """Lay more of what lies on a floor for each further hero, in the same rooms as far as it fits.

    An item brings more of its own, and gear brings other gear. Amulets, artifacts and wares bring
    nothing: a run has the first two once, and gold pays for the third. `ground` has the free cells,
    shape (height, width).
    """
    rng = draft.rng("more loot")
    room_at = {cell: index for index, plan in enumerate(draft.rooms) for cell in plan.room.cells()}
    for found in list(draft.loot):
        home = room_at.get((found.x, found.y))
        for _ in range(_further(draft, found, rng)):
            cell = _cell_for(draft, ground, home, rng)
            if cell is None:
                return
            draft.loot.append(Loot(_another(draft, found, rng), found.count, *cell))
            close(ground, cell)


def _further(draft: Draft, found: Loot, rng: Rng) -> int:
    """Draw how many further finds one find brings."""
    rules = draft.game.ruleset
    is_alone = found.item in rules.victory.amulets or is_artifact(draft.game, found.item)
    if found.price or is_alone:
        return 0
    is_supply = found.item in rules.loot.supplies
    more = rules.loot.more_supplies_percent if is_supply else rules.loot.more_items_percent
    whole, rest = divmod(more * (len(draft.levels) - 1), 100)
    return whole + rng.percent(rest)


def _another(draft: Draft, found: Loot, rng: Rng) -> str:
    """Return the key of a further find: the same item, or other gear as carefully chosen."""
    if draft.game.items.kind(found.item).gear is None:
        return found.item
    return draw_gear(draft.game.ruleset, draft.branch.number, rng, _tries(draft, found))


def _tries(draft: Draft, found: Loot) -> int:
    """Return the tries at the quality of gear: those of hoards in a room with a treasure."""
    rooms = (draft.rooms[treasure.room].room for treasure in draft.treasures)
    return FINE_TRIES if any((found.x, found.y) in room.cells() for room in rooms) else 1


def _cell_for(
    draft: Draft, ground: NDArray[np.bool_], home: int | None, rng: Rng
) -> tuple[int, int] | None:
    """Draw a free cell of room `home`, or else of any room; None if all are taken."""
    for room in _rooms_from(draft, home, rng):
        cells = cells_on(ground, draft.rooms[room].room)
        if cells:
            return rng.pick(cells)
    return None


def _rooms_from(draft: Draft, home: int | None, rng: Rng) -> Iterator[int]:
    """Yield the rooms of a floor by index, `home` first and the others in drawn order."""
    if home is not None:
        yield home
    yield from rng.shuffled([index for index in range(len(draft.rooms)) if index != home])
