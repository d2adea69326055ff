"""Energy: who acts when."""

from undertide_server.simulation.state.floor_index import FloorPlace
from undertide_server.simulation.state.run import Run


def gain_energy(_run: Run, place: FloorPlace) -> None:
    """Give everyone its speed in energy, up to 0: ready."""
    for row in place.restless():
        actor = row.actor
        if actor.energy < 0:
            actor.energy = min(0, actor.energy + actor.speed)
