"""Heroes follow a companion and fight beside it, or walk to the party (R17).

They may not know the ground on the way.
"""

from undertide_server.simulation.actions.helping import begin_tending
from undertide_server.simulation.actions.planning import way_to
from undertide_server.simulation.actions.walking_on import (
    begin,
    finish,
    is_barred,
    require_clear_head,
    walk_on,
)
from undertide_server.simulation.components.actors import Actor
from undertide_server.simulation.mechanics.agreements import (
    followed_agreement,
    is_alone,
    is_at_stairs,
)
from undertide_server.simulation.mechanics.combat import strike
from undertide_server.simulation.mechanics.floor_transitions import take_stairs
from undertide_server.simulation.mechanics.stopping import stop_auto_action
from undertide_server.simulation.mechanics.traps import search_for_traps
from undertide_server.simulation.mechanics.walking import step_to
from undertide_server.simulation.queries.awareness import is_dangerous
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.queries.heroes import leaders_of, number_near
from undertide_server.simulation.queries.relations import is_peaceful, is_sealed, makes_way
from undertide_server.simulation.queries.visibility import memory_of, monsters_in_view
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import DIRECTIONS, FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Accompany, Regroup

PARTED = "your companion has left this floor"
NO_WAY = "you know no way there"


def accompany(run: Run, floor: FloorIndex, row: HeroRow, intent: Accompany) -> None:
    """Begin to follow a companion that stands on this floor, and take the first step.

    Raises ActionRefusedError when there is no such companion, when it follows the hero, or when no
    harmless way leads to it.
    """
    friend = _companion(floor, row, intent.seat)
    name = friend.actor.name
    if not friend.stands:
        state = "has fallen" if friend.is_fallen else "is asleep"
        raise ActionRefusedError(f"{name} {state}")
    if any(leader is row for leader in leaders_of(floor, friend)):
        raise ActionRefusedError(f"{name} follows you")
    _set_out(run, floor, row, friend, follows=True)
    if row.auto_action.activity == "accompany":
        own, others = f"You follow {name}.", f"{row.actor.name} follows {name}."
        run.emit(Seen(floor.entity, who(row), "party", own, others))


def regroup(run: Run, floor: FloorIndex, row: HeroRow, intent: Regroup) -> None:
    """Begin to walk to a companion on this floor, or to where most of the party are.

    Raises ActionRefusedError when nobody is there, when the hero is there already, or when no
    harmless way leads there.
    """
    friend = _nearest_party(run, floor, row)
    if intent.seat is not None:
        friend = _companion(floor, row, intent.seat)
    if friend is None:
        raise ActionRefusedError("no companion is on this floor")
    if _has_arrived(run, row, friend):
        raise ActionRefusedError(f"you are with {friend.actor.name}")
    _set_out(run, floor, row, friend, follows=False)


def _set_out(run: Run, floor: FloorIndex, row: HeroRow, friend: HeroRow, *, follows: bool) -> None:
    """Begin to follow a companion, or to walk to it. Raises ActionRefusedError if it can't."""
    require_clear_head(row)
    begin(run, floor, row)
    row.auto_action.activity = "accompany" if follows else "regroup"
    row.auto_action.companion = friend.entity
    go_on = go_on_following if follows else go_on_regrouping
    failure = go_on(run, floor, row)
    if failure:
        raise ActionRefusedError(failure)


def _companion(floor: FloorIndex, row: HeroRow, seat: int) -> HeroRow:
    """Return the hero of another seat on this floor. Raises ActionRefusedError if there is none."""
    for other in floor.heroes.values():
        if other.hero.seat == seat and other is not row:
            return other
    raise ActionRefusedError(
        "you can't follow yourself" if row.hero.seat == seat else "they aren't on this floor"
    )


def _nearest_party(run: Run, floor: FloorIndex, row: HeroRow) -> HeroRow | None:
    """Return the companion around whom most others stand, of several the nearest.

    It is a fallen one if nobody else stands; None if the floor has neither.
    """
    reach = run.rules.heroes.exploring.area
    others = [other for other in floor.heroes.values() if other is not row]
    party = [other for other in others if other.stands]
    party = party or [other for other in others if other.is_fallen]

    def rank(one: HeroRow) -> tuple[int, int, int]:
        return -number_near(one, party, reach), distance(one.cell, row.cell), one.entity

    return min(party, key=rank, default=None)


