"""Guardians: they stay near their posts, whomever they hunt (R2, R13)."""

from undertide_server.simulation.components.monsters import GuardPost
from undertide_server.simulation.mechanics.combat import who
from undertide_server.simulation.queries.grammar import name_of
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.state.run import Run


def take_posts(run: Run, floor: FloorIndex) -> None:
    """Give each guardian of a floor a post where it stands; call this before any monster moves.

    Monsters that the tide brings later guard nothing, so they get no post.
    """
    for row in floor.monsters.values():
        if row.behaviour.guards and row.post is None:
            row.post = GuardPost(*row.cell)
            run.world.add(row.entity, row.post)


def leave_post(run: Run, floor: FloorIndex, row: MonsterRow) -> bool:
    """Remove the post of a guardian that has lost half its life; return whether it did so.

    Otherwise heroes could shoot a guardian safely from beyond its range.
    """
    if row.post is None or row.body.life * 2 >= row.body.max_life:
        return False
    row.post = None
    run.world.remove(row.entity, GuardPost)
    run.tell(Seen(floor.entity, who(row), "bad", "", f"{name_of(row)} leaves its post!"))
    return True
