"""R12: traps in the floors and the walls of rooms."""

from collections.abc import Sequence
from dataclasses import replace

from undertide_server.content.records.themes import TrapUse
from undertide_server.util.rng import Rng
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.plan import PlannedTrap
from undertide_server.worldgen.draft.wholeness import keeps_whole
from undertide_server.worldgen.layouts.layout import Room
from undertide_shared.geometry import Cell

WALLS = ("wall", "cave_wall")
"""Terrain that a trap can be built into."""
SIDES: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The directions in which a wall trap can fire."""
LINE = 3
"""Least open cells in front of a wall trap, over which it fires."""

Spot = tuple[Cell, Cell]
"""A cell and the direction in which a trap there fires; (0, 0) in a floor."""


def set_traps(draft: Draft, room: Room, uses: Sequence[TrapUse], rng: Rng) -> None:
    """Put traps into a room, as many as are drawn and find a place."""
    for use in uses:
        for _ in range(rng.between(use.count.low, use.count.high)):
            kind, hidden = rng.pick(use.traps), rng.percent(use.hidden)
            in_wall = draft.game.ruleset.traps[kind].where == "wall"
            spots = wall_spots(draft, room) if in_wall else floor_spots(draft, room, kind)
            if spots:
                cell, facing = rng.pick(spots)
                arm(draft, cell, PlannedTrap(kind, hidden, facing))


def arm(draft: Draft, cell: Cell, trap: PlannedTrap) -> None:
    """Put a trap on a cell, which can't change from then on; lay the terrain of a visible one."""
    if not trap.hidden:
        draft.lay([cell], draft.game.ruleset.traps[trap.kind].terrain)
    draft.traps[cell] = trap
    draft.taken.add(cell)


def change_trap(draft: Draft, cell: Cell, kind: str) -> None:
    """Change the kind of the trap on a cell. Both kinds must be for floors, or both for walls."""
    draft.traps[cell] = replace(draft.traps[cell], kind=kind)
    if not draft.traps[cell].hidden:
        terrain = draft.game.ruleset.traps[kind].terrain
        draft.tiles[cell[1], cell[0]] = draft.game.terrain.codes[terrain]


def floor_spots(draft: Draft, room: Room, kind: str) -> list[Spot]:
    """Return the cells of a room's floor that can hold a trap, row after row.

    They are not at a way in, and a hero who has seen the trap can walk round it.
    """
    return [
        (cell, (0, 0))
        for cell in standing_cells(draft, room)
        if can_bear(draft, cell, draft.game.ruleset.traps[kind].terrain)
    ]


def standing_cells(draft: Draft, room: Room) -> list[Cell]:
    """Return the free, harmless cells of a room that are not at a way in, row after row."""
    inside = set(room.cells())
    return [
        cell
        for cell in draft.open_cells(room)
        if not draft.is_shunned(cell) and not _is_way_in(draft, inside, cell)
    ]


def _is_way_in(draft: Draft, inside: set[Cell], cell: Cell) -> bool:
    """Return whether a cell of a room is beside open ground outside it."""
    x, y = cell
    beside = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
    return not inside.issuperset(beside) and any(
        side not in inside and draft.is_walkable(side) for side in beside
    )


def can_bear(draft: Draft, cell: Cell, terrain: str) -> bool:
    """Return whether actors who avoid a terrain can still get everywhere once it is on a cell."""
    code = draft.game.terrain.codes[terrain]
    return keeps_whole(draft.tiles, cell, code, draft.game.terrain)


def wall_spots(draft: Draft, room: Room) -> list[Spot]:
    """Return the wall cells in and around a room that face at least `LINE` of its open cells."""
    inside, codes = set(room.cells()), draft.codes
    walls = {draft.game.terrain.codes[name] for name in WALLS}
    return [
        ((x - dx, y - dy), (dx, dy))
        for x, y in room.cells()
        for dx, dy in SIDES
        if codes[y - dy, x - dx] in walls
        and _can_hold(draft, (x - dx, y - dy))
        and all(_is_clear(draft, inside, (x + dx * n, y + dy * n)) for n in range(LINE))
    ]


def _can_hold(draft: Draft, wall: Cell) -> bool:
    """Return whether a trap can be built into a cell of wall: it is not on the map's border."""
    height, width = draft.tiles.shape
    return 0 < wall[0] < width - 1 and 0 < wall[1] < height - 1 and wall not in draft.taken


def _is_clear(draft: Draft, inside: set[Cell], cell: Cell) -> bool:
    """Return whether a trap can fire over a cell of a room."""
    if cell not in inside or not draft.is_walkable(cell):
        return False
    return bool(draft.game.terrain.transparent[draft.codes[cell[1], cell[0]]])
