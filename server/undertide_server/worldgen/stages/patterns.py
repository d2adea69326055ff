"""R12: preset walls and tiled floors of themes, as cells of a room in the order of laying.

Each pattern of walls grows from the edge or from its middle outwards, so that laying it cell by
cell never cuts the room in two on the way.
"""

from collections.abc import Callable, Mapping

from undertide_server.content.records.themes import InlayName, PatternName
from undertide_server.worldgen.layouts.layout import Room
from undertide_shared.geometry import Cell

Pattern = Callable[[int, int], list[Cell]]
"""A function that draws a pattern for a room's width and height. Its upper left cell is (0, 0)."""

STALL = 3
"""Cells from one stall to the next: a counter of two and a gap."""
PRISON = 4
"""Cells from the wall of one prison cell to the next."""
DEPTH = 2
"""Cells of a prison cell from front to back."""
HEDGE = 2
"""Cells from one ring of hedges to the next: a path between them."""


def pattern_cells(name: PatternName, room: Room) -> list[Cell]:
    """Return the cells of a pattern on the map, in order, as far as they belong to the room.

    It is drawn for the rectangle around the room. Small rooms have as much of it as fits.
    """
    return _placed(PATTERNS[name], room)


def inlay_cells(name: InlayName, room: Room) -> list[Cell]:
    """Return the cells of a room that are tiled."""
    return _placed(INLAYS[name], room)


def _placed(pattern: Pattern, room: Room) -> list[Cell]:
    ground = set(room.cells())
    drawn = [(room.x + x, room.y + y) for x, y in pattern(room.width, room.height)]
    return [cell for cell in drawn if cell in ground]


def _none(_width: int, _height: int) -> list[Cell]:
    return []


def _corners(width: int, height: int) -> list[Cell]:
    """Draw a block of three cells in each corner."""
    if min(width, height) < 4:
        return []
    quarter = [(0, 0), (1, 0), (0, 1)]
    return [cell for one in quarter for cell in _mirrored(one, width, height)]


def _columns(width: int, height: int) -> list[Cell]:
    """Draw pillars in two rows, along the longer sides and one step off the wall."""
    if height > width:
        return [(x, y) for y, x in _columns(height, width)]
    return [(x, y) for y in sorted({1, height - 2}) for x in range(1, width - 1, 2) if height > 3]


def _cross(width: int, height: int) -> list[Cell]:
    """Draw a cross in the middle, two steps from each wall."""
    x, y = (width - 1) // 2, (height - 1) // 2
    arms = [(other, y) for other in range(2, width - 2)]
    arms += [(x, other) for other in range(2, height - 2) if other != y]
    if min(width, height) < 5:
        return []
    return sorted(arms, key=lambda cell: abs(cell[0] - x) + abs(cell[1] - y))


def _alcoves(width: int, height: int) -> list[Cell]:
    """Draw short walls along the upper and the lower side, with niches between them."""
    length = height // 4
    return [
        (x, y)
        for step in range(length)
        for y in (step, height - 1 - step)
        for x in range(1, width - 1, 2)
    ]


def _cells(width: int, height: int) -> list[Cell]:
    """Draw prison cells along the upper side, and along the lower one if that leaves an aisle.

    Each is at least two cells wide, with a gap in its front.
    """
    if min(width, height) < DEPTH + 2:
        return []
    sides, gaps = range(PRISON - 1, width - 2, PRISON), range(1, width, PRISON)
    walls = [(x, y) for x in sides for y in range(DEPTH + 1)]
    fronts = [x for x in range(width) if x not in gaps and x not in sides]
    walls += [(x, DEPTH) for x in sorted(fronts, key=lambda x: -min(abs(x - gap) for gap in gaps))]
    if height > 2 * (DEPTH + 1):
        walls += [(x, height - 1 - y) for x, y in walls]
    return walls


def _hedges(width: int, height: int) -> list[Cell]:
    """Draw rings of hedges, one inside another, each with a gap in the middle of each side."""
    insets = range(1, (min(width, height) - 1) // 2, HEDGE)
    return [cell for inset in insets for cell in _hedge(width, height, inset)]


def _hedge(width: int, height: int, inset: int) -> list[Cell]:
    """Draw one ring, from its corners towards the gaps."""
    level = [(x, inset) for x in range(inset, (width - 1) // 2)]
    upright = [(inset, y) for y in range(inset + 1, (height - 1) // 2)]
    return [cell for one in level + upright for cell in _mirrored(one, width, height)]


def _stalls(width: int, height: int) -> list[Cell]:
    """Draw counters two cells long, in rows with aisles between them."""
    return [(x, y) for y in range(1, height - 1, 2) for x in range(1, width - 1) if x % STALL]


def _mirrored(cell: Cell, width: int, height: int) -> list[Cell]:
    """Return a cell and its images in the other three quarters, each once."""
    x, y = cell
    images = [(x, y), (width - 1 - x, y), (x, height - 1 - y), (width - 1 - x, height - 1 - y)]
    return list(dict.fromkeys(images))


PATTERNS: Mapping[PatternName, Pattern] = {
    "none": _none,
    "corners": _corners,
    "columns": _columns,
    "cross": _cross,
    "alcoves": _alcoves,
    "cells": _cells,
    "hedges": _hedges,
    "stalls": _stalls,
}
"""Functions of patterns by the names that content uses."""


def _checks(width: int, height: int) -> list[Cell]:
    """Draw every second cell, as on a chessboard."""
    return [(x, y) for y in range(height) for x in range(width) if (x + y) % 2 == 0]


def _rings(width: int, height: int) -> list[Cell]:
    """Draw every second ring, from the walls inwards."""
    return [
        (x, y)
        for y in range(height)
        for x in range(width)
        if min(x, y, width - 1 - x, height - 1 - y) % 2 == 0
    ]


def _stripes(width: int, height: int) -> list[Cell]:
    """Draw every second row."""
    return [(x, y) for y in range(0, height, 2) for x in range(width)]


INLAYS: Mapping[InlayName, Pattern] = {"checks": _checks, "rings": _rings, "stripes": _stripes}
"""Functions of tiled floors by the names that content uses."""
