"""The part of its floor that a hero sees, remembers and knows how to cross."""

from collections.abc import Iterable

import numpy as np

from undertide_server.simulation.components.heroes import FloorMemory
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_server.simulation.state.walk_grid import RememberedGround, WalkGrid, ground_of


def memory_of(floor: FloorIndex, row: HeroRow) -> FloorMemory:
    """Return the hero's memory of the floor on which it stands."""
    memory = row.memory.floors.get(floor.state.branch)
    if memory is None:
        memory = FloorMemory(np.zeros_like(floor.state.tiles))
        row.memory.floors[floor.state.branch] = memory
    return memory


def monsters_in_view(floor: FloorIndex, row: HeroRow) -> list[MonsterRow]:
    """Return the monsters that a hero sees, in entity order."""
    sees = row.sees
    return [monster for monster in floor.in_sight() if sees[monster.spot]]


def remember_monsters(floor: FloorIndex, row: HeroRow, monsters: Iterable[MonsterRow]) -> None:
    """Record that a hero has seen monsters of its floor in an auto action."""
    memory = memory_of(floor, row)
    new = [monster.entity for monster in monsters if monster.entity not in memory.met]
    if new:
        left = [entity for entity in memory.met if entity in floor.monsters]
        memory.met = (*left, *new)


def known_ground(run: Run, floor: FloorIndex, row: HeroRow) -> WalkGrid:
    """Return the ground that a hero remembers of its floor.

    It is read from the hero's memory once, and kept current until the floor's own ground changes.
    """
    actual = floor.caches.ground
    if actual is None:
        actual = floor.caches.ground = ground_of(floor.state.tiles, run.game.terrain)
    if row.known is None or row.known.actual is not actual:
        remembered = ground_of(memory_of(floor, row).tiles, run.game.terrain)
        row.known = RememberedGround(remembered, actual)
    return row.known.update()
