"""What a hero sees and remembers of its floor."""

import numpy as np

from undertide_server.simulation.components.heroes import FloorMemory
from undertide_server.simulation.state.floor_index import FloorPlace
from undertide_server.simulation.state.rows import HeroRow, MonsterRow


def memory_of(place: FloorPlace, row: HeroRow) -> FloorMemory:
    """Return what the hero remembers of the floor it is on."""
    memory = row.memory.floors.get(place.floor.branch)
    if memory is None:
        memory = FloorMemory(np.zeros_like(place.floor.tiles))
        row.memory.floors[place.floor.branch] = memory
    return memory


def monsters_in_view(place: FloorPlace, row: HeroRow) -> list[MonsterRow]:
    """Return the monsters that a hero sees, in entity order."""
    sees = row.sees
    return [monster for monster in place.in_sight() if sees[monster.spot]]
