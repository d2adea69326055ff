"""Shots of heroes, with the weapon in their hands (R6, R11)."""

from undertide_server.simulation.mechanics.combat import rouse, strike
from undertide_server.simulation.mechanics.cover import stopped_by_cover
from undertide_server.simulation.queries.relations import is_peaceful, of_the_party
from undertide_server.simulation.rules.statuses import WHOLE
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell, distance


def shoot(
    run: Run, floor: FloorIndex, row: HeroRow, target: MonsterRow, percent: int = WHOLE
) -> bool:
    """Shoot a missile that does a percentage of its damage; return False if cover stops it."""
    if stopped_by_cover(run, floor, target, run.chance(floor, "cover", row.entity)):
        rouse(floor, target, row)
        return False
    strike(run, floor, row, target, missile=True, percent=percent)
    return True


def target_of_shot(run: Run, floor: FloorIndex, row: HeroRow, cell: Cell) -> MonsterRow:
    """Return the target of a shot at a cell.

    Raises ActionRefusedError when the hero holds no weapon that shoots, or sees no enemy within its
    range.
    """
    reach = row.attack.range
    if not reach:
        raise ActionRefusedError("you hold nothing to shoot with")
    if "confused" in row.effects.remaining:
        raise ActionRefusedError("you are too confused to aim")
    x, y = cell
    if not (0 <= x < floor.width and 0 <= y < floor.height) or not row.sight.mask[y, x]:
        raise ActionRefusedError("you can't see that place")
    if distance(cell, row.cell) > reach:
        raise ActionRefusedError(f"it is too far: you shoot {reach} cells")
    target = floor.blockers.get(cell)
    if target is None or target is row or target.is_hidden:
        raise ActionRefusedError("there is nobody to shoot at")
    if not isinstance(target, MonsterRow) or of_the_party(target):
        raise ActionRefusedError("you can't shoot at your friends")
    if is_peaceful(run, target):
        raise ActionRefusedError(f"the {target.actor.name} is peaceful")
    return target
