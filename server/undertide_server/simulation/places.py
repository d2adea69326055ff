"""Who is where and who sees what: everything about space that can be worked out again.

Each floor keeps the rows of components that systems walk every tick, in entity order, so that no
tick pays for a query. Nothing here is saved: `Places.rebuild` makes it anew from the components.
"""

from dataclasses import dataclass, field

import numpy as np
import tcod.constants
import tcod.map
import tcod.path
from numpy.typing import NDArray

from undertide_server.simulation.components.actors import (
    Actor,
    Attack,
    Body,
    Effects,
    Position,
    Resistance,
)
from undertide_server.simulation.components.floors import Cell, Floor, Tide
from undertide_server.simulation.components.heroes import Errand, Hero, Memory, Orders, Pack
from undertide_server.simulation.components.items import Lying
from undertide_server.simulation.components.monsters import Mind, Monster
from undertide_server.simulation.world import World
from undertide_server.worldgen.terrain import TerrainTable

OPEN_COST = 1
TAKEN_COST = 8
"""Steps that a path goes round rather than wait for whoever stands in the way."""

DIRECTIONS: tuple[Cell, ...] = (
    (0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1),
)  # fmt: skip


@dataclass(slots=True)
class ActorRow:
    """The components of one actor on a floor that systems touch every tick."""

    entity: int
    position: Position
    actor: Actor
    body: Body
    effects: Effects

    @property
    def cell(self) -> Cell:
        """Where it stands."""
        return (self.position.x, self.position.y)


@dataclass(slots=True)
class HeroRow(ActorRow):
    """A hero on a floor."""

    hero: Hero
    attack: Attack
    resistance: Resistance
    orders: Orders
    errand: Errand
    pack: Pack
    memory: Memory
    mask: NDArray[np.bool_]
    """What it sees, shape (height, width)."""
    sees: bytes
    """`mask` row after row, a byte a cell: the quick way to ask for one cell."""
    seen_from: Cell | None = None
    """Where it stood when `mask` was worked out."""
    items_known: int = -1
    """The floor's `items_version` that its memory holds."""
    looks: int = 0
    """The floor's `looks` when its sight or memory changed last: views compare it."""


@dataclass(slots=True)
class MonsterRow(ActorRow):
    """A monster on a floor."""

    monster: Monster
    mind: Mind


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


