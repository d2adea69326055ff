"""The part of its floor that a hero sees and remembers."""

import numpy as np

from undertide_server.simulation.components.heroes import FloorMemory
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow


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
