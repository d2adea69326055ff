"""Guardians: they stay near their posts, whoever they are after (R2, R13)."""

from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.components.monsters import Post
from undertide_server.simulation.events import Seen
from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.grammar import name_of
from undertide_server.simulation.rows import MonsterRow
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.combat import who
from undertide_server.simulation.systems.noticing import distance

REACH = 1
"""Cells beyond those that a guardian may go to where it can still strike somebody."""


def take_posts(run: Run, place: FloorPlace) -> None:
    """Let the guardians of a floor remember where they are; called before anybody has moved.

    Those whom the tide brings later guard nothing there, so nothing keeps them.
    """
    for row in place.monsters.values():
        if row.behaviour.guards and row.post is None:
            row.post = Post(*row.cell)
            run.world.add(row.entity, row.post)


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


def leave_post(run: Run, place: FloorPlace, row: MonsterRow) -> bool:
    """Let a guardian that has lost half its life forget its post; whether it did.

    Else one could be shot from where it never comes.
    """
    if row.post is None or row.body.life * 2 >= row.body.max_life:
        return False
    row.post = None
    run.world.remove(row.entity, Post)
    run.tell(Seen(place.entity, who(row), "bad", "", f"{name_of(row)} leaves its post!"))
    return True


def _from_post(post: Post, cell: Cell) -> int:
    return distance(cell, (post.x, post.y))
