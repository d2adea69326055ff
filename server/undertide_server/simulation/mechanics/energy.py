"""Paying for actions: who may act, and what an action costs."""

from undertide_server.simulation.state.rows import ActorRow


def is_ready(row: ActorRow) -> bool:
    """Whether the actor may act in this tick."""
    return row.actor.energy >= 0


def spend(row: ActorRow, cost: int) -> None:
    """Pay for an action."""
    row.actor.energy -= cost
