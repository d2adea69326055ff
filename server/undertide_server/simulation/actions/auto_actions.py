"""Auto actions go on by themselves until something comes into view: explore, travel and rest.

`fighting` and `reviving` have the other two.
"""

from undertide_server.simulation.actions.fighting import fight_on
from undertide_server.simulation.actions.items import pick_up
from undertide_server.simulation.actions.planning import (
    BLOCKED,
    NOTHING_LEFT,
    explored_words,
    is_shunned,
    plan_exploring,
    plan_travel,
    reason_to_leave,
    way_to,
)
from undertide_server.simulation.actions.reviving import begin_tending, go_on_tending
from undertide_server.simulation.components.items import Lying
from undertide_server.simulation.mechanics.energy import spend
from undertide_server.simulation.mechanics.stopping import forget_path, stop_auto_action
from undertide_server.simulation.mechanics.traps import search
from undertide_server.simulation.mechanics.walking import change_places, step_to
from undertide_server.simulation.queries.awareness import is_aware
from undertide_server.simulation.queries.relations import makes_way
from undertide_server.simulation.queries.standing import fallen_at
from undertide_server.simulation.queries.threats import heeded
from undertide_server.simulation.queries.visibility import monsters_in_view
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import distance
from undertide_shared.messages import Explore, Rest, Travel

NOBODY_TO_TEND = "nobody here needs your care"
WAY_BLOCKED = "The way is blocked."


def set_out(run: Run, floor: FloorIndex, row: HeroRow, intent: Explore | Rest | Travel) -> None:
    """Begin an auto action and take its first step.

    Raises ActionRefusedError when it would achieve nothing, or isn't possible now.
    """
    in_view = monsters_in_view(floor, row)
    aware = heeded(run, floor, row, [monster for monster in in_view if is_aware(monster)])
    if aware and not isinstance(intent, Travel):
        raise ActionRefusedError(f"not with the {aware[0].actor.name} in view")
    if "confused" in row.effects.remaining and not isinstance(intent, Rest):
        raise ActionRefusedError("you are too confused to find a way")
    row.auto_action.known = tuple(monster.entity for monster in in_view)
    row.auto_action.aware = tuple(monster.entity for monster in aware)
    row.auto_action.path.clear()
    row.auto_action.goal = None
    if isinstance(intent, Travel):
        plan_travel(run, floor, row, (intent.x, intent.y))
        row.auto_action.activity = "travel"
    elif isinstance(intent, Explore):
        row.auto_action.activity = "explore"
    elif _is_rested(row):
        raise ActionRefusedError("you need no rest")
    else:
        row.auto_action.activity = "rest"
    failure = go_on(run, floor, row)
    if failure:
        raise ActionRefusedError(failure)


def go_on(run: Run, floor: FloorIndex, row: HeroRow) -> str:
    """Take the next step of an auto action.

    Return why there was none, so that it is over; the text is empty if there was one.
    """
    if row.auto_action.activity == "revive":
        return "" if go_on_tending(run, floor, row) else NOBODY_TO_TEND
    if row.auto_action.activity == "fight":
        return fight_on(run, floor, row)
    if row.auto_action.activity == "rest":
        _rest(run, floor, row)
        return ""
    if row.auto_action.activity == "explore":
        failure = plan_exploring(run, floor, row)
        if failure:
            blocked = failure == BLOCKED
            _finish(run, row, WAY_BLOCKED if blocked else explored_words(run, floor, row))
            return failure
    elif row.auto_action.activity == "travel":
        _keep_to_way(run, floor, row)
    return _walk(run, floor, row)


def _rest(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    spend(row, run.rules.costs.wait)
    search(run, floor, row)
    if _is_rested(row):
        _finish(run, row, "You feel rested.")


def _is_rested(row: HeroRow) -> bool:
    """Return whether a hero has all its life and all its mana."""
    return row.body.life >= row.body.max_life and row.magic.mana >= row.magic.max_mana


def _walk(run: Run, floor: FloorIndex, row: HeroRow) -> str:
    """Walk to the next cell of the path, or pick up the item at its end; return why it can't."""
    auto_action = row.auto_action
    if (
        auto_action.activity == "explore"
        and auto_action.goal == row.cell
        and _is_wanted(run, floor, row)
    ):
        pick_up(run, floor, row)
        return ""
    if not auto_action.path:
        stop_auto_action(row)
        return NOTHING_LEFT
    cell = auto_action.path[-1]
    fallen = fallen_at(floor, cell) if auto_action.path == [cell] else None
    if fallen is not None and auto_action.activity == "travel":
        begin_tending(run, floor, row, fallen)
        return ""
    other = floor.blockers.get(cell)
    friend = other if other is not None and makes_way(run, other) else None
    if isinstance(friend, HeroRow) and not _makes_way(friend, row):
        spend(row, run.rules.costs.wait)
        return ""
    if friend is None and not floor.is_free(cell):
        _finish(run, row, WAY_BLOCKED)
        return BLOCKED
    auto_action.path.pop()
    if friend is not None:
        change_places(run, floor, row, friend)
    else:
        step_to(run, floor, row, cell)
    if auto_action.activity == "travel" and not auto_action.path:
        stop_auto_action(row)
    return ""


def _is_wanted(run: Run, floor: FloorIndex, row: HeroRow) -> bool:
    """Return whether exploring picks up the topmost item underfoot."""
    entities = floor.items.get(row.cell)
    if entities is None:
        return False
    lying = run.world.get(entities[-1], Lying)
    is_own = lying.dropped_by == row.entity
    return not lying.price and not is_own and reason_to_leave(run, row, lying.item) is None


def _keep_to_way(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Replan a traveller's path when a companion changed places with it, or something is ahead.

    That is danger, or a creature that doesn't make way.
    """
    path = row.auto_action.path
    if not path:
        return
    other = floor.blockers.get(path[-1])
    is_blocked = other is not None and not makes_way(run, other)
    if is_blocked or distance(path[-1], row.cell) != 1 or is_shunned(run, floor, path[-1]):
        row.auto_action.path = way_to(run, floor, row, path[0])


def _makes_way(other: HeroRow, row: HeroRow) -> bool:
    """Return whether a companion changes places with the hero that walks into it.

    A companion that is walking does so only when it comes the other way. Otherwise two heroes with
    the same destination would change places for ever.
    """
    if other.auto_action.activity in {"none", "rest"}:
        return True
    return bool(other.auto_action.path) and other.auto_action.path[-1] == row.cell


def _finish(run: Run, row: HeroRow, text: str) -> None:
    forget_path(row)
    run.tell(Told(row.entity, "info", text))
