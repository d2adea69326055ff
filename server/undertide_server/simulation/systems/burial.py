"""Burial: only this system deletes entities that fell or were used up, after a tick or a step."""

from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run


def bury(run: Run, _floor: FloorIndex | None = None) -> None:
    """Delete the marked entities, on all floors."""
    run.world.bury()
