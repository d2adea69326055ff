"""Free ground: cells of a floor where a stage may still put something, and terrain strewn there."""

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.records.themes import Strewn
from undertide_server.util.rng import Rng
from undertide_server.util.rounding import divided
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.layouts.layout import Room, steps_from
from undertide_shared.geometry import Cell


def free_ground(draft: Draft) -> NDArray[np.bool_]:
    """Return the cells without anything or anybody, as a mask of shape (height, width).

    They can be walked without harm. Known and hidden traps and portals are excluded.
    """
    terrain = draft.game.terrain
    free: NDArray[np.bool_] = terrain.walkable[draft.tiles] & ~terrain.shunned[draft.tiles]
    looks = free.data  # A look at one cell costs a third of the array's own.
    for x, y in chain(draft.taken, draft.traps, draft.portals):
        looks[y, x] = False
    for spawn in draft.spawns:
        looks[spawn.y, spawn.x] = False
    for loot in draft.loot:
        looks[loot.y, loot.x] = False
    return free


def away_from_arrival(draft: Draft) -> NDArray[np.bool_]:
    """Return the cells outside the safe steps from the arrival (R3), shape (height, width).

    Cells that can't be walked are excluded; all others can be reached, for the floor is whole.
    """
    far: NDArray[np.bool_] = draft.game.terrain.walkable[draft.tiles]
    (x, y), safe = draft.layout.arrival, draft.game.ruleset.population.safe_steps
    left, top = max(0, x - safe), max(0, y - safe)
    around = far[top : y + safe + 1, left : x + safe + 1]  # no safe way leads further
    around &= steps_from((x - left, y - top), around) > safe
    return far


def draw_cells(cells: Sequence[Cell], count: int, rng: Rng) -> list[Cell]:
    """Draw `count` of `cells`, each once; all if there are fewer. Cheap if `count` is small."""
    left = list(cells)
    return [left.pop(rng.below(len(left))) for _ in range(min(count, len(left)))]


def close(ground: NDArray[np.bool_], cell: Cell) -> None:
    """Remove a cell from `ground`, shape (height, width)."""
    ground[cell[1], cell[0]] = False


def strew(draft: Draft, room: Room, strewn: Iterable[Strewn], rng: Rng) -> None:
    """Turn a random share of a room's open cells into each terrain."""
    for each in strewn:
        cells = draft.open_cells(room)
        share = divided(len(cells) * each.percent, 100)
        draft.lay(rng.sample(cells, share), each.terrain)


def fill(draft: Draft, cells: Iterable[Cell], terrain: str) -> None:
    """Turn cells into solid terrain until only ways through them are left.

    It grows from what is solid already, or ways around each patch of it would be left too. Each
    round but the last lays at least one cell.
    """
    left = list(cells)
    while laid := set(draft.lay([cell for cell in left if _is_beside_solid(draft, cell)], terrain)):
        left = [cell for cell in left if cell not in laid]


def _is_beside_solid(draft: Draft, cell: Cell) -> bool:
    x, y = cell
    return not all(draft.is_walkable((x + dx, y + dy)) for dy in (-1, 0, 1) for dx in (-1, 0, 1))
