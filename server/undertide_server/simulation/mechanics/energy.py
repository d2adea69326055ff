"""Energy: which actors may act, and the cost of actions."""

from undertide_server.simulation.state.rows import ActorRow


def is_ready(row: ActorRow) -> bool:
    """Return whether the actor may act in this tick."""
    return row.actor.energy >= 0


def spend(row: ActorRow, cost: int) -> None:
    """Spend the energy that an action costs."""
    row.actor.energy -= cost
