"""The plans of auto actions: ways over known ground, and the targets of exploring (R17)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Literal

from undertide_server.simulation.actions.walking_on import BLOCKED, lets_pass, remember_shut
from undertide_server.simulation.mechanics.finds import heir_of, leave_for
from undertide_server.simulation.mechanics.inventory import has_room
from undertide_server.simulation.queries.heroes import claimed_cells, middle_of, present_heroes
from undertide_server.simulation.queries.pathfinding import safe_way, way_round, way_to_any
from undertide_server.simulation.queries.relations import is_peaceful, makes_way
from undertide_server.simulation.queries.suiting import is_no_better
from undertide_server.simulation.queries.visibility import known_ground, memory_of, monsters_in_view
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.simulation.state.walk_grid import Cells, WalkGrid
from undertide_shared.geometry import Cell, distance

UNKNOWN_TILE = 0
"""Code of a tile that a hero hasn't seen."""
NOTHING_LEFT = "there is nothing left to explore here"
Leaving = Literal["no room", "no better", "own", "companion"]
"""Why exploring leaves an item: the pack has no room, worn gear is as good, the hero dropped it, or
it suits a companion better."""


def plan_travel(run: Run, floor: FloorIndex, row: HeroRow, goal: Cell) -> None:
    """Find a path to a known cell. Raises ActionRefusedError when the hero knows none."""
    x, y = goal
    if not (0 <= x < floor.width and 0 <= y < floor.height):
        raise ActionRefusedError("you know no way there")
    row.auto_action.path = way_to(run, floor, row, goal)
    if not row.auto_action.path:
        raise ActionRefusedError("you are there" if goal == row.cell else "you know no way there")


def way_to(
    run: Run, floor: FloorIndex, row: HeroRow, goal: Cell, *, hoping: bool = False
) -> list[Cell]:
    """Return the path to a cell over known ground, nearest cell last; empty when there is none.

    It goes round the creatures in sight. If they block every harmless way, it goes up to them.
    A hero that is `hoping` takes unknown cells for ground that it can walk.
    """
    ground = _known_ground(run, floor, row)
    if hoping:
        ground = ground.over(ground.walkable | ground.unknown)
    only = ground.only(goal)
    blocked = _blocked(floor, row, ground) & ~only
    through = way_round(ground, row.cell, only)
    if not blocked:
        return through
    around = way_round(ground.over(ground.walkable & ~blocked), row.cell, only)
    return around if _is_better(ground, around, through) else through


def way_in_view(run: Run, floor: FloorIndex, row: HeroRow, goals: Sequence[Cell]) -> list[Cell]:
    """Return the path to the nearest of some cells in view, nearest cell last.

    It goes round all creatures in sight and over harmless ground only, apart from its last cell. It
    is empty when there is no such path.
    """
    ground = _known_ground(run, floor, row)
    wanted = sum(ground.only(cell) for cell in set(goals))
    taken = ground.shunned
    for other in (*monsters_in_view(floor, row), *floor.heroes.values()):
        taken |= ground.only(other.cell)
    free = ground.walkable & (~taken | wanted)
    return way_round(ground.over(free), row.cell, wanted)


def plan_exploring(run: Run, floor: FloorIndex, row: HeroRow) -> str:
    """Keep the path while its goal is worth reaching, or find the next.

    Return why there is no next: `BLOCKED`, `NOTHING_LEFT`, or an empty text if there is one.
    """
    auto_action = row.auto_action
    if _leads_on(run, floor, row):
        return ""
    remember_shut(floor, row)
    known = _known_ground(run, floor, row)
    party = present_heroes(floor)
    claimed = claimed_cells(party, row)
    reasons = _reasons(run, floor, row, claimed)
    _tell_heirs(run, floor, row, reasons)
    worth = _worth_seeing(known, reasons)
    blocked = _blocked(floor, row, known)
    free = known.over(known.walkable & ~blocked) if blocked else known
    around = way_for_party(run, party, row, free, worth)
    if blocked and (not around or _harms(known, around)):
        through = way_to_any(known, row.cell, worth)
        if through and not _is_better(known, around, through):
            return BLOCKED
    auto_action.path = around
    auto_action.goal = around[0] if around else row.cell
    if around and around[0] in claimed:
        auto_action.goal = None  # It goes along until it finds a target of its own.
    return "" if around or worth & known.only(row.cell) else NOTHING_LEFT


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


def _leads_on(run: Run, floor: FloorIndex, row: HeroRow) -> bool:
    """Return whether the hero's path still leads to something worth seeing, or to its end."""
    path, goal = row.auto_action.path, row.auto_action.goal
    if goal is None and path and path[0] in claimed_cells(present_heroes(floor), row):
        goal = path[0]
    if goal is None or not _is_worth_seeing(run, floor, row, goal):
        return False
    if goal == row.cell:
        return True
    ahead = path[-1] if path else row.cell
    near = distance(ahead, row.cell) == 1
    return near and (floor.is_inviting(ahead) or _changes_places(floor, row, ahead))


def _changes_places(floor: FloorIndex, row: HeroRow, cell: Cell) -> bool:
    """Return whether somebody stands in a harmless cell with whom the hero changes places there.

    Otherwise heroes in a corridor would turn round at each end of it that somebody blocks.
    """
    other = floor.blockers.get(cell)
    if other is None or floor.is_shunned(cell):
        return False
    return lets_pass(floor, other, row) if isinstance(other, HeroRow) else makes_way(other)


