"""The heroes who stand: they are alive and awake, and have not fallen (R16)."""

from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell, distance


def standing_heroes(run: Run) -> list[tuple[FloorIndex, HeroRow]]:
    """Return the heroes of the run that stand, with their floors, in entity order."""
    found = [run.index.heroes[entity] for entity in sorted(run.index.heroes)]
    return [(floor, row) for floor, row in found if row.stands]


def fallen_heroes(run: Run) -> list[tuple[FloorIndex, HeroRow]]:
    """Return the fallen heroes of the run, with their floors, in entity order."""
    found = [run.index.heroes[entity] for entity in sorted(run.index.heroes)]
    return [(floor, row) for floor, row in found if row.is_fallen]


def is_fallen(row: ActorRow) -> bool:
    """Return whether an actor is a hero that has fallen."""
    return isinstance(row, HeroRow) and row.is_fallen


def fallen_at(floor: FloorIndex, cell: Cell) -> HeroRow | None:
    """Return the fallen hero in a cell, or None; of several the one that joined first."""
    for row in floor.heroes.values():
        if row.cell == cell and row.is_fallen:
            return row
    return None


def tends(row: HeroRow, fallen: HeroRow) -> bool:
    """Return whether a hero is tending a fallen companion beside it."""
    action = row.auto_action
    is_at_work = action.activity == "revive" and action.goal == fallen.cell
    return is_at_work and row.stands and distance(row.cell, fallen.cell) <= 1
