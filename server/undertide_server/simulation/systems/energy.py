"""Energy: who acts when."""

from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run


def gain_energy(_run: Run, floor: FloorIndex) -> None:
    """Give everyone its speed in energy, up to 0: ready."""
    for row in floor.restless():
        actor = row.actor
        if actor.energy < 0:
            actor.energy = min(0, actor.energy + actor.speed)
