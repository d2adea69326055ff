"""Energy: who acts when (DESIGN, simulation)."""

from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.rows import ActorRow
from undertide_server.simulation.run import Run


def gain_energy(_run: Run, place: FloorPlace) -> None:
    """Give everyone its speed in energy, up to 0: ready."""
    for row in place.restless():
        actor = row.actor
        if actor.energy < 0:
            actor.energy = min(0, actor.energy + actor.speed)


def is_ready(row: ActorRow) -> bool:
    """Whether the actor may act in this tick."""
    return row.actor.energy >= 0


def spend(row: ActorRow, cost: int) -> None:
    """Pay for an action."""
    row.actor.energy -= cost
