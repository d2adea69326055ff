"""How far heroes reach to give and to trade (R17)."""

from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import distance, line


def out_of_reach(run: Run, floor: FloorIndex, row: HeroRow, other: HeroRow) -> str:
    """Return why a hero can hand nothing to another one of its floor; empty if it can.

    The other one must be near enough, with a clear line to it: over cells that can be walked.
    """
    if distance(row.cell, other.cell) > run.rules.heroes.sharing.reach:
        return f"{other.actor.name} is too far away"
    clear = all(floor.can_walk(cell) for cell in line(row.cell, other.cell))
    return "" if clear else f"there is no clear line to {other.actor.name}"
