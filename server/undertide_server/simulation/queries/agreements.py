"""Agreements on stairs: who must agree, who does, and who stands at the stairs (R17)."""

from undertide_server.simulation.components.floors import Agreement
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell, distance


def is_alone(floor: FloorIndex, row: HeroRow) -> bool:
    """Return whether no other hero of the floor could agree."""
    return not any(other is not row and other.is_played for other in floor.heroes.values())


def agreement_of(floor: FloorIndex, row: HeroRow) -> Agreement | None:
    """Return the agreement of which a hero is part, or None."""
    for agreement in floor.state.agreements:
        if row.entity in agreement.agreed:
            return agreement
    return None


def is_at_stairs(run: Run, floor: FloorIndex, row: HeroRow, stairs: Cell) -> bool:
    """Return whether a hero stands at stairs: on them, or as near as the rules ask, in sight."""
    if row.cell == stairs:
        return True
    near = distance(row.cell, stairs) <= run.rules.heroes.stairs.cells
    return near and bool(row.sees[stairs[1] * floor.width + stairs[0]])


def those_at_stairs(run: Run, floor: FloorIndex, agreement: Agreement) -> list[HeroRow]:
    """Return the heroes who agreed and stand at the stairs, in the order in which they agreed."""
    rows = [floor.heroes[entity] for entity in agreement.agreed if entity in floor.heroes]
    return [row for row in rows if is_at_stairs(run, floor, row, agreement.stairs)]


def is_complete(run: Run, floor: FloorIndex, agreement: Agreement) -> bool:
    """Return whether all have agreed, and all stand at the stairs."""
    if agreement.awaited:
        return False
    return len(those_at_stairs(run, floor, agreement)) == len(agreement.agreed)
