"""Room for newcomers beside a monster: kin that it calls, and its twin when it divides."""

from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell, distance

NEAR = 3
"""The greatest distance in cells from a monster at which a newcomer appears."""


def room_beside(run: Run, floor: FloorIndex, monster: MonsterRow) -> Cell | None:
    """Return a free cell near a monster; None without one, or if its floor is full of monsters."""
    if len(floor.monsters) >= run.rules.population.most_alive:
        return None
    cell = floor.nearest_ground(monster.cell)
    return cell if cell is not None and distance(cell, monster.cell) <= NEAR else None
