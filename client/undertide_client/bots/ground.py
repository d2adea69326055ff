"""The known ground of a floor: walkable and unknown cells, and ways over them. Pure."""

from typing import Final

import numpy as np
import tcod.path
from numpy.typing import NDArray

from undertide_shared.brains import Known
from undertide_shared.geometry import Cell
from undertide_shared.limits import MAX_TILE_CODE

DIRECTIONS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))


def beside(cell: Cell, step: Cell) -> Cell:
    """Return the cell one step away."""
    return cell[0] + step[0], cell[1] + step[1]


HARM: Final = 20
"""Steps of a detour that one step into harm is worth."""


class KnownGround:
    """The ground that is known, for a hero at `cell`. Arrays have shape (height, width)."""

    def __init__(self, known: Known, cell: Cell) -> None:
        self._known = known
        self._cell = cell

    def reached(self) -> NDArray[np.bool_]:
        """Return the cells that the hero can reach over known ground without harm."""
        walkable, harmful = self._walkable()
        safe = walkable & ~harmful
        # Ground seen through glass, or across water, has no known way to it.
        steps = _distances(safe.astype(np.int8), [self._cell])
        reached: NDArray[np.bool_] = safe & (steps < _never(steps))
        return reached

    def out_of_sight(self) -> NDArray[np.bool_]:
        """Return the reached cells that can't be seen from here."""
        hidden: NDArray[np.bool_] = self.reached() & ~self._known.sight
        return hidden

    def frontier(self) -> NDArray[np.bool_]:
        """Return the reached cells that touch an unknown one."""
        return self.reached() & self._beside_unknown()

    def step_through_harm(self, blocked: set[Cell]) -> Cell | None:
        """Return the step towards stairs down, or the unknown, with the least harm on the way.

        None if the hero can reach neither, even through harm. `blocked` cells are impassable.
        """
        walkable, _ = self._walkable()
        looks = self._known.looks.values()
        down = self.made_of([look.code for look in looks if look.stairs == "down"])
        return self._step_to(walkable & (down | self._beside_unknown()), blocked)

    def step_out_of_harm(self, blocked: set[Cell]) -> Cell | None:
        """Return the step towards the nearest harmless ground; None if there is none."""
        walkable, harmful = self._walkable()
        return self._step_to(walkable & ~harmful, blocked)

    def _step_to(self, goals: NDArray[np.bool_], blocked: set[Cell]) -> Cell | None:
        """Return the first step of the cheapest way to any of `goals`."""
        walkable, harmful = self._walkable()
        costs = np.where(harmful, HARM, 1).astype(np.int32) * walkable
        for x, y in blocked:
            costs[y, x] = 0
        steps = _distances(costs, cells_of(goals & (costs > 0)))
        ways = {
            step: int(steps[y, x])
            for step in DIRECTIONS
            for x, y in [beside(self._cell, step)]
            if self._is_inside(x, y) and costs[y, x] and steps[y, x] < _never(steps)
        }
        return min(ways, key=ways.__getitem__, default=None)

    def _walkable(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return two arrays: the walkable cells, and the harmful ones among them."""
        looks = self._known.looks.values()
        walkable = self.made_of([look.code for look in looks if look.walkable])
        shunned = self.made_of([look.code for look in looks if look.shunned])
        return walkable, walkable & shunned

    def _is_inside(self, x: int, y: int) -> bool:
        height, width = self._known.tiles.shape
        return bool(0 <= x < width and 0 <= y < height)

    def _beside_unknown(self) -> NDArray[np.bool_]:
        unknown = np.pad(self._known.tiles == 0, 1)
        height, width = self._known.tiles.shape
        near = np.zeros((height, width), dtype=np.bool_)
        for x, y in DIRECTIONS:
            near |= unknown[1 + y : 1 + y + height, 1 + x : 1 + x + width]
        return near

    def made_of(self, codes: list[int]) -> NDArray[np.bool_]:
        """Return the cells that have one of these tile codes."""
        wanted = np.zeros(MAX_TILE_CODE + 1, dtype=np.bool_)
        wanted[codes] = True
        found: NDArray[np.bool_] = wanted[self._known.tiles]
        return found


def cells_of(where: NDArray[np.bool_]) -> list[Cell]:
    """Return the cells (x, y) at which an array of shape (height, width) is true, row after row."""
    rows, columns = np.nonzero(where)
    return list(zip(columns.tolist(), rows.tolist(), strict=True))


def _distances(costs: NDArray[np.int8] | NDArray[np.int32], goals: list[Cell]) -> NDArray[np.int32]:
    """Return the cost of the cheapest way from each cell to any of `goals`."""
    steps = tcod.path.maxarray(costs.shape, dtype=np.int32)
    for x, y in goals:
        steps[y, x] = 0
    tcod.path.dijkstra2d(steps, costs, 1, 1, out=steps)
    return steps


def _never(steps: NDArray[np.int32]) -> int:
    """Return the value of cells without a way."""
    return int(np.iinfo(steps.dtype).max)
