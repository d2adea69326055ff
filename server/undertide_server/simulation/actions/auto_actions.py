"""Auto actions go on by themselves: explore, travel and rest until something comes into view.

`fighting`, `accompanying` and `reviving` have the others, but for the way to stairs.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from undertide_server.simulation.actions.accompanying import go_on_following, go_on_regrouping
from undertide_server.simulation.actions.fighting import fight_on
from undertide_server.simulation.actions.helping import begin_tending, go_on_tending
from undertide_server.simulation.actions.items import pick_up
from undertide_server.simulation.actions.planning import (
    NOTHING_LEFT,
    explored_words,
    plan_exploring,
    plan_travel,
    reason_to_leave,
    way_to,
)
from undertide_server.simulation.actions.walking_on import (
    BLOCKED,
    WAY_BLOCKED,
    begin,
    finish,
    is_barred,
    remember_shut,
    require_clear_head,
    walk_on,
)
from undertide_server.simulation.components.floors import Agreement, Lying
from undertide_server.simulation.components.heroes import Pursuit
from undertide_server.simulation.mechanics.agreements import agreement_of, is_at_stairs
from undertide_server.simulation.mechanics.stopping import stop_auto_action
from undertide_server.simulation.mechanics.traps import search_for_traps
from undertide_server.simulation.queries.awareness import is_hunted
from undertide_server.simulation.queries.dangers import is_passed
from undertide_server.simulation.queries.heroes import fallen_at
from undertide_server.simulation.queries.relations import makes_way
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Explore, Rest, Travel

NOBODY_TO_TEND = "nobody here needs your care"


def set_out(run: Run, floor: FloorIndex, row: HeroRow, intent: Explore | Rest | Travel) -> None:
    """Begin an auto action and take its first step.

    Raises ActionRefusedError when it would achieve nothing, or isn't possible now.
    """
    aware = begin(run, floor, row)
    if isinstance(intent, Explore) and intent.passes:
        row.auto_action.passes = True
        row.auto_action.aware = ()  # Those whom it passes now stop it once they come close.
        aware = [monster for monster in aware if not is_passed(run, floor, row, monster)]
    if aware and not isinstance(intent, Travel):
        raise ActionRefusedError(f"not with the {aware[0].actor.name} in view")
    if not isinstance(intent, Rest):
        require_clear_head(row)
    if isinstance(intent, Travel):
        plan_travel(run, floor, row, (intent.x, intent.y))
        row.auto_action.activity = "travel"
    elif isinstance(intent, Explore):
        row.auto_action.activity = "explore"
    elif _is_rested(row):
        raise ActionRefusedError("you need no rest")
    elif not _recovers(row):
        raise ActionRefusedError("rest restores nothing now")
    else:
        row.auto_action.activity = "rest"
    failure = go_on(run, floor, row)
    if failure:
        raise ActionRefusedError(failure)


def wait_at_stairs(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Wait for a moment at stairs (R17). A hero that isn't hunted goes on with it by itself."""
    row.spend_energy(run.rules.costs.wait)
    if not is_hunted(floor, row):
        begin(run, floor, row)
        row.auto_action.activity = "climb"


def go_to_stairs(run: Run, floor: FloorIndex, row: HeroRow, stairs: Cell) -> None:
    """Begin the auto action that leads to stairs and waits there for companions (R17).

    Raises ActionRefusedError when the hero knows no way there or can't find one now.
    """
    set_out(run, floor, row, Travel(*stairs))
    if row.auto_action.activity == "travel":
        row.auto_action.activity = "climb"


def go_on(run: Run, floor: FloorIndex, row: HeroRow) -> str:
    """Take the next step of an auto action.

    Return why there was none, so that it is over; the text is empty if there was one.
    """
    return GOING_ON[row.auto_action.activity](run, floor, row)


def _tend(run: Run, floor: FloorIndex, row: HeroRow) -> str:
    return "" if go_on_tending(run, floor, row) else NOBODY_TO_TEND


def _explore(run: Run, floor: FloorIndex, row: HeroRow) -> str:
    """Take what is wanted underfoot, or else walk on to the nearest target.

    So an item is taken wherever the way leads over it, also if the step onto it was the last one of
    an interrupted walk.
    """
    if _is_wanted(run, floor, row):
        pick_up(run, floor, row)
        return ""
    failure = plan_exploring(run, floor, row)
    if failure:
        blocked = failure == BLOCKED
        finish(run, row, WAY_BLOCKED if blocked else explored_words(run, floor, row))
        return failure
    return _walk(run, floor, row)


