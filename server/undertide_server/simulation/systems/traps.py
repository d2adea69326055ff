"""Traps: those that went off become ready again (R12). `mechanics/traps.py` springs them."""

from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run


def reload_traps(_run: Run, floor: FloorIndex) -> None:
    """Count a tick for the traps that went off, and reload those whose time has come."""
    reloading = floor.traps.reloading
    for cell in list(reloading):
        reloading[cell] -= 1
        if reloading[cell] <= 0:
            del reloading[cell]
