"""The index of one floor: where actors and items are, which cells are walkable, and paths."""

from bisect import insort
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import attrgetter, or_

import numpy as np
import tcod.path
from numpy.typing import NDArray

from undertide_server.simulation.components.floors import (
    IN_FLOOR,
    Floor,
    Graves,
    Portals,
    Tide,
    Trap,
    Traps,
)
from undertide_server.simulation.state.floor_caches import FloorCaches, PathCosts
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.sights import Sights
from undertide_server.worldgen.layouts.terrain import TerrainTable
from undertide_shared.geometry import Cell

WATCH_EVERY = 4
"""Ticks between two looks of a calm or sleeping monster; entities take turns to look."""

DIRECTIONS: tuple[Cell, ...] = (
    (0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1),
)  # fmt: skip

BY_ENTITY = attrgetter("entity")


@dataclass(slots=True)
class FloorIndex:
    """The index of one floor. Arrays have shape (height, width)."""

    entity: int
    state: Floor
    tide: Tide
    traps: Traps
    graves: Graves
    portals: Portals
    walkable: NDArray[np.bool_]
    sights: Sights
    shunned: NDArray[np.bool_]
    """Cells that monsters avoid: they harm, or hold a known trap."""
    alive: NDArray[np.bool_]
    """Terrain that spreads or fades."""
    heroes: dict[int, HeroRow] = field(default_factory=dict)
    recovering: dict[int, HeroRow] = field(default_factory=dict)
    """The heroes of whom an ability rests (R17): the others cost a tick nothing for it."""
    monsters: dict[int, MonsterRow] = field(default_factory=dict)
    items: dict[Cell, list[int]] = field(default_factory=dict)
    blockers: dict[Cell, ActorRow] = field(default_factory=dict)
    chamber_at: bytes = field(init=False)
    """The number of the chamber of each cell, from 1, row by row; 0 means none."""
    slits: dict[Cell, list[tuple[Cell, Trap]]] = field(init=False)
    """The traps in walls that face each cell, with their cells, in the order of `traps.armed`."""
    _watches: tuple[list[MonsterRow], ...] = field(init=False)
    """The monsters by the tick in which they look around, each list in entity order."""
    lurkers: list[MonsterRow] = field(default_factory=list)
    """The monsters of kinds that lie in wait, in entity order."""
    bosses: list[MonsterRow] = field(default_factory=list)
    """The bosses, in entity order."""
    traders: list[MonsterRow] = field(default_factory=list)
    """The people of kinds that buy gear, in entity order."""
    stirring: list[MonsterRow] = field(default_factory=list)
    """The monsters that are not at rest, in entity order: the others cost a tick nothing."""
    width: int = field(init=False)
    """Cells from left to right."""
    height: int = field(init=False)
    """Cells from top to bottom."""
    caches: FloorCaches = field(init=False)
    """Answers derived from the other fields, and recent changes."""

    def __post_init__(self) -> None:
        self.height, self.width = self.state.tiles.shape
        self.chamber_at = _chambers(self.state)
        self._watches = tuple([] for _ in range(WATCH_EVERY))
        self.caches = FloorCaches(PathCosts(self.walkable, self.shunned))
        self.index_traps()

    def index_traps(self) -> None:
        """Index the traps in walls. Call it whenever a trap came or went."""
        self.slits = {}
        for cell, trap in self.traps.armed.items():
            dx, dy = trap.facing
            x, y = cell[0] + dx, cell[1] + dy
            while trap.facing != IN_FLOOR and 0 <= x < self.width and 0 <= y < self.height:
                self.slits.setdefault((x, y), []).append((cell, trap))
                x, y = x + dx, y + dy

    def add_hero(self, row: HeroRow) -> None:
        """Add a hero that sees nothing yet. It blocks its cell only after a call of `block`."""
        self.heroes[row.entity] = row
        self.heroes = dict(sorted(self.heroes.items()))
        if row.hero.resting:
            self.recovering[row.entity] = row
        self.drop_watched()

    def add_monster(self, row: MonsterRow) -> None:
        """Add a monster, which blocks its cell."""
        self.monsters[row.entity] = row
        self.monsters = dict(sorted(self.monsters.items()))
        insort(self._watches[row.entity % WATCH_EVERY], row, key=BY_ENTITY)
        if row.behaviour.lurks:
            insort(self.lurkers, row, key=BY_ENTITY)
        if row.behaviour.trades:
            insort(self.traders, row, key=BY_ENTITY)
        if row.boss is not None:
            self.add_boss(row)
        self.stir(row)
        self.block(row)

    def add_boss(self, row: MonsterRow) -> None:
        """Record that a monster of this floor is a boss."""
        insort(self.bosses, row, key=BY_ENTITY)

    def remove(self, entity: int) -> bool:
        """Remove an actor. Return whether this floor had an actor with this entity."""
        hero, monster = self.heroes.pop(entity, None), self.monsters.pop(entity, None)
        self.recovering.pop(entity, None)
        if monster is not None:
            self._watches[entity % WATCH_EVERY].remove(monster)
            if monster.behaviour.lurks:
                self.lurkers.remove(monster)
            if monster.behaviour.trades:
                self.traders.remove(monster)
            if monster.boss is not None:
                self.bosses.remove(monster)
            if monster.stirs:
                self.stirring.remove(monster)
        if hero is not None:
            self.drop_watched()
        row = hero or monster
        if row is not None:
            self.unblock(row)
        return row is not None

    def stir(self, row: ActorRow) -> None:
        """Record that an actor acted or was affected, so it may not be at rest."""
        if not isinstance(row, MonsterRow):
            return
        if row.behaviour.lurks:
            self.caches.in_sight = None  # It may have come out of hiding.
        if not row.stirs:
            row.stirs = True
            insort(self.stirring, row, key=BY_ENTITY)

    def skip_resting(self) -> None:
        """From the next tick on, skip the monsters that have come to rest."""
        for row in self.stirring:
            row.stirs = not row.is_at_rest
        self.stirring = [row for row in self.stirring if row.stirs]

    def restless(self) -> list[ActorRow]:
        """Return all actors that time may affect: the heroes, then the monsters that stir."""
        return [*self.heroes.values(), *self.stirring]

    def on_watch(self, ahead: int = 0) -> list[MonsterRow]:
        """Return the monsters that look around in this tick or a later one, in entity order."""
        return self._watches[-(self.state.clock + ahead) % WATCH_EVERY]

    def is_on_watch(self, row: MonsterRow) -> bool:
        """Return whether a monster looks around in this tick."""
        return (row.entity + self.state.clock) % WATCH_EVERY == 0

    def lying(self) -> list[tuple[int, Cell]]:
        """Return the cells in which items lie, in the order of `items`.

        Each comes with its spot before it: y * width + x.
        """
        version, spots = self.caches.lying
        if version != self.caches.items_version:
            spots = [(y * self.width + x, (x, y)) for x, y in self.items]
            self.caches.lying = self.caches.items_version, spots
        return spots

    def mark_items_changed(self) -> None:
        """Record that an item appeared, disappeared or changed its price on this floor."""
        self.caches.items_version += 1

    def watched(self) -> bytes:
        """Return the cells that any hero here sees, one byte for each cell, row by row."""
        watched = self.caches.watched
        if watched is None:
            rows = list(self.heroes.values())
            if len(rows) == 1:
                watched = rows[0].sees
            elif rows:
                watched = reduce(or_, [row.sight.mask for row in rows]).tobytes()
            else:
                watched = bytes(self.walkable.size)
            self.caches.watched = watched
        return watched

    def in_sight(self) -> list[MonsterRow]:
        """Return the monsters that any hero here sees, in entity order, without hidden ones."""
        in_sight = self.caches.in_sight
        if in_sight is None:
            watched = self.watched()
            rows = self.monsters.values()
            in_sight = [row for row in rows if watched[row.spot] and not row.is_hidden]
            self.caches.in_sight = in_sight
        return in_sight

    def drop_watched(self) -> None:
        """Record that a hero came, left or looked."""
        self.caches.watched = self.caches.in_sight = None

    def mark_seen(self, row: HeroRow) -> None:
        """Record that a hero's sight or memory of this floor changed: views compare `looks`."""
        self.caches.looks += 1
        row.looks = self.caches.looks

    def can_walk(self, cell: Cell) -> bool:
        """Return whether the cell is on the floor and its terrain can be walked."""
        x, y = cell
        return 0 <= x < self.width and 0 <= y < self.height and self.walkable.item(y, x)

    def is_free(self, cell: Cell) -> bool:
        """Return whether an actor could step into the cell now."""
        return cell not in self.blockers and self.can_walk(cell)

    def is_inviting(self, cell: Cell) -> bool:
        """Return whether an actor could step into the cell now, and nothing known there harms."""
        return self.is_free(cell) and not self.is_shunned(cell)

    def is_shunned(self, cell: Cell) -> bool:
        """Return whether a cell of the floor harms or holds a known trap."""
        return self.shunned.item(cell[1], cell[0])

    def path(self, start: Cell, goal: Cell) -> list[Cell]:
        """Return a path from beside `start` to `goal`, nearest cell last; empty when there is none.

        The path avoids other actors and harm where the detour is short.
        """
        found = self.caches.costs.paths.get_path(start[1], start[0], goal[1], goal[0])
        return [(x, y) for y, x in reversed(found)]

    def open_path(self, start: Cell, goal: Cell) -> list[Cell]:
        """Return such a path as if no actor stood on the floor."""
        found = self.caches.costs.open_paths.get_path(start[1], start[0], goal[1], goal[0])
        return [(x, y) for y, x in reversed(found)]

    def distances(self, sources: list[Cell]) -> NDArray[np.int32]:
        """Return the steps to the nearest of `sources`, shape (height, width).

        Cells that no source reaches have a huge number.
        """
        distances: NDArray[np.int32] = tcod.path.maxarray(self.walkable.shape, dtype=np.int32)
        for x, y in sources:
            distances[y, x] = 0
        tcod.path.dijkstra2d(distances, self.walkable.astype(np.int8), 1, 1, out=distances)
        return distances

    def nearest_free(self, cell: Cell) -> Cell:
        """Return the free cell nearest to `cell` on foot.

        Raises LookupError when no cell is free.
        """
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

    def nearest_ground(self, cell: Cell) -> Cell | None:
        """Return the free cell nearest to `cell`, or None when no free cell can be reached.

        Distance counts steps over walkable or transparent terrain, such as water, but not through
        walls. Among equally near cells the first wins, row by row. `cell` itself may have any
        terrain.
        """
        if self.is_free(cell):
            return cell
        x, y = cell
        distances = tcod.path.maxarray(self.walkable.shape, dtype=np.int32)
        distances[y, x] = 0
        passable = (self.walkable | self.sights.transparent).astype(np.int8)
        tcod.path.dijkstra2d(distances, passable, 1, 1, out=distances)
        free = self.walkable.copy()
        for taken_x, taken_y in self.blockers:
            free[taken_y, taken_x] = False
        unreached = np.iinfo(np.int32).max
        distances[~free] = unreached
        y, x = divmod(int(distances.argmin()), self.width)
        return (x, y) if distances[y, x] < unreached else None

    def set_tile(self, cell: Cell, code: int, terrain: TerrainTable) -> None:
        """Change the terrain of a cell."""
        self.set_tiles({cell[1] * self.width + cell[0]: code}, terrain)

    def set_tiles(self, changes: Mapping[int, int], terrain: TerrainTable) -> None:
        """Change the terrain of cells. `changes` maps each spot (y * width + x) to its new code."""
        spots = np.fromiter(changes.keys(), np.intp, len(changes))
        codes = np.fromiter(changes.values(), np.uint8, len(changes))
        if self.sights.change(spots, terrain.transparent[codes]):
            self.caches.view_changed = True
        np.put(self.state.tiles, spots, codes)
        np.put(self.alive, spots, terrain.alive[codes])
        self.caches.turned.update(changes)
        walkable, shunned = terrain.walkable[codes], terrain.shunned[codes]
        changed = (self.walkable.take(spots) != walkable) | (self.shunned.take(spots) != shunned)
        if changed.any():
            np.put(self.walkable, spots, walkable)
            np.put(self.shunned, spots, shunned)
            self._mark_ground_changed(spots)

    def _mark_ground_changed(self, spots: NDArray[np.intp]) -> None:
        """Record that cells became walkable or shunned, or no longer are."""
        self.caches.ground = None
        self.caches.costs.update_ground(spots)
        for spot in spots.tolist():
            cell = (spot % self.width, spot // self.width)
            if cell in self.blockers:
                self.caches.costs.update(cell, is_taken=True)

    def block(self, row: ActorRow) -> None:
        """Record that `row` stands in its cell."""
        self.blockers[row.cell] = row
        if isinstance(row, MonsterRow):
            self.caches.in_sight = None
        self.caches.costs.update(row.cell, is_taken=True)

    def unblock(self, row: ActorRow) -> None:
        """Record that `row` leaves its cell."""
        if self.blockers.get(row.cell) is row:
            del self.blockers[row.cell]
            if isinstance(row, MonsterRow):
                self.caches.in_sight = None
            self.caches.costs.update(row.cell, is_taken=False)


def _chambers(floor: Floor) -> bytes:
    """Return the number of the chamber of each cell, from 1, row by row; 0 means none."""
    inside = np.zeros_like(floor.tiles)
    for number, room in enumerate(floor.chambers, start=1):
        inside[room.y : room.y + room.height, room.x : room.x + room.width] = number
    return inside.tobytes()