def _travel(run: Run, floor: FloorIndex, row: HeroRow) -> str:
    _keep_to_way(run, floor, row)
    return _walk(run, floor, row)


def _go_on_to_stairs(run: Run, floor: FloorIndex, row: HeroRow) -> str:
    """Walk on to the stairs on which a hero agreed; wait there, where nobody has to make room.

    The wait ends when its time is over, so that the player decides.
    """
    agreement = agreement_of(floor, row)
    if agreement is None:
        stop_auto_action(row)
        return NOTHING_LEFT
    path, stairs = row.auto_action.path, agreement.stairs
    is_there = is_at_stairs(run, floor, row, stairs)
    if not path and is_there and not agreement.ticks:
        stop_auto_action(row)
        return ""
    if not path and not is_there:
        path[:] = way_to(run, floor, row, stairs)
    ahead = floor.blockers.get(path[-1]) if path else None
    if not path or (isinstance(ahead, HeroRow) and _is_bound_for(run, floor, ahead, agreement)):
        path.clear()
        row.spend_energy(run.rules.costs.wait)
        return ""
    return _travel(run, floor, row)


def _is_bound_for(run: Run, floor: FloorIndex, row: HeroRow, agreement: Agreement) -> bool:
    """Return whether a hero agreed and stands at the stairs, or is on its way there."""
    if row.entity not in agreement.agreed:
        return False
    return row.auto_action.activity == "climb" or is_at_stairs(run, floor, row, agreement.stairs)


def _rest(run: Run, floor: FloorIndex, row: HeroRow) -> str:
    row.spend_energy(run.rules.costs.wait)
    search_for_traps(run, floor, row)
    if _is_rested(row):
        finish(run, row, "You feel rested.")
    return ""


def _is_rested(row: HeroRow) -> bool:
    """Return whether a hero has all its life and all its mana."""
    return row.body.life >= row.body.max_life and row.magic.mana >= row.magic.max_mana


def _recovers(row: HeroRow) -> bool:
    """Return whether time restores some of the life or mana that a hero lacks."""
    heals = row.body.regen > 0 and row.body.life < row.body.max_life
    return heals or (row.magic.regen > 0 and row.magic.mana < row.magic.max_mana)


def _walk(run: Run, floor: FloorIndex, row: HeroRow) -> str:
    """Walk to the next cell of the path; return why it can't."""
    auto_action = row.auto_action
    if not auto_action.path:
        stop_auto_action(row)
        return NOTHING_LEFT
    cell = auto_action.path[-1]
    fallen = fallen_at(floor, cell) if auto_action.path == [cell] else None
    if fallen is not None and auto_action.activity == "travel":
        begin_tending(run, floor, row, fallen)
        return ""
    failure = walk_on(run, floor, row)
    if auto_action.activity == "travel" and not auto_action.path:
        stop_auto_action(row)
    return failure


def _is_wanted(run: Run, floor: FloorIndex, row: HeroRow) -> bool:
    """Return whether exploring picks up the topmost item underfoot."""
    entities = floor.items.get(row.cell)
    if entities is None:
        return False
    lying = run.world.get(entities[-1], Lying)
    is_own = lying.dropped_by == row.entity
    return (
        not lying.price
        and not is_own
        and reason_to_leave(run, floor, row, row.cell, lying.item) is None
    )


def _keep_to_way(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Replan a traveller's path when a companion changed places with it, or something is ahead.

    That is harmful ground, or a creature that doesn't make way, unless it is an enemy that could
    harm the hero: that ends the walk.
    """
    path = row.auto_action.path
    if not path or is_barred(floor, row):
        return
    other = floor.blockers.get(path[-1])
    is_blocked = other is not None and not makes_way(other)
    if is_blocked:
        remember_shut(floor, row)
    if is_blocked or distance(path[-1], row.cell) != 1 or floor.is_shunned(path[-1]):
        row.auto_action.path = way_to(run, floor, row, path[0])


GOING_ON: Final[Mapping[Pursuit, Callable[[Run, FloorIndex, HeroRow], str]]] = MappingProxyType(
    {
        "revive": _tend,
        "fight": fight_on,
        "accompany": go_on_following,
        "regroup": go_on_regrouping,
        "rest": _rest,
        "explore": _explore,
        "travel": _travel,
        "climb": _go_on_to_stairs,
    }
)
"""The next step of each auto action, as `go_on` takes it."""
