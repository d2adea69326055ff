"""One floor, indexed: who stands where, what can be walked, what a way costs."""

from bisect import insort
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import attrgetter, or_

import numpy as np
import tcod.path
from numpy.typing import NDArray

from undertide_server.simulation.components.fixtures import IN_FLOOR, Graves, Trap, Traps
from undertide_server.simulation.components.floors import Floor, Tide
from undertide_server.simulation.state.floor_caches import FloorCaches, PathCosts
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.sights import Sights
from undertide_server.worldgen.layouts.terrain import TerrainTable
from undertide_shared.geometry import Cell

WATCH_EVERY = 4
"""Ticks between two looks of a monster at ease or asleep; who looks when is spread by entity."""

DIRECTIONS: tuple[Cell, ...] = (
    (0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1),
)  # fmt: skip

BY_ENTITY = attrgetter("entity")


@dataclass(slots=True)
class FloorIndex:
    """One floor, indexed. Arrays have shape (height, width)."""

    entity: int
    state: Floor
    tide: Tide
    traps: Traps
    graves: Graves
    walkable: NDArray[np.bool_]
    sights: Sights
    shunned: NDArray[np.bool_]
    """What monsters go round: it harms, or is known to be a trap."""
    alive: NDArray[np.bool_]
    """Terrain that spreads or fades."""
    heroes: dict[int, HeroRow] = field(default_factory=dict)
    monsters: dict[int, MonsterRow] = field(default_factory=dict)
    items: dict[Cell, list[int]] = field(default_factory=dict)
    blockers: dict[Cell, ActorRow] = field(default_factory=dict)
    chamber_at: bytes = field(init=False)
    """Which chamber each cell is in, from 1, row after row; 0: none."""
    slits: list[tuple[Cell, Trap]] = field(init=False)
    """The traps in walls with their cells, in the order of `traps.armed`."""
    _watches: tuple[list[MonsterRow], ...] = field(init=False)
    """The monsters by the tick in which they look about, each list in entity order."""
    lurkers: list[MonsterRow] = field(default_factory=list)
    """The monsters of kinds that lie in wait, in entity order."""
    stirring: list[MonsterRow] = field(default_factory=list)
    """The monsters that are not at rest, in entity order: the others cost a tick nothing."""
    width: int = field(init=False)
    """Cells from left to right."""
    height: int = field(init=False)
    """Cells from top to bottom."""
    caches: FloorCaches = field(init=False)
    """What is worked out of the rest, and what changed there since somebody asked last."""

    def __post_init__(self) -> None:
        self.height, self.width = self.state.tiles.shape
        self.chamber_at = _chambers(self.state)
        self._watches = tuple([] for _ in range(WATCH_EVERY))
        self.caches = FloorCaches(PathCosts(self.walkable, self.shunned))
        self.index_traps()

    def index_traps(self) -> None:
        """Note which traps are in walls: the floor's traps are what they are from the beginning."""
        traps = self.traps.armed.items()
        self.slits = [(cell, trap) for cell, trap in traps if trap.facing != IN_FLOOR]

    def add_hero(self, row: HeroRow) -> None:
        """Add a hero, its eyes still shut. It blocks its cell only once `block` says so."""
        self.heroes[row.entity] = row
        self.heroes = dict(sorted(self.heroes.items()))
        self.forget_watched()

    def add_monster(self, row: MonsterRow) -> None:
        """Add a monster, which blocks its cell."""
        self.monsters[row.entity] = row
        self.monsters = dict(sorted(self.monsters.items()))
        insort(self._watches[row.entity % WATCH_EVERY], row, key=BY_ENTITY)
        if row.behaviour.lurks:
            insort(self.lurkers, row, key=BY_ENTITY)
        self.stir(row)
        self.block(row)

    def remove(self, entity: int) -> bool:
        """Take an actor away; whether there was one of this entity."""
        hero, monster = self.heroes.pop(entity, None), self.monsters.pop(entity, None)
        if monster is not None:
            self._watches[entity % WATCH_EVERY].remove(monster)
            if monster.behaviour.lurks:
                self.lurkers.remove(monster)
            if monster.stirs:
                self.stirring.remove(monster)
        if hero is not None:
            self.forget_watched()
        row = hero or monster
        if row is not None:
            self.unblock(row)
        return row is not None

    def stir(self, row: ActorRow) -> None:
        """Note that something befell an actor or that it did something: it may not be at rest."""
        if not isinstance(row, MonsterRow):
            return
        if row.behaviour.lurks:
            self.caches.in_sight = None  # It may have come out of hiding.
        if not row.stirs:
            row.stirs = True
            insort(self.stirring, row, key=BY_ENTITY)

    def let_rest(self) -> None:
        """Leave alone, from now on, the monsters that have come to rest."""
        for row in self.stirring:
            row.stirs = not row.is_at_rest
        self.stirring = [row for row in self.stirring if row.stirs]

    def restless(self) -> list[ActorRow]:
        """Return all to whom time may do something: the heroes, then the monsters that stir."""
        return [*self.heroes.values(), *self.stirring]

    def on_watch(self) -> list[MonsterRow]:
        """Return the monsters whose tick for a look about this is, in entity order."""
        return self._watches[-self.state.clock % WATCH_EVERY]

    def is_on_watch(self, row: MonsterRow) -> bool:
        """Whether this is the tick for a monster's look about."""
        return (row.entity + self.state.clock) % WATCH_EVERY == 0

    def lying(self) -> list[tuple[int, Cell]]:
        """Return the cells in which something lies, in the order of `items`.

        Before each stands its place among all cells, row after row.
        """
        version, spots = self.caches.lying
        if version != self.caches.items_version:
            spots = [(y * self.width + x, (x, y)) for x, y in self.items]
            self.caches.lying = self.caches.items_version, spots
        return spots

    def note_items_changed(self) -> None:
        """Note that an item came, went or changed its price here."""
        self.caches.items_version += 1

    def watched(self) -> bytes:
        """Return what any hero here sees, a byte a cell, row after row."""
        watched = self.caches.watched
        if watched is None:
            masks = [row.mask for row in self.heroes.values()]
            watched = reduce(or_, masks).tobytes() if masks else bytes(self.walkable.size)
            self.caches.watched = watched
        return watched

    def in_sight(self) -> list[MonsterRow]:
        """Return the monsters that any hero here sees, in entity order; none that hides."""
        in_sight = self.caches.in_sight
        if in_sight is None:
            watched = self.watched()
            rows = self.monsters.values()
            in_sight = [row for row in rows if watched[row.spot] and not row.is_hidden]
            self.caches.in_sight = in_sight
        return in_sight

    def forget_watched(self) -> None:
        """Note that a hero came, went or looked."""
        self.caches.watched = self.caches.in_sight = None

    def mark_seen(self, row: HeroRow) -> None:
        """Note that a hero's sight or memory of this floor changed: views compare `looks`."""
        self.caches.looks += 1
        row.looks = self.caches.looks

    def can_walk(self, cell: Cell) -> bool:
        """Whether the cell is on the floor and its terrain can be walked."""
        x, y = cell
        return 0 <= x < self.width and 0 <= y < self.height and bool(self.walkable[y, x])

    def is_free(self, cell: Cell) -> bool:
        """Whether somebody could step there now."""
        return cell not in self.blockers and self.can_walk(cell)

    def is_inviting(self, cell: Cell) -> bool:
        """Whether somebody could step there now, and nothing known to harm is there."""
        return self.is_free(cell) and not self.shunned[cell[1], cell[0]]

    def path(self, start: Cell, goal: Cell) -> list[Cell]:
        """Return the cells from beside `start` to `goal`, nearest last; empty when there is no way.

        Goes round others, and round what harms, where that is not far.
        """
        found = self.caches.costs.paths.get_path(start[1], start[0], goal[1], goal[0])
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
        distances = self.distances([cell])
        distances[~self.walkable] = np.iinfo(np.int32).max
        for x, y in self.blockers:
            distances[y, x] = np.iinfo(np.int32).max
        flat = int(distances.argmin())
        y, x = divmod(flat, self.width)
        if not self.is_free((x, y)):
            raise LookupError(f"no free cell on floor {self.state.branch}")
        return (x, y)

    def set_tile(self, cell: Cell, code: int, terrain: TerrainTable) -> None:
        """Change the terrain of a cell."""
        self.set_tiles({cell[1] * self.width + cell[0]: code}, terrain)

    def set_tiles(self, changes: Mapping[int, int], terrain: TerrainTable) -> None:
        """Change the terrain of cells: codes by the cells' places among all, row after row."""
        spots = np.fromiter(changes.keys(), np.intp, len(changes))
        codes = np.fromiter(changes.values(), np.uint8, len(changes))
        if self.sights.change(spots, terrain.transparent[codes]):
            self.caches.view_changed = True
        np.put(self.state.tiles, spots, codes)
        np.put(self.walkable, spots, terrain.walkable[codes])
        np.put(self.shunned, spots, terrain.shunned[codes])
        np.put(self.alive, spots, terrain.alive[codes])
        self.caches.turned.update(changes)
        self.caches.costs.update_ground(spots)
        for cell, row in self.blockers.items():
            if row.spot in changes:
                self.caches.costs.update(cell, is_taken=True)

    def block(self, row: ActorRow) -> None:
        """Note that `row` stands in its cell."""
        self.blockers[row.cell] = row
        self.caches.in_sight = None
        self.caches.costs.update(row.cell, is_taken=True)

    def unblock(self, row: ActorRow) -> None:
        """Note that `row` leaves its cell."""
        if self.blockers.get(row.cell) is row:
            del self.blockers[row.cell]
            self.caches.in_sight = None
            self.caches.costs.update(row.cell, is_taken=False)


def _chambers(floor: Floor) -> bytes:
    """Return which of a floor's chambers each cell is in, from 1, row after row."""
    inside = np.zeros_like(floor.tiles)
    for number, room in enumerate(floor.chambers, start=1):
        inside[room.y : room.y + room.height, room.x : room.x + room.width] = number
    return inside.tobytes()
