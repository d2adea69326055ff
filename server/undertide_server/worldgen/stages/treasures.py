"""R10, R15: treasures in dead ends: amulets, spells, heart containers, heaps of items."""

from collections.abc import Iterator
from itertools import chain, cycle, islice

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.records.layouts import Keep
from undertide_server.util.rng import Rng
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.ground import close, free_ground
from undertide_server.worldgen.draft.plan import Loot, Treasure
from undertide_server.worldgen.game.run_tree import amulets_at
from undertide_server.worldgen.layouts.layout import Room
from undertide_server.worldgen.layouts.maze import rooms_away
from undertide_shared.geometry import Cell

Hoard = list[tuple[str, int]]
"""The treasure of one room: keys of items, and the number of each."""


def place_treasures(draft: Draft) -> None:
    """Put a treasure into each room for which the layout has one.

    The amulets of the branch come first, each in its own room, the farthest from the arrival first.
    If there are too few such rooms, they go into the last room of the floor, and then into those
    before it. Amulets always come. The other rooms get spells, then heart containers, as many as a
    keep's settings state, then heaps, within the most stacks that may lie on a floor.
    """
    ground, rng = free_ground(draft), draft.rng("treasures")
    rooms = [index for index in _furthest_first(draft) if _has_ground(draft, ground, index)]
    amulets = amulets_at(draft.game, draft.branch)
    _place_amulets(draft, ground, rooms, amulets)
    most = draft.game.ruleset.loot.most_on_floor
    for index, hoard in zip(rng.shuffled(rooms[len(amulets) :]), _hoards(draft, rng), strict=False):
        if len(draft.loot) + len(hoard) <= most:
            loot = _lay(draft, ground, index, hoard)
            draft.loot += loot
            draft.treasures.append(Treasure(index, loot))
    draft.treasures.sort(key=lambda treasure: treasure.room)


def _furthest_first(draft: Draft) -> list[int]:
    """Return the rooms for treasures, by connections from the arrival's, the farthest first."""
    away = rooms_away(0, draft.layout.connections)
    return sorted(draft.layout.treasures, key=lambda index: (-away[index], index))


def _has_ground(draft: Draft, ground: NDArray[np.bool_], index: int) -> bool:
    return bool(draft.rooms[index].room.cells_on(ground))


def _place_amulets(
    draft: Draft, ground: NDArray[np.bool_], rooms: list[int], amulets: tuple[str, ...]
) -> None:
    """Put amulets into rooms, and list them before all other loot: no bound may leave one out."""
    others = [index for index in reversed(range(len(draft.rooms))) if index not in rooms]
    spare = [index for index in others if _has_ground(draft, ground, index)]
    hoards: dict[int, Hoard] = {}
    for index, amulet in zip(islice(cycle([*rooms, *spare]), len(amulets)), amulets, strict=False):
        hoards.setdefault(index, []).append((amulet, 1))
    treasures = [
        Treasure(index, _lay(draft, ground, index, hoard)) for index, hoard in hoards.items()
    ]
    draft.treasures += treasures
    draft.loot[:0] = [loot for treasure in treasures for loot in treasure.loot]


def _hoards(draft: Draft, rng: Rng) -> Iterator[Hoard]:
    """Yield the hoards of rooms without an amulet, in order."""
    rules = draft.game.ruleset.loot
    keep = _keep_of(draft)
    spells, hearts = (keep.spells, keep.hearts) if keep else (0, 0)
    return chain(
        ([(rng.pick(rules.spells), rules.spell_count)] for _ in range(spells)),
        ([(rules.heart, 1)] for _ in range(hearts)),
        _heaps(draft, rng),
    )


def _heaps(draft: Draft, rng: Rng) -> Iterator[Hoard]:
    """Yield heaps of items by the weights of the floor, endlessly if any can be found there."""
    loot, finds = draft.game.ruleset.loot, draft.finds
    while finds.are_any:
        yield [finds.draw(rng, loot.treasure_gear) for _ in range(loot.treasure)]


def _keep_of(draft: Draft) -> Keep | None:
    """Return the settings that a keep was dug by; None for other layouts.

    Only keeps have a maze, and the rooms tell the two keeps apart.
    """
    if not draft.layout.maze:
        return None
    layouts, rooms = draft.game.ruleset.layouts, draft.layout.rooms
    full = layouts.keep
    is_full = len(rooms) == full.columns * full.rows and rooms[0].width == full.side
    return full if is_full else layouts.small_keep


def _lay(draft: Draft, ground: NDArray[np.bool_], index: int, hoard: Hoard) -> tuple[Loot, ...]:
    """Return a hoard on the free cells nearest to the middle of a room, and take those cells."""
    cells = _nearest(ground, draft.rooms[index].room)[: len(hoard)]
    draft.taken |= set(cells)
    for cell in cells:
        close(ground, cell)
    return tuple(
        Loot(item, count, *cell) for (item, count), cell in zip(hoard, cells, strict=False)
    )


def _nearest(ground: NDArray[np.bool_], room: Room) -> list[Cell]:
    x, y = room.centre
    return sorted(room.cells_on(ground), key=lambda cell: (cell[0] - x) ** 2 + (cell[1] - y) ** 2)
