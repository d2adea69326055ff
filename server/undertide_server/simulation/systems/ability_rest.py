"""Abilities become ready again some time after a hero performed them (R17)."""

from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run


def ready_abilities(_run: Run, floor: FloorIndex) -> None:
    """Count a tick for the abilities that rest, of the heroes who have any."""
    for row in list(floor.recovering.values()):
        resting = row.hero.resting
        for key in list(resting):
            resting[key] -= 1
            if resting[key] <= 0:
                del resting[key]
        if not resting:
            del floor.recovering[row.entity]
