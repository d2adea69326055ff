"""Clocks: how many steps and ticks a run has, and how many ticks each floor."""

from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run


def count_step(run: Run) -> None:
    """Begin the run's next step."""
    run.progress.step += 1


def advance_clock(run: Run, floor: FloorIndex) -> None:
    """Move a floor's clock on by the tick that is over, which the run counts too."""
    floor.state.clock += 1
    run.progress.ticks += 1
