"""Departure: heroes who agreed on stairs take them together (R17)."""

from undertide_server.simulation.mechanics.agreements import pass_time
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run


def depart_together(run: Run, floor: FloorIndex) -> None:
    """Count a tick of the agreements on a floor, and let those go who all stand at the stairs."""
    for agreement in floor.state.agreements:
        pass_time(run, floor, agreement)
