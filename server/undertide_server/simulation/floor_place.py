"""One floor, indexed: who stands where, what can be walked, what a way costs."""

from dataclasses import dataclass, field

import numpy as np
import tcod.path
from numpy.typing import NDArray

from undertide_server.simulation.components.floors import Cell, Floor, Tide
from undertide_server.simulation.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.worldgen.terrain import TerrainTable

OPEN_COST = 1
TAKEN_COST = 8
"""Steps that a path goes round rather than wait for whoever stands in the way."""

DIRECTIONS: tuple[Cell, ...] = (
    (0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1),
)  # fmt: skip


@dataclass(slots=True)
class FloorPlace:
    """One floor, indexed. Arrays have shape (height, width)."""

    entity: int
    floor: Floor
    tide: Tide
    walkable: NDArray[np.bool_]
    transparent: NDArray[np.bool_]
    cost: NDArray[np.int8]
    paths: tcod.path.AStar
    heroes: dict[int, HeroRow] = field(default_factory=dict)
    monsters: dict[int, MonsterRow] = field(default_factory=dict)
    items: dict[Cell, list[int]] = field(default_factory=dict)
    blockers: dict[Cell, ActorRow] = field(default_factory=dict)
    tiles_changed: bool = False
    """Whether sight must be worked out again for everyone."""
    items_version: int = 0
    """How often what lies about changed."""
    looks: int = 0
    """How often a hero's sight or memory of the floor changed."""
    width: int = field(init=False)
    """Cells from left to right."""
    height: int = field(init=False)
    """Cells from top to bottom."""

    def __post_init__(self) -> None:
        self.height, self.width = self.floor.tiles.shape

    def can_walk(self, cell: Cell) -> bool:
        """Whether the cell is on the floor and its terrain can be walked."""
        x, y = cell
        return 0 <= x < self.width and 0 <= y < self.height and bool(self.walkable[y, x])

    def is_free(self, cell: Cell) -> bool:
        """Whether somebody could step there now."""
        return cell not in self.blockers and self.can_walk(cell)

    def path(self, start: Cell, goal: Cell) -> list[Cell]:
        """Return the cells from beside `start` to `goal`, nearest last; empty when there is no way.

        Goes round others where that is not far.
        """
        found = self.paths.get_path(start[1], start[0], goal[1], goal[0])
        return [(x, y) for y, x in reversed(found)]

    def distances(self, sources: list[Cell]) -> NDArray[np.int32]:
        """Return steps to the nearest of `sources`, shape (height, width); far too many if none."""
        distances: NDArray[np.int32] = tcod.path.maxarray(self.walkable.shape, dtype=np.int32)
        for x, y in sources:
            distances[y, x] = 0
        tcod.path.dijkstra2d(distances, self.walkable.astype(np.int8), 1, 1, out=distances)
        return distances

    def nearest_free(self, cell: Cell) -> Cell:
        """Return the free cell nearest to `cell` on foot. Raises LookupError when all is full."""
        if self.is_free(cell):
            return cell
        distances = self.distances([cell]).copy()
        for x, y in self.blockers:
            distances[y, x] = np.iinfo(np.int32).max
        flat = int(distances.argmin())
        y, x = divmod(flat, self.width)
        if not self.is_free((x, y)):
            raise LookupError(f"no free cell on floor {self.floor.branch}")
        return (x, y)

    def set_tile(self, cell: Cell, code: int, terrain: TerrainTable) -> None:
        """Change the terrain of a cell."""
        x, y = cell
        self.floor.tiles[y, x] = code
        self.walkable[y, x] = terrain.walkable[code]
        self.transparent[y, x] = terrain.transparent[code]
        self.tiles_changed = True
        self._price(cell)

    def block(self, row: ActorRow) -> None:
        """Note that `row` stands in its cell."""
        self.blockers[row.cell] = row
        self._price(row.cell)

    def unblock(self, row: ActorRow) -> None:
        """Note that `row` leaves its cell."""
        if self.blockers.get(row.cell) is row:
            del self.blockers[row.cell]
            self._price(row.cell)

    def _price(self, cell: Cell) -> None:
        x, y = cell
        taken = TAKEN_COST if cell in self.blockers else OPEN_COST
        self.cost[y, x] = taken if self.walkable[y, x] else 0
