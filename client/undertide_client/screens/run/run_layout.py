"""The layout of a run's floors on its map: depth goes down, siblings stand side by side. Pure."""

from dataclasses import dataclass
from typing import Final

from undertide_client.model.run_tree import RunTree, below
from undertide_shared.geometry import Cell

PITCH: Final = 18
"""Cells from a floor to its neighbour: a glyph, a name, and a gap."""
STOREY: Final = 3
"""Rows from a floor to those below it: its label, its heroes, and the fork."""


@dataclass(frozen=True, slots=True)
class _Outline:
    """The extent of a part of the tree at each depth, relative to its topmost floor's column."""

    left: list[int]
    right: list[int]


def laid_out(tree: RunTree) -> dict[int, Cell]:
    """Return the cell of each branch's middle. The leftmost column and the topmost row are 0.

    Every branch stands over the middle of the branches below it. Two branches of one depth are at
    least `PITCH` columns apart.
    """
    children = below(tree)
    shifts: dict[int, int] = {}
    outlines: dict[int, _Outline] = {}
    for branch in reversed(list(tree)):
        ids = [child.id for child in children[branch]]
        offsets, outlines[branch] = _joined([outlines.pop(child) for child in ids])
        shifts |= zip(ids, offsets, strict=True)
    columns: dict[int, int] = {}
    for one in tree.values():
        columns[one.id] = columns.get(one.parent, 0) + shifts.get(one.id, 0)
    leftmost = min(columns.values(), default=0)
    return {one.id: (columns[one.id] - leftmost, one.depth * STOREY) for one in tree.values()}


def _joined(parts: list[_Outline]) -> tuple[list[int], _Outline]:
    """Set parts of the tree side by side below one floor, as close as they fit.

    Return each part's column relative to that floor's, and the outline of all parts together.
    """
    offsets: list[int] = []
    left: list[int] = []
    right: list[int] = []
    for part in parts:
        gaps = (edge + PITCH - near for edge, near in zip(right, part.left, strict=False))
        offset = max(gaps, default=0)
        offsets.append(offset)
        left += [offset + edge for edge in part.left[len(left) :]]
        right = [offset + edge for edge in part.right] + right[len(part.right) :]
    middle = (offsets[0] + offsets[-1]) // 2 if offsets else 0
    outline = _Outline(
        [0, *(edge - middle for edge in left)], [0, *(edge - middle for edge in right)]
    )
    return [offset - middle for offset in offsets], outline
