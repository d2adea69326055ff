"""The steps of auto actions: how they begin, walk along a path, and end."""

from typing import Final

from undertide_server.content.records.statuses import CONFUSED
from undertide_server.simulation.mechanics.stopping import stop_auto_action
from undertide_server.simulation.mechanics.walking import change_places, step_to
from undertide_server.simulation.queries.awareness import heeded, is_dangerous
from undertide_server.simulation.queries.relations import is_peaceful, makes_way
from undertide_server.simulation.queries.visibility import monsters_in_view, remember_monsters
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run

BLOCKED = "the way is blocked"
WAY_BLOCKED = "The way is blocked."
MOST_SHUT: Final = 8
"""Cells in which an auto action remembers somebody: more than there are ways through a hall."""


def begin(run: Run, floor: FloorIndex, row: HeroRow) -> list[MonsterRow]:
    """Record the monsters in view as an auto action begins; return those that could harm."""
    in_view = monsters_in_view(floor, row)
    dangerous = [monster for monster in in_view if is_dangerous(floor, monster)]
    hostile = [monster for monster in dangerous if not is_peaceful(monster)]
    aware = heeded(run, floor, row, hostile)
    remember_monsters(floor, row, in_view)
    row.auto_action.known = tuple(monster.entity for monster in in_view)
    row.auto_action.aware = tuple(monster.entity for monster in aware)
    row.auto_action.path.clear()
    row.auto_action.goal = None
    row.auto_action.companion = 0
    row.auto_action.passes = False
    row.auto_action.shut = ()
    return aware


def remember_shut(floor: FloorIndex, row: HeroRow) -> None:
    """Remember the next cell of a hero's path if a monster stands there that makes no way.

    Out of sight it would be forgotten, and a hero that goes round two in turn never gets past them.
    """
    action = row.auto_action
    other = floor.blockers.get(action.path[-1]) if action.path else None
    if isinstance(other, MonsterRow) and not makes_way(other) and other.cell not in action.shut:
        action.shut = (*action.shut, other.cell)[-MOST_SHUT:]


def require_clear_head(row: HeroRow) -> None:
    """Raise ActionRefusedError if a hero is too confused to walk by itself."""
    if CONFUSED in row.effects.remaining:
        raise ActionRefusedError("you are too confused to find a way")


def walk_on(run: Run, floor: FloorIndex, row: HeroRow) -> str:
    """Walk to the next cell of the path, or wait for a companion there.

    Return why it can't, so that the auto action is over; the text is empty if it can.
    """
    cell = row.auto_action.path[-1]
    other = floor.blockers.get(cell)
    friend = other if other is not None and makes_way(other) else None
    if isinstance(friend, HeroRow) and not lets_pass(floor, friend, row):
        row.spend_energy(run.rules.costs.wait)
        return ""
    if friend is None and not floor.is_free(cell):
        finish(run, row, WAY_BLOCKED)
        return BLOCKED
    row.auto_action.path.pop()
    if friend is not None:
        change_places(run, floor, row, friend)
    else:
        step_to(run, floor, row, cell)
    return ""


def is_barred(floor: FloorIndex, row: HeroRow) -> bool:
    """Return whether an enemy that could harm a hero has stepped onto the next cell of its path.

    Whoever went round it might meet it there again, and go on so for ever.
    """
    path = row.auto_action.path
    other = floor.blockers.get(path[-1]) if path else None
    return isinstance(other, MonsterRow) and is_dangerous(floor, other) and not is_peaceful(other)


def lets_pass(floor: FloorIndex, other: HeroRow, row: HeroRow) -> bool:
    """Return whether a companion changes places with the hero that walks into it.

    A companion that is walking does so only when it comes the other way, or waits for one who does.
    Otherwise two heroes with the same destination would change places for ever. One that follows
    somebody also makes way for heroes who don't.
    """
    activity = other.auto_action.activity
    waits = activity == "climb" and not other.auto_action.path
    if waits or activity in {"none", "rest"}:
        return True
    if activity == "accompany" and row.auto_action.activity != "accompany":
        return True
    return _waits_for(floor, other, row)


def _waits_for(floor: FloorIndex, other: HeroRow, row: HeroRow) -> bool:
    """Return whether the way of a companion leads into a hero, or into one who waits for it."""
    for _ in floor.heroes:
        if not other.auto_action.path:
            return False
        ahead = floor.blockers.get(other.auto_action.path[-1])
        if not isinstance(ahead, HeroRow) or ahead is row:
            return ahead is row
        other = ahead
    return False


def finish(run: Run, row: HeroRow, text: str) -> None:
    """End a hero's auto action and tell it why."""
    stop_auto_action(row)
    row.auto_action.path.clear()
    run.emit(Told(row.entity, "info", text))
