"""Portals: a hero that steps into one steps out of its twin (R12)."""

from undertide_server.simulation.mechanics.footing import nearest_ground
from undertide_server.simulation.mechanics.stopping import forget_path
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run


def pass_portal(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Move a hero that stepped into a portal to its twin, or to the nearest free cell.

    This ends its auto action, for its path starts elsewhere.
    """
    twin = floor.portals.twins.get(row.cell)
    landing = None if twin is None else nearest_ground(floor, twin)
    if landing is None:
        return
    name = row.actor.name
    own = "The portal takes you elsewhere."
    run.tell(Seen(floor.entity, who(row), "info", own, f"{name} vanishes into the portal."))
    run.index.move(row, landing)
    forget_path(run, row)
    run.tell(Seen(floor.entity, who(row), "info", "", f"{name} steps out of the portal."))