class Places:
    """All floors of a run, indexed. Moves go through here, so that the index stays true."""

    def __init__(self, world: World, terrain: TerrainTable) -> None:
        self._world = world
        self._terrain = terrain
        self.floors: dict[int, FloorPlace] = {}
        self.by_branch: dict[int, int] = {}

    def rebuild(self) -> None:
        """Index the whole world anew, as after a restore. The world must be active."""
        self.floors.clear()
        self.by_branch.clear()
        for entity, _ in self._world.each(Floor):
            self.add_floor(entity)
        for entity, _ in self._world.each(Position):
            self.enter(entity)
        for place in self.floors.values():
            for row in place.heroes.values():
                self.look(place, row)

    def add_floor(self, entity: int) -> FloorPlace:
        """Index a floor that was just made."""
        floor = self._world.get(entity, Floor)
        walkable = self._terrain.walkable[floor.tiles]
        cost = walkable.astype(np.int8)
        place = FloorPlace(
            entity=entity,
            floor=floor,
            tide=self._world.get(entity, Tide),
            walkable=walkable,
            transparent=self._terrain.transparent[floor.tiles],
            cost=cost,
            paths=tcod.path.AStar(cost, diagonal=1),
        )
        self.floors[entity] = place
        self.by_branch[floor.branch] = entity
        return place

    def enter(self, entity: int) -> None:
        """Index an entity that has a Position."""
        position = self._world.get(entity, Position)
        place = self.floors[position.floor]
        if self._world.has(entity, Hero):
            hero = self._hero_row(entity, position, place)
            place.heroes[entity] = hero
            place.heroes = dict(sorted(place.heroes.items()))
            if hero.hero.presence != "asleep":
                place.block(hero)
        elif self._world.has(entity, Monster):
            monster = self._monster_row(entity, position)
            place.monsters[entity] = monster
            place.monsters = dict(sorted(place.monsters.items()))
            place.block(monster)
        elif self._world.has(entity, Lying):
            place.items.setdefault((position.x, position.y), []).append(entity)
            place.items_version += 1

    def leave(self, entity: int) -> None:
        """Take an entity out of the index and take its Position away."""
        position = self._world.get(entity, Position)
        place = self.floors[position.floor]
        cell = (position.x, position.y)
        row = place.heroes.pop(entity, None) or place.monsters.pop(entity, None)
        if row is not None:
            place.unblock(row)
        else:
            place.items[cell].remove(entity)
            if not place.items[cell]:
                del place.items[cell]
            place.items_version += 1
        self._world.remove(entity, Position)

    def put(self, entity: int, floor: int, cell: Cell) -> None:
        """Give an entity without one a Position, and index it."""
        self._world.add(entity, Position(floor, cell[0], cell[1]))
        self.enter(entity)

    def move(self, row: ActorRow, cell: Cell) -> None:
        """Move an actor to a free cell of its floor."""
        place = self.floors[row.position.floor]
        place.unblock(row)
        row.position.x, row.position.y = cell
        place.block(row)

    def swap(self, row: ActorRow, other: ActorRow) -> None:
        """Let two actors of a floor change places."""
        place = self.floors[row.position.floor]
        place.unblock(row)
        place.unblock(other)
        here, there = row.cell, other.cell
        row.position.x, row.position.y = there
        other.position.x, other.position.y = here
        place.block(row)
        place.block(other)

    def look(self, place: FloorPlace, row: HeroRow) -> None:
        """Work out what a hero sees from where it stands: asleep, its own cell alone.

        Sight is symmetric, so whoever a hero doesn't see doesn't see it either.
        """
        here = (row.position.y, row.position.x)
        if row.hero.presence == "asleep":
            row.mask = np.zeros_like(place.walkable)
            row.mask[here] = True
        else:
            row.mask = tcod.map.compute_fov(
                place.transparent,
                here,
                radius=row.hero.sight,
                light_walls=True,
                algorithm=tcod.constants.FOV_SYMMETRIC_SHADOWCAST,
            )
        row.sees = row.mask.tobytes()
        # The library's mask is a column of a wider array: dear to compare and to copy.
        row.mask = np.frombuffer(row.sees, dtype=np.bool_).reshape(place.walkable.shape)
        row.seen_from = row.cell
        row.items_known = -1

    def of_hero(self, entity: int) -> tuple[FloorPlace, HeroRow] | None:
        """Return a hero's floor and row, or None when it is on no floor (it is dead)."""
        for place in self.floors.values():
            row = place.heroes.get(entity)
            if row is not None:
                return place, row
        return None

    def _hero_row(self, entity: int, position: Position, place: FloorPlace) -> HeroRow:
        get = self._world.get
        return HeroRow(
            entity=entity,
            position=position,
            actor=get(entity, Actor),
            body=get(entity, Body),
            effects=get(entity, Effects),
            hero=get(entity, Hero),
            attack=get(entity, Attack),
            resistance=get(entity, Resistance),
            orders=get(entity, Orders),
            errand=get(entity, Errand),
            pack=get(entity, Pack),
            memory=get(entity, Memory),
            mask=np.zeros(place.walkable.shape, dtype=np.bool_),
            sees=bytes(place.walkable.size),
        )

    def _monster_row(self, entity: int, position: Position) -> MonsterRow:
        get = self._world.get
        return MonsterRow(
            entity=entity,
            position=position,
            actor=get(entity, Actor),
            body=get(entity, Body),
            effects=get(entity, Effects),
            monster=get(entity, Monster),
            mind=get(entity, Mind),
        )
