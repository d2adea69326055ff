"""Posts: how far guardians may go from them (R2, R13)."""

from undertide_server.simulation.components.monsters import GuardPost
from undertide_server.simulation.state.rows import MonsterRow
from undertide_shared.geometry import Cell, distance

REACH = 1
"""Cells beyond those that a guardian may go to where it can still strike somebody."""


def is_allowed(row: MonsterRow, cell: Cell) -> bool:
    """Whether a monster may go to a cell: a guardian no further from its post than its kind does.

    One that was brought further away may come nearer again.
    """
    if row.post is None:
        return True
    away = _from_post(row.post, cell)
    return away <= row.behaviour.guards or away < _from_post(row.post, row.cell)


def is_out_of_bounds(row: MonsterRow, goal: Cell) -> bool:
    """Whether a monster may not come near enough to a cell to strike there."""
    return row.post is not None and _from_post(row.post, goal) > row.behaviour.guards + REACH


def _from_post(post: GuardPost, cell: Cell) -> int:
    return distance(cell, (post.x, post.y))
