"""The end of a summoned ally."""

from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.state.run import Run


def dismiss(run: Run, floor: FloorIndex, ally: MonsterRow) -> None:
    """Remove an ally whose time is over."""
    text = f"The {ally.actor.name} is gone as it came."
    run.tell(Seen(floor.entity, who(ally), "info", "", text))
    run.index.leave(ally.entity)
    run.world.delete(ally.entity)
