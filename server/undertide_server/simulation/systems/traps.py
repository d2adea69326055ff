"""Traps that went off become ready again (R12)."""

from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run


def reload_traps(_run: Run, floor: FloorIndex) -> None:
    """Let a tick pass for the traps that went off."""
    reloading = floor.traps.reloading
    for cell in list(reloading):
        reloading[cell] -= 1
        if reloading[cell] <= 0:
            del reloading[cell]
