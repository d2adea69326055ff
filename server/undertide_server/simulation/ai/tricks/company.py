"""Room for those who come to a monster: kin that it calls, and what falls off it."""

from undertide_server.simulation.mechanics.footing import nearest_ground
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell, distance

NEAR = 3
"""Cells from a monster at which somebody still comes to it."""


def room_beside(run: Run, floor: FloorIndex, monster: MonsterRow) -> Cell | None:
    """Return a free cell near a monster; None without one, or where its floor can't hold more."""
    if len(floor.monsters) >= run.rules.population.most_alive:
        return None
    cell = nearest_ground(floor, monster.cell)
    return cell if cell is not None and distance(cell, monster.cell) <= NEAR else None
