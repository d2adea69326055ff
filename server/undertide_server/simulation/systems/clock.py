"""Clocks: they count the steps and ticks of a run, and the ticks of each floor."""

from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run


def count_step(run: Run) -> None:
    """Begin the run's next step."""
    run.progress.step += 1


def advance_clock(run: Run, floor: FloorIndex) -> None:
    """Count a tick that is over, for its floor and for the run."""
    floor.state.clock += 1
    run.progress.ticks += 1
