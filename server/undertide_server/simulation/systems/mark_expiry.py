"""Marks that heroes have put on cells go after a while (R17)."""

from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run


def expire_marks(_run: Run, floor: FloorIndex) -> None:
    """Count a tick of the marks on a floor, and remove those whose time is over."""
    marks = floor.state.marks
    if not marks:
        return
    for mark in marks:
        mark.ticks -= 1
    if any(mark.ticks <= 0 for mark in marks):
        floor.state.marks = [mark for mark in marks if mark.ticks > 0]
