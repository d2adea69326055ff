"""Shelter: monsters leave new heroes alone until they have looked around.

It is a status, so it ends in time like any other. A hero that attacks loses it at once.
"""

from undertide_server.simulation.components.actors import Effects
from undertide_server.simulation.queries.relations import SHELTERED
from undertide_server.simulation.state.events import Told
from undertide_server.simulation.state.rows import ActorRow
from undertide_server.simulation.state.run import Run


def newcomers_effects(run: Run) -> Effects:
    """Return the effects with which a new hero starts."""
    ticks = run.rules.heroes.shelter
    return Effects({SHELTERED: ticks} if ticks else {})


def give_up_shelter(run: Run, row: ActorRow) -> None:
    """End the shelter of an actor that attacks, if it has any."""
    if row.effects.remaining.pop(SHELTERED, None) is not None:
        run.tell(Told(row.entity, "info", f"You are no longer {SHELTERED}."))