def go_on_following(run: Run, floor: FloorIndex, row: HeroRow) -> str:
    """Fight those who attack the hero or its companion, or keep near the companion.

    Return why it can't, so that it is over; the text is empty if it can.
    """
    friend = floor.heroes.get(row.auto_action.companion)
    if friend is None:
        return _go_after(run, floor, row)
    if not friend.stands:
        return _part(run, row)
    foe = foe_to_strike(floor, row, friend)
    if foe is not None:
        fight_beside(run, floor, row, foe)
        return ""
    if not _is_near(run, row, friend):
        return _approach(run, floor, row, friend)
    if _step_up_to_stairs(run, floor, row):
        return ""
    row.spend_energy(run.rules.costs.wait)
    search_for_traps(run, floor, row)
    return ""


def _go_after(run: Run, floor: FloorIndex, row: HeroRow) -> str:
    """Follow a companion that has taken stairs: fight who is near, walk to the stairs, take them.

    Return why the hero can't: it knows no harmless way to them, or has company that must agree.
    """
    stairs = _stairs_to(run, floor, row.auto_action.companion)
    if stairs is None or not is_alone(floor, row):
        return _part(run, row)
    foe = foe_to_strike(floor, row, row)
    if foe is not None:
        fight_beside(run, floor, row, foe)
    elif is_at_stairs(run, floor, row, stairs):
        take_stairs(run, floor, stairs, [row])
    elif not _step_towards(run, floor, row, stairs):
        return _part(run, row)
    return ""


def _stairs_to(run: Run, floor: FloorIndex, companion: int) -> Cell | None:
    """Return the stairs of a floor that lead to where a companion stands; None if none do."""
    found = run.index.of_hero(companion)
    if found is None or not found[1].stands:
        return None
    state, other = floor.state, found[0].state
    if other.branch in state.children:
        return state.stairs_down[state.children.index(other.branch)]
    return state.stairs_up if state.branch in other.children else None


def _step_up_to_stairs(run: Run, floor: FloorIndex, row: HeroRow) -> bool:
    """Walk on to the stairs on which the companion agreed, so as to go along.

    Return whether the hero did: not if it stands at them, or knows no harmless way there.
    """
    agreement = followed_agreement(floor, row)
    if agreement is None or is_at_stairs(run, floor, row, agreement.stairs):
        return False
    return _step_towards(run, floor, row, agreement.stairs)


def _step_towards(run: Run, floor: FloorIndex, row: HeroRow, stairs: Cell) -> bool:
    """Take a step towards stairs over known, harmless ground. Return whether the hero could."""
    way = way_to(run, floor, row, stairs)
    if not way or _is_known_to_harm(run, floor, row, way):
        return False
    row.auto_action.path = way
    return not walk_on(run, floor, row)


def foe_to_strike(floor: FloorIndex, row: HeroRow, friend: HeroRow) -> MonsterRow | None:
    """Return the danger in view to strike: the weakest beside the hero, else beside the companion.

    Heroes who hold a weapon that shoots don't walk up to one.
    """

    def rank(foe: MonsterRow) -> tuple[bool, int, int]:
        return distance(foe.cell, row.cell) > 1, foe.body.life, foe.entity

    cells = [row.cell] if row.attack.range else [row.cell, friend.cell]
    foes = [
        foe
        for foe in monsters_in_view(floor, row)
        if is_dangerous(floor, foe) and any(distance(foe.cell, cell) <= 1 for cell in cells)
    ]
    return min(
        (foe for foe in foes if not is_peaceful(foe) and not is_sealed(foe)),
        key=rank,
        default=None,
    )


