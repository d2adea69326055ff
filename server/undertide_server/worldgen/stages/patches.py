"""R11: patches of terrain in combat rooms: harm, walls, rough ground, cover."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from undertide_server.content.records.rooms import PatchName, PatchTile, RoomRules
from undertide_server.util.rng import Rng
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.plan import RoomPlan
from undertide_shared.geometry import Cell

Patch = Callable[[Sequence[Cell], Rng], list[Cell]]
"""A function that draws a patch from the cells of a room, of which there is at least one.

It returns cells in the order of laying; a cell may come twice.
"""

MOST = 60
"""Most cells of a patch: a great hall has patches in it but isn't one."""
WHOLE = 240
"""Most cells that a fill covers: any room or chamber, but only a part of a great hall."""
HOLE = (25, 40)
"""Percent of a room that a hole takes."""
FEW = (2, 4)
"""Number of blobs or squares in a room."""
RADIUS = (1, 2)
"""Radius of a blob in cells."""
SIDE = (2, 3)
"""Side of a square in cells."""
SOWN = 45
"""Percent of the cells from which a cellular automaton starts."""
GENERATIONS = 2
"""Generations of the automaton: enough for clumps instead of grains."""
CROWD = 5
"""Cells of the nine around one (itself included) that make it part of the patch."""


def lay_patches(draft: Draft) -> None:
    """Lay a patch in each combat room that draws one, except the arrival's and treasure rooms.

    Rooms with a set piece have none either. No patch cuts a room in two, and a harmless way always
    remains.
    """
    quiet = {0, *draft.layout.treasures}
    for index, plan in enumerate(draft.rooms):
        fights = plan.set_piece is None and draft.game.ruleset.themes[plan.theme].combat
        if index not in quiet and fights:
            draft.rooms[index] = _patched(draft, plan, draft.rng("patch", index))


def _patched(draft: Draft, plan: RoomPlan, rng: Rng) -> RoomPlan:
    rules = draft.game.ruleset.rooms
    cells = draft.open_cells(plan.room)
    pair = _draw_pair(rules, rng)
    if pair is None or not cells:
        return plan
    name, tile = pair
    terrain = rng.pick(rules.tiles[tile].terrain)
    laid = draft.lay(PATCHES[name](cells, rng), terrain)
    return replace(plan, patch=pair) if laid else plan


def _draw_pair(rules: RoomRules, rng: Rng) -> tuple[PatchName, PatchTile] | None:
    """Draw a form of patch, and a tile that is viable for it; None if there is no patch."""
    names = [name for name in PATCHES if name == "none" or _tiles(rules, name)]
    name = rng.weighted(names, [rules.patches.get(name, 0) for name in names])
    if name == "none":
        return None
    tiles = _tiles(rules, name)
    return name, rng.weighted(tiles, [rules.tiles[tile].weight for tile in tiles])


def _tiles(rules: RoomRules, name: PatchName) -> list[PatchTile]:
    """Return the tiles that a patch may have and that have a weight."""
    viable = rules.viability.get(name, ())
    return [tile for tile in viable if tile in rules.tiles and rules.tiles[tile].weight]


def _none(_cells: Sequence[Cell], _rng: Rng) -> list[Cell]:
    return []


def _hole(cells: Sequence[Cell], rng: Rng) -> list[Cell]:
    """Draw one big patch around a cell."""
    near = _nearest(cells, rng.pick(cells))
    return near[: min(MOST, max(1, len(cells) * rng.between(*HOLE) // 100))]


def _blobs(cells: Sequence[Cell], rng: Rng) -> list[Cell]:
    """Draw a few circles."""
    drawn: list[Cell] = []
    for _ in range(rng.between(*FEW)):
        middle, radius = rng.pick(cells), rng.between(*RADIUS)
        drawn += [cell for cell in _nearest(cells, middle) if _apart(cell, middle) <= radius**2]
    return drawn[:MOST]


def _squares(cells: Sequence[Cell], rng: Rng) -> list[Cell]:
    """Draw a few squares."""
    drawn: list[Cell] = []
    for _ in range(rng.between(*FEW)):
        (left, top), side = rng.pick(cells), rng.between(*SIDE)
        drawn += [(x, y) for x, y in cells if left <= x < left + side and top <= y < top + side]
    return drawn[:MOST]


def _cellular(cells: Sequence[Cell], rng: Rng) -> list[Cell]:
    """Draw clumps, shaped by a cellular automaton."""
    near = sorted(_nearest(cells, rng.pick(cells))[:MOST])
    patch = {cell for cell in near if rng.percent(SOWN)}
    for _ in range(GENERATIONS):
        patch = {cell for cell in near if _crowd(cell, patch) >= CROWD}
    return sorted(patch)


def _fill(cells: Sequence[Cell], rng: Rng) -> list[Cell]:
    """Cover the whole room; of a great hall, the part around a cell."""
    return _nearest(cells, rng.pick(cells))[:WHOLE]


def _crowd(cell: Cell, patch: set[Cell]) -> int:
    x, y = cell
    return sum((x + dx, y + dy) in patch for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def _nearest(cells: Sequence[Cell], middle: Cell) -> list[Cell]:
    return sorted(cells, key=lambda cell: _apart(cell, middle))


def _apart(one: Cell, other: Cell) -> int:
    """Return the square of the distance between two cells."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


PATCHES: Mapping[PatchName, Patch] = {
    "none": _none,
    "hole": _hole,
    "blobs": _blobs,
    "squares": _squares,
    "cellular": _cellular,
    "fill": _fill,
}
"""Functions of patches by the names that content uses."""
