"""What is worked out of a floor's index, and what changed there since somebody asked last.

Nothing in here is a fact about the floor. An index that is made anew begins with all of it anew.
"""

from dataclasses import dataclass, field

import numpy as np
import tcod.path
from numpy.typing import NDArray

from undertide_server.simulation.state.rows import MonsterRow
from undertide_shared.geometry import Cell

OPEN_COST = 1
TAKEN_COST = 8
"""Steps that a path goes round rather than wait for whoever stands in the way."""
SHUNNED_COST = 30
"""Steps that a path goes round rather than lead over a trap or through fire."""


class PathCosts:
    """The cost of a step into each cell, for paths that go round others and round harm.

    It is worked out of arrays that the floor's index owns and changes, and of where actors stand.
    """

    __slots__ = ("_shunned", "_walkable", "cost", "paths")

    def __init__(self, walkable: NDArray[np.bool_], shunned: NDArray[np.bool_]) -> None:
        self._walkable = walkable
        self._shunned = shunned
        ground = np.where(shunned, SHUNNED_COST, OPEN_COST)
        self.cost: NDArray[np.int8] = (ground * walkable).astype(np.int8)
        """Shape (height, width); 0 where nobody can walk."""
        self.paths = tcod.path.AStar(self.cost, diagonal=1)
        """Finds the cheapest way by `cost` as it is when asked."""

    def update(self, cell: Cell, *, is_taken: bool) -> None:
        """Work out the cost of a cell where somebody came or went."""
        x, y = cell
        cost = SHUNNED_COST if self._shunned[y, x] else OPEN_COST
        if is_taken:
            cost = max(cost, TAKEN_COST)
        self.cost[y, x] = cost if self._walkable[y, x] else 0

    def update_ground(self, spots: NDArray[np.intp]) -> None:
        """Work out the cost of cells whose terrain changed, as if nobody stood there."""
        cost = np.where(self._shunned.take(spots), SHUNNED_COST, OPEN_COST)
        np.put(self.cost, spots, cost * self._walkable.take(spots))


@dataclass(slots=True)
class FloorCaches:
    """Versions, notes of changes and answers kept for one floor."""

    costs: PathCosts
    view_changed: bool = False
    """Whether every hero's sight must be worked out again."""
    turned: set[int] = field(default_factory=set)
    """Spots (y * width + x) whose terrain changed since heroes looked last."""
    items_version: int = 0
    """How often the items that lie about changed."""
    looks: int = 0
    """How often a hero's sight or memory of the floor changed."""
    lying: tuple[int, list[tuple[int, Cell]]] = (0, [])
    """The answer of `FloorIndex.lying`, and the `items_version` for which it holds."""
    watched: bytes | None = None
    """The answer of `FloorIndex.watched`; None until somebody asks."""
    in_sight: list[MonsterRow] | None = None
    """The answer of `FloorIndex.in_sight`; None until somebody asks."""