def fight_beside(run: Run, floor: FloorIndex, row: HeroRow, foe: MonsterRow) -> None:
    """Strike a foe, or step nearer to it over harmless ground; wait if nothing there is free."""
    away = distance(foe.cell, row.cell)
    if away <= 1:
        strike(run, floor, row, foe)
        row.spend_energy(run.rules.costs.attack)
        return
    x, y = row.cell
    for cell in ((x + dx, y + dy) for dx, dy in DIRECTIONS):
        if distance(foe.cell, cell) < away and floor.is_inviting(cell):
            step_to(run, floor, row, cell)
            return
    row.spend_energy(run.rules.costs.wait)


def go_on_regrouping(run: Run, floor: FloorIndex, row: HeroRow) -> str:
    """Take the next step to a companion, and tend it on arrival if it has fallen.

    Return why it can't, so that it is over; the text is empty if it can.
    """
    friend = floor.heroes.get(row.auto_action.companion)
    if friend is None:
        return _part(run, row)
    if _has_arrived(run, row, friend):
        stop_auto_action(row)
        if friend.is_fallen:
            begin_tending(run, floor, row, friend)
        return ""
    return _approach(run, floor, row, friend)


def _part(run: Run, row: HeroRow) -> str:
    """End an auto action whose companion is on this floor no longer, or can't act."""
    entity = row.auto_action.companion
    name = run.world.get(entity, Actor).name
    found = run.index.of_hero(entity)
    if found is None:
        text = f"{name} is dead."
    elif found[1].hero.presence == "asleep":
        text = f"{name} sleeps."
    else:
        text = f"{name} has gone to floor {found[0].state.number}."
    ends = row.auto_action.activity == "accompany"
    finish(run, row, f"{text} You stop following {name}." if ends else text)
    return PARTED


def _is_near(run: Run, row: HeroRow, friend: HeroRow) -> bool:
    """Return whether a hero sees its companion and needs to come no nearer."""
    gap = run.rules.heroes.following.gap
    return bool(row.sees[friend.spot]) and distance(row.cell, friend.cell) <= gap


def _has_arrived(run: Run, row: HeroRow, friend: HeroRow) -> bool:
    """Return whether a hero is with a companion; with a fallen one it is in reach to tend it."""
    if friend.is_fallen:
        return distance(row.cell, friend.cell) <= 1
    return _is_near(run, row, friend)


def _approach(run: Run, floor: FloorIndex, row: HeroRow, friend: HeroRow) -> str:
    """Take a step to a companion. Return why the hero can't; the text is empty if it can."""
    if row.auto_action.activity == "regroup" and is_barred(floor, row):
        return walk_on(run, floor, row)
    if not _leads_on(run, floor, row, friend.cell):
        row.auto_action.path = _safe_way_to(run, floor, row, friend.cell)
    path = row.auto_action.path
    if path and memory_of(floor, row).tiles[path[-1][1], path[-1][0]]:
        return walk_on(run, floor, row)
    finish(run, row, f"You know no safe way to {friend.actor.name}.")
    return NO_WAY


def _leads_on(run: Run, floor: FloorIndex, row: HeroRow, goal: Cell) -> bool:
    """Return whether a hero's path still leads to its companion, who may have moved on."""
    path = row.auto_action.path
    if not path or distance(path[0], goal) > run.rules.heroes.following.gap:
        return False
    step = path[-1]
    other = floor.blockers.get(step)
    is_open = floor.can_walk(step) if other is None else makes_way(other)
    return is_open and distance(step, row.cell) == 1 and not floor.is_shunned(step)


def _safe_way_to(run: Run, floor: FloorIndex, row: HeroRow, goal: Cell) -> list[Cell]:
    """Return a harmless path to a cell, nearest cell last; empty if there is none.

    It leads over known ground if it can, and otherwise on into the unknown.
    """
    for hoping in (False, True):
        way = way_to(run, floor, row, goal, hoping=hoping)
        if way and not _is_known_to_harm(run, floor, row, way):
            return way
    return []


def _is_known_to_harm(run: Run, floor: FloorIndex, row: HeroRow, way: list[Cell]) -> bool:
    """Return whether a way leads over ground of which the hero knows that it harms."""
    tiles, shunned = memory_of(floor, row).tiles, run.game.terrain.shunned
    return any(shunned[tiles[y, x]] for x, y in way)
