"""Chambers: heroes recognise a special room when they first enter it (R12, R13)."""

from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.events import Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run


def recognise_chambers(run: Run, floor: FloorIndex) -> None:
    """Tell each waking hero the name of the room that it enters, once for each name on a floor."""
    for row in floor.heroes.values():
        number = floor.chamber_at[row.spot]
        if number == row.chamber or not row.stands:
            continue
        row.chamber = number
        if not number:
            continue
        name = floor.state.chambers[number - 1].name
        entered = memory_of(floor, row).entered
        if name not in entered:
            entered.append(name)
            run.tell(Told(row.entity, "info", f"You enter {name}."))
