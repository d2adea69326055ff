"""Posts: how far guardians may go from them (R2, R13)."""

from undertide_server.simulation.components.monsters import GuardPost
from undertide_server.simulation.state.rows import MonsterRow
from undertide_shared.geometry import Cell, distance

REACH = 1
"""Cells beyond its limit where a guardian can still strike an enemy."""


def is_allowed(row: MonsterRow, cell: Cell) -> bool:
    """Return whether a monster may go to a cell. A guardian must stay near its post.

    Its kind says how near. A guardian that was moved further away may come nearer again.
    """
    if row.post is None:
        return True
    away = _from_post(row.post, cell)
    return away <= row.behaviour.guards or away < _from_post(row.post, row.cell)


def is_out_of_bounds(row: MonsterRow, goal: Cell) -> bool:
    """Return whether a cell is too far from a monster's post to get near enough to strike it."""
    return row.post is not None and _from_post(row.post, goal) > row.behaviour.guards + REACH


def _from_post(post: GuardPost, cell: Cell) -> int:
    return distance(cell, (post.x, post.y))
