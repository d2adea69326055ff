"""Caches derived from a floor's index, and its recent changes.

Nothing in here is a fact about the floor. A rebuilt index starts with empty caches.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import tcod.path
from numpy.typing import NDArray

from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.state.walk_grid import WalkGrid
from undertide_shared.geometry import Cell
from undertide_shared.messages import TideGauge

OPEN_COST = 1
TAKEN_COST = 8
"""The cost of a taken cell: a detour of up to this many steps is better than waiting."""
SHUNNED_COST = 30
"""The cost of a shunned cell: a detour of up to this many steps is better than a trap or fire."""


class PathCosts:
    """The cost of a step into each cell, for paths that avoid other actors and harm.

    It derives from arrays that the floor's index owns and changes, and from where actors stand.
    """

    __slots__ = ("_ground", "_shunned", "_walkable", "cost", "open_paths", "paths")

    def __init__(self, walkable: NDArray[np.bool_], shunned: NDArray[np.bool_]) -> None:
        self._walkable = walkable
        self._shunned = shunned
        ground = np.where(shunned, SHUNNED_COST, OPEN_COST)
        self.cost: NDArray[np.int8] = (ground * walkable).astype(np.int8)
        """Shape (height, width); 0 where nobody can walk."""
        self._ground = self.cost.copy()
        self.paths = tcod.path.AStar(self.cost, diagonal=1)
        """Finds a path that is cheap by the current `cost`; some are a step longer than need be."""
        self.open_paths = tcod.path.AStar(self._ground, diagonal=1)
        """Finds such a path as if no actors were there."""

    def update(self, cell: Cell, *, is_taken: bool) -> None:
        """Update the cost of a cell that an actor entered or left."""
        x, y = cell
        ground = self._ground.item(y, x)
        self.cost[y, x] = TAKEN_COST if is_taken and 0 < ground < TAKEN_COST else ground

    def update_ground(self, spots: NDArray[np.intp]) -> None:
        """Update the cost of cells whose terrain changed, as if no actors stood there."""
        cost = np.where(self._shunned.take(spots), SHUNNED_COST, OPEN_COST)
        np.put(self.cost, spots, cost * self._walkable.take(spots))
        np.put(self._ground, spots, self.cost.take(spots))


class KnownGauge(NamedTuple):
    """The gauge of a floor's tide, and how long it holds."""

    causes: tuple[int, ...]
    """What it follows from, beside the floor's own tide clock."""
    until: int
    """The tide clock from which on it may be another."""
    gauge: TideGauge


@dataclass(slots=True)
class FloorCaches:
    """Versions, recent changes and cached answers of one floor."""

    costs: PathCosts
    view_changed: bool = False
    """Whether every hero's sight must be worked out again."""
    turned: set[int] = field(default_factory=set)
    """Spots (y * width + x) whose terrain changed since heroes looked last."""
    items_version: int = 0
    """The number of changes to the items that lie on the floor."""
    looks: int = 0
    """The number of changes to heroes' sight or memory of the floor."""
    lying: tuple[int, list[tuple[int, Cell]]] = (0, [])
    """The answer of `FloorIndex.lying`, and the `items_version` for which it holds."""
    watched: bytes | None = None
    """The cached answer of `FloorIndex.watched`, or None."""
    in_sight: list[MonsterRow] | None = None
    """The cached answer of `FloorIndex.in_sight`, or None."""
    ground: WalkGrid | None = None
    """The floor's ground as sets of cells, or None when nobody has asked since it changed."""
    tide_worth: dict[int, int | None] = field(default_factory=dict)
    """What a newcomer of the tide is worth, by the bias in percent; None if nobody can come."""
    gauge: KnownGauge | None = None
    """The gauge that viewers were shown last, or None."""
