"""Energy: the turn order. An actor is ready at energy 0, and each action costs energy."""

from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run


def gain_energy(_run: Run, floor: FloorIndex) -> None:
    """Add its speed to the energy of each actor that isn't ready, up to 0."""
    for row in floor.restless():
        actor = row.actor
        if actor.energy < 0:
            actor.energy = min(0, actor.energy + actor.speed)
