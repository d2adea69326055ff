"""The spatial index: where entities are and what heroes see, all derived from components.

Each floor keeps its actors' rows in entity order, so that a tick needs no query. Nothing here is
saved: `SpatialIndex.rebuild` rebuilds it from the components.
"""

from collections.abc import Mapping

from undertide_server.simulation.components.actors import Position
from undertide_server.simulation.components.floors import Floor, Graves, Lying, Portals, Tide, Traps
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.components.monsters import Monster
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, hero_row, monster_row
from undertide_server.simulation.state.sights import Sights, only
from undertide_server.simulation.state.world import World
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.layouts.terrain import TerrainTable
from undertide_shared.geometry import Cell


class SpatialIndex:
    """The indexes of all floors of a run. All moves go through it, so that it stays correct."""

    def __init__(
        self, world: World, terrain: TerrainTable, kinds: Mapping[str, MonsterKind]
    ) -> None:
        self._world = world
        self._terrain = terrain
        self._kinds = kinds
        self.floors: dict[int, FloorIndex] = {}
        self.by_branch: dict[int, int] = {}
        self.heroes: dict[int, tuple[FloorIndex, HeroRow]] = {}
        """The heroes on floors, by entity, in the order in which they came to their floors."""
        self._seats: dict[int, int] = {}
        """The hero of each seat whose hero is on a floor."""
        self.company_version = 0
        """The number of changes to who stands, and to what heroes are, wear and know: views compare
        it before they ask whom gear suits (R17), or what a hero's figures are."""

    def rebuild(self) -> None:
        """Index the whole world anew, as after a restore."""
        self.floors.clear()
        self.by_branch.clear()
        self.heroes.clear()
        self._seats.clear()
        for entity, _ in self._world.each(Floor):
            self.add_floor(entity)
        for entity, _ in self._world.each(Position):
            self.enter(entity)
        for floor in self.floors.values():
            for row in floor.heroes.values():
                self.look(floor, row)

    def add_floor(self, entity: int) -> FloorIndex:
        """Index a new floor."""
        state = self._world.get(entity, Floor)
        floor = FloorIndex(
            entity=entity,
            state=state,
            tide=self._world.get(entity, Tide),
            traps=self._world.get(entity, Traps),
            graves=self._world.get(entity, Graves),
            portals=self._world.get(entity, Portals),
            walkable=self._terrain.walkable[state.tiles],
            shunned=self._terrain.shunned[state.tiles],
            alive=self._terrain.alive[state.tiles],
            sights=Sights(self._terrain.transparent[state.tiles]),
        )
        self.floors[entity] = floor
        self.by_branch[state.branch] = entity
        return floor

    def enter(self, entity: int) -> None:
        """Index an entity that has a Position."""
        position = self._world.get(entity, Position)
        floor = self.floors[position.floor]
        if self._world.has(entity, Hero):
            hero = hero_row(self._world, entity, position, floor.walkable.shape)
            floor.add_hero(hero)
            self.heroes[entity] = floor, hero
            self._seats[hero.hero.seat] = entity
            self.mark_company_changed()
            if hero.stands:
                floor.block(hero)
        elif self._world.has(entity, Monster):
            behaviour = self._kinds[self._world.get(entity, Monster).kind].behaviour
            shape = floor.walkable.shape
            floor.add_monster(monster_row(self._world, entity, position, shape, behaviour))
        elif self._world.has(entity, Lying):
            floor.items.setdefault((position.x, position.y), []).append(entity)
            floor.mark_items_changed()

    def leave(self, entity: int) -> None:
        """Remove an entity from the index, and remove its Position."""
        position = self._world.get(entity, Position)
        floor = self.floors[position.floor]
        cell = (position.x, position.y)
        if entity in self.heroes:
            _, row = self.heroes.pop(entity)
            del self._seats[row.hero.seat]
            self.mark_company_changed()
        if not floor.remove(entity):
            floor.items[cell].remove(entity)
            if not floor.items[cell]:
                del floor.items[cell]
            floor.mark_items_changed()
        self._world.remove(entity, Position)

    def place(self, entity: int, floor: int, cell: Cell) -> None:
        """Add a Position to an entity without one, and index it."""
        self._world.add(entity, Position(floor, cell[0], cell[1]))
        self.enter(entity)

    def move(self, row: ActorRow, cell: Cell) -> None:
        """Move an actor to a free cell of its floor."""
        floor = self.floors[row.position.floor]
        floor.unblock(row)
        row.stand_on(cell, floor.width)
        floor.block(row)

    def swap(self, row: ActorRow, other: ActorRow) -> None:
        """Exchange the cells of two actors on a floor."""
        floor = self.floors[row.position.floor]
        floor.unblock(row)
        floor.unblock(other)
        here, there = row.cell, other.cell
        row.stand_on(there, floor.width)
        other.stand_on(here, floor.width)
        floor.block(row)
        floor.block(other)

    def look(self, floor: FloorIndex, row: HeroRow) -> None:
        """Work out the field of view of a hero. A sleeping hero sees only its own cell."""
        if row.hero.presence == "asleep":
            row.sight = only(floor.walkable.shape, row.cell)
        else:
            row.sight = floor.sights.around(row.cell, row.hero.sight)
        row.sees = row.sight.sees
        row.seen_from = row.cell
        row.items_known = -1
        floor.drop_watched()

    def mark_company_changed(self) -> None:
        """Record that a hero stands or no longer does, or changed in strength, gear or spells."""
        self.company_version += 1

    def of_hero(self, entity: int) -> tuple[FloorIndex, HeroRow] | None:
        """Return a hero's floor and row, or None when it is on no floor (it is dead)."""
        return self.heroes.get(entity)

    def of_seat(self, seat: int) -> tuple[FloorIndex, HeroRow] | None:
        """Return the floor and row of a seat's hero, or None when it is on no floor."""
        entity = self._seats.get(seat)
        return None if entity is None else self.heroes[entity]
