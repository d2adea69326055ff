"""R12: the set piece of a floor, a built scene that no other floor of the run has."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.records.rooms import FIND, OPEN, SetPiece
from undertide_server.content.records.themes import SET_PIECE
from undertide_server.util.rng import Rng
from undertide_server.worldgen.creatures.people import kind_id
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.ground import away_from_arrival
from undertide_server.worldgen.draft.plan import Loot, PlannedTrap
from undertide_server.worldgen.layouts.masks import cells_of
from undertide_server.worldgen.stages.peopling import settle
from undertide_server.worldgen.stages.trapping import arm
from undertide_shared.geometry import Cell

TRIES = 6
"""Places at which each turn of a piece is tried; nearly all stand at the first."""
NOWHERE = -1
"""Stands for no room in an array of rooms."""
AROUND: tuple[Cell, ...] = (
    (0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1),
)  # fmt: skip
"""Steps to the cells around one: sides before corners, so that walls grow along their sides."""

Marks = dict[Cell, str]
"""The marks of a piece by their cells on the floor, row after row."""


def build_set_piece(draft: Draft) -> None:
    """Build a set piece in a room of a floor, unless content says that this floor has none.

    The seed draws the order of the pieces. The first one that no other floor of the run has, that
    may come so early, and that has a place, is built, whole. It is as many steps from the arrival
    as monsters are, and not in the rooms of treasures and bosses. Without such a piece there is
    none.
    """
    rules, rng = draft.game.ruleset, draft.rng("set piece")
    if not rng.percent(rules.extras.set_pieces):
        return
    rooms = _rooms_by_cell(draft)
    for key in rng.shuffled(sorted(rules.set_pieces)):
        piece = rules.set_pieces[key]
        may_come = key not in draft.built and piece.first <= draft.branch.number
        if may_come and _build(draft, key, piece, rooms):
            draft.set_piece = key
            return


def _rooms_by_cell(draft: Draft) -> NDArray[np.int16]:
    """Return the room of each cell where a piece may be, shape (height, width)."""
    apart = {0, *draft.layout.treasures}
    if draft.bosses:
        apart.add(draft.lair)
    rooms = np.full(draft.tiles.shape, NOWHERE, dtype=np.int16)
    far = away_from_arrival(draft)
    for index, plan in enumerate(draft.rooms):
        if index not in apart:
            for x, y in plan.room.cells_on(far):
                rooms[y, x] = index
    return rooms


def _build(draft: Draft, key: str, piece: SetPiece, rooms: NDArray[np.int16]) -> bool:
    """Build a piece at the first of some places where it can stand; return whether it does."""
    rng = draft.rng("set piece", key)
    sums = _sums_of(rooms != NOWHERE)
    for rows in rng.shuffled(_turns(piece.map)):
        corners = _free_corners(sums, len(rows[0]), len(rows))
        for x, y in rng.sample(corners, TRIES):
            marks = _marks(rows, (x, y))
            if _lay(draft, piece, marks):
                _furnish(draft, piece, marks, rng)
                index = int(rooms[y, x])
                draft.rooms[index] = replace(draft.rooms[index], theme=SET_PIECE, set_piece=key)
                return True
    return False


def _turns(rows: Sequence[str]) -> list[list[str]]:
    """Return a map's different turns and mirror images."""
    sides = [list(rows), ["".join(column) for column in zip(*rows, strict=True)]]
    turned = [
        [row[::across] for row in side[::down]]
        for side, across, down in product(sides, (1, -1), (1, -1))
    ]
    return [one for index, one in enumerate(turned) if one not in turned[:index]]


def _sums_of(free: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return the number of free cells above and left of each corner of cells.

    It has shape (height + 1, width + 1).
    """
    height, width = free.shape
    sums = np.zeros((height + 1, width + 1), dtype=np.int32)
    free.cumsum(axis=0, dtype=np.int32, out=sums[1:, 1:]).cumsum(axis=1, out=sums[1:, 1:])
    return sums


def _free_corners(sums: NDArray[np.int32], width: int, height: int) -> list[Cell]:
    """Return the upper left cells of all rectangles of a size that are free, row after row.

    `sums` are those of `_sums_of`.
    """
    inside = sums[height:, width:] - sums[:-height, width:]
    inside = inside - sums[height:, :-width] + sums[:-height, :-width]
    return cells_of(inside == width * height)


def _marks(rows: Sequence[str], corner: Cell) -> Marks:
    """Return the marks of a piece whose upper left cell is `corner`."""
    return {
        (corner[0] + x, corner[1] + y): mark
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark != OPEN
    }


def _lay(draft: Draft, piece: SetPiece, marks: Marks) -> bool:
    """Lay the terrain of a piece; return whether all of it stands, else leave the floor alone."""
    if not draft.taken.isdisjoint(marks):
        return False
    before = draft.tiles.copy()
    traps = {mark: draft.game.ruleset.traps[key].terrain for mark, key in piece.traps.items()}
    names = {**piece.terrain, **traps}
    terrain = {cell: names[mark] for cell, mark in marks.items() if mark in names}
    if all(draft.lay([cell], terrain[cell]) for cell in _in_order(draft, terrain)):
        return True
    draft.tiles[:] = before
    return False


def _in_order(draft: Draft, terrain: Mapping[Cell, str]) -> list[Cell]:
    """Return cells of a piece in the order of laying: harmless ground first, then all else.

    Each part of the rest grows from its first cell, so that walls which leave a gap never close
    round open ground while they are laid.
    """
    table = draft.game.terrain
    harmless = table.lasting & ~table.shunned
    order = [cell for cell in terrain if harmless[table.codes[terrain[cell]]]]
    rest = dict.fromkeys(cell for cell in terrain if cell not in order)
    while rest:
        part = [next(iter(rest))]
        del rest[part[0]]
        for x, y in part:  # the list grows during the loop
            for beside in ((x + dx, y + dy) for dx, dy in AROUND):
                if beside in rest:
                    del rest[beside]
                    part.append(beside)
        order += part
    return order


def _furnish(draft: Draft, piece: SetPiece, marks: Marks, rng: Rng) -> None:
    """Put the traps, people and finds of a piece on their cells, and take all its cells."""
    loot, number = draft.game.ruleset.loot, draft.branch.number
    finds = draft.finds
    for cell, mark in marks.items():
        if mark in piece.traps:
            arm(draft, cell, PlannedTrap(piece.traps[mark], hidden=False))
        elif mark in piece.people:
            kind = draft.game.people[kind_id(piece.people[mark], number)]
            settle(draft, kind, cell, asleep=rng.percent(kind.behaviour.asleep))
        elif mark == FIND and finds.are_any:
            draft.loot.append(Loot(*finds.draw(rng, loot.treasure_gear), *cell))
    draft.taken.update(marks)