def _is_better(ground: WalkGrid, around: list[Cell], through: list[Cell]) -> bool:
    """Return whether a way round creatures, if there is one, is better than one through them.

    It isn't if it alone leads through harm.
    """
    return bool(around) and (not _harms(ground, around) or _harms(ground, through))


def _harms(ground: WalkGrid, way: list[Cell]) -> bool:
    return any(ground.shunned & ground.only(cell) for cell in way)


def reason_to_leave(
    run: Run, floor: FloorIndex, row: HeroRow, cell: Cell, item: str
) -> Leaving | None:
    """Return why exploring leaves a free item in a cell that the hero didn't drop.

    None if it takes it.
    """
    if heir_of(run, floor, row, cell, item) is not None:
        return "companion"
    if is_no_better(run, row, item):
        return "no better"
    return None if has_room(run, row, item) else "no room"


def explored_words(run: Run, floor: FloorIndex, row: HeroRow) -> str:
    """Return the news that a floor is explored, with the items that still lie there and why."""
    memory = memory_of(floor, row)
    claimed = claimed_cells(present_heroes(floor), row)
    left = Counter(_reasons(run, floor, row, claimed).values())
    said = ["Explored."]
    if (count := left["no room"]) > 0:
        lie = "1 thing lies" if count == 1 else f"{count} things lie"
        said.append(f"{lie} here that you have no room for.")
    if (count := left["no better"]) > 0:
        pieces = "1 piece" if count == 1 else f"{count} pieces"
        said.append(f"You leave {pieces} of plain gear no better than what you wear.")
    if (count := left["companion"]) > 0:
        one = "1 piece of gear that suits a companion"
        many = f"{count} pieces of gear that suit companions"
        said.append(f"You leave {one if count == 1 else many} better.")
    if (count := left["own"]) > 0:
        things = "1 thing" if count == 1 else f"{count} things"
        said.append(f"You leave {things} that you dropped.")
    if (count := left[None]) > 0:
        things = "1 thing" if count == 1 else f"{count} things"
        said.append(f"You know no way to {things} that you saw.")
    if any(cell in memory.items for cell in claimed):
        said.append("Companions fetch the rest.")
    return " ".join(said)


def _leaving(run: Run, floor: FloorIndex, row: HeroRow, cell: Cell) -> Leaving | None:
    """Return why exploring leaves the free item that the hero remembers in a cell."""
    memory = memory_of(floor, row)
    if cell in memory.own:
        return "own"
    return reason_to_leave(run, floor, row, cell, memory.items[cell])


def _reasons(
    run: Run, floor: FloorIndex, row: HeroRow, claimed: Collection[Cell]
) -> dict[Cell, Leaving | None]:
    """Return the free items that the hero remembers, with the reason to leave each.

    Those in `claimed` are left out: companions who explore are about to take them (R17).
    """
    memory = memory_of(floor, row)
    free = [cell for cell in memory.items if cell not in memory.prices and cell not in claimed]
    return {cell: _leaving(run, floor, row, cell) for cell in free}


def _tell_heirs(
    run: Run, floor: FloorIndex, row: HeroRow, reasons: Mapping[Cell, Leaving | None]
) -> None:
    """Tell companions of the gear that the hero leaves for them."""
    for cell in [cell for cell, reason in reasons.items() if reason == "companion"]:
        heir = heir_of(run, floor, row, cell, memory_of(floor, row).items[cell])
        if heir is not None:
            leave_for(run, floor, row, heir, cell)


def _is_worth_seeing(run: Run, floor: FloorIndex, row: HeroRow, cell: Cell) -> bool:
    """Return whether a known cell is next to an unknown one, or holds an item to take."""
    memory = memory_of(floor, row)
    if cell in memory.items and _is_to_take(run, floor, row, cell):
        return True
    x, y = cell
    around = memory.tiles[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
    # As bytes, since for nine cells numpy's own test takes ten times as long.
    return UNKNOWN_TILE in around.tobytes()


def _is_to_take(run: Run, floor: FloorIndex, row: HeroRow, cell: Cell) -> bool:
    return cell not in memory_of(floor, row).prices and _leaving(run, floor, row, cell) is None


def _worth_seeing(ground: WalkGrid, reasons: Mapping[Cell, Leaving | None]) -> Cells:
    """Return the known cells next to unknown ones, and those with an item to take."""
    worth = ground.walkable & ground.around(ground.unknown)
    for cell, reason in reasons.items():
        if reason is None:
            worth |= ground.only(cell)
    return worth


def _known_ground(run: Run, floor: FloorIndex, row: HeroRow) -> WalkGrid:
    """Return the ground that the hero remembers, adjusted for the peaceful people in its sight.

    People who would make way count as shunned ground; the others block their cell.
    """
    ground = known_ground(run, floor, row)
    height, width, walkable, shunned, unknown = ground
    for monster in monsters_in_view(floor, row):
        if is_peaceful(monster):
            if makes_way(monster):
                shunned |= ground.only(monster.cell)
            else:
                walkable &= ~ground.only(monster.cell)
    return WalkGrid(height, width, walkable, shunned, unknown)


def _blocked(floor: FloorIndex, row: HeroRow, ground: WalkGrid) -> Cells:
    """Return the cells of the creatures in sight that neither make way nor are at peace.

    With them come the cells out of sight in which the hero's auto action met somebody.
    """
    shut = (cell for cell in row.auto_action.shut if not row.sees[cell[1] * floor.width + cell[0]])
    blocked = _union(ground.only(cell) for cell in shut)
    for monster in monsters_in_view(floor, row):
        if not is_peaceful(monster):
            blocked |= ground.only(monster.cell)
    return blocked
