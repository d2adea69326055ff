"""Burial: entities that fell or were used up are deleted here alone, after a tick or a step."""

from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run


def bury(run: Run, _floor: FloorIndex | None = None) -> None:
    """Delete the entities that were marked for it, on whichever floor they were."""
    run.world.bury()
