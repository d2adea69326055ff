"""How heroes who explore share a floor out (R17)."""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from undertide_server.simulation.queries.heroes import claimed_cells, middle_of
from undertide_server.simulation.queries.pathfinding import safe_way, way_to_any
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.simulation.state.walk_grid import Cells, WalkGrid
from undertide_shared.geometry import Cell


def way_for_party(
    run: Run, party: Sequence[HeroRow], row: HeroRow, ground: WalkGrid, worth: Cells
) -> list[Cell]:
    """Return the path to the target in `worth` that suits `party`, nearest cell last.

    `party` are the heroes of the floor who are at work, `row` among them. Its targets are in the
    party's part of the floor, if a harmless way leads there that isn't too long: best apart from
    those of companions, or else beside them, or else one of theirs, to which the hero goes along.
    Otherwise the nearest target will do, a companion's too.
    """
    if len(party) < 2:
        return way_to_any(ground, row.cell, worth)
    rules = run.rules.heroes.exploring
    claimed = claimed_cells(party, row)
    free = worth & ~_union(ground.only(cell) for cell in claimed)
    area = ground.box(_centre(party, row, rules.area), rules.area)
    apart = free & area & ~_union(ground.box(cell, rules.apart) for cell in claimed)
    for goals in dict.fromkeys((apart, free & area, worth & area)):
        way = safe_way(ground, row.cell, goals, rules.detour)
        if way:
            return way
    return way_to_any(ground, row.cell, worth)


def _centre(party: Sequence[HeroRow], row: HeroRow, reach: int) -> Cell:
    """Return the middle of the party's part of the floor: where its middle is, or is going to."""
    middle = middle_of(party, reach)
    action = middle.auto_action
    goes_on = middle is not row and action.activity == "explore"
    return action.goal if goes_on and action.goal is not None else middle.cell


def _union(parts: Iterable[Cells]) -> Cells:
    return reduce(or_, parts, 0)
