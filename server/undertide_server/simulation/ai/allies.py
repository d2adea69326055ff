"""Allies: monsters that a hero summoned fight for the party until their time is over.

They act before other monsters and always spend energy, so that `monsters_act` never finds them
ready: it makes monsters hunt heroes.
"""

from undertide_server.content.records.statuses import CONFUSED, SUMMONED
from undertide_server.simulation.mechanics.combat import strike
from undertide_server.simulation.mechanics.moods import set_mood
from undertide_server.simulation.mechanics.walking import step_to
from undertide_server.simulation.queries.awareness import drawn_to
from undertide_server.simulation.queries.relations import is_peaceful
from undertide_server.simulation.state.floor_index import DIRECTIONS, FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import distance

ALLYS_REACH = 8
"""The distance in cells within which an ally attacks: it stays where the party fights."""
AT_HEEL = 2
"""The distance in cells to a hero at which an ally stops following."""
OUT_OF_THE_FIGHT = frozenset({"asleep", "sealed"})
"""Moods of monsters that neither attack allies nor are attacked by them."""


def allies_act(run: Run, floor: FloorIndex) -> None:
    """Make every ally that is ready act, then make enemies next to allies strike at them."""
    allies = [row for row in floor.stirring if SUMMONED in row.effects.remaining]
    for ally in allies:
        if ally.entity in floor.monsters:
            _serve(run, floor, ally)
    for ally in allies:
        _be_set_upon(run, floor, ally)


def _serve(run: Run, floor: FloorIndex, ally: MonsterRow) -> None:
    """Strike an enemy, approach one or follow a hero; a confused ally is left to stagger."""
    set_mood(floor, ally, "idle")
    if not ally.is_ready or CONFUSED in ally.effects.remaining:
        return
    foe = _nearest_foe(floor, ally)
    if foe is not None and distance(ally.cell, foe.cell) <= 1:
        strike(run, floor, ally, foe)
        ally.spend_energy(run.rules.costs.attack)
        return
    leader = _nearest_hero(floor, ally)
    goal = foe or leader
    if goal is None or (goal is leader and distance(ally.cell, leader.cell) <= AT_HEEL):
        ally.spend_energy(run.rules.costs.wait)
    else:
        _approach(run, floor, ally, goal)


def _nearest_foe(floor: FloorIndex, ally: MonsterRow) -> MonsterRow | None:
    """Return the nearest enemy that a hero sees: allies find nobody by themselves."""
    foes = [row for row in floor.in_sight() if _is_foe(row)]
    near = [row for row in foes if distance(row.cell, ally.cell) <= ALLYS_REACH]
    return min(near, key=lambda row: (distance(row.cell, ally.cell), row.entity), default=None)


def _is_foe(row: ActorRow) -> bool:
    """Return whether an actor is a monster that is awake and an enemy of the party."""
    if not isinstance(row, MonsterRow) or is_peaceful(row):
        return False
    return row.mind.mood not in OUT_OF_THE_FIGHT


def _nearest_hero(floor: FloorIndex, ally: MonsterRow) -> HeroRow | None:
    awake = [row for row in floor.heroes.values() if row.stands]
    return min(awake, key=lambda row: distance(row.cell, ally.cell), default=None)


def _approach(run: Run, floor: FloorIndex, ally: MonsterRow, goal: ActorRow) -> None:
    """Take a step towards an actor, or wait when no path leads there."""
    way = floor.path(ally.cell, goal.cell)
    if way and floor.is_inviting(way[-1]):
        step_to(run, floor, ally, way[-1])
    else:
        ally.spend_energy(run.rules.costs.wait)


def _be_set_upon(run: Run, floor: FloorIndex, ally: MonsterRow) -> None:
    """Make enemies next to an ally strike at it, unless they have a hero next to them."""
    x, y = ally.cell
    for dx, dy in DIRECTIONS:
        foe = floor.blockers.get((x + dx, y + dy))
        if ally.entity not in floor.monsters:
            return
        if isinstance(foe, MonsterRow) and _turns_on_ally(run, floor, foe):
            strike(run, floor, foe, ally)
            foe.spend_energy(run.rules.costs.attack)


def _turns_on_ally(run: Run, floor: FloorIndex, foe: MonsterRow) -> bool:
    """Return whether an enemy is ready to strike at an ally and has no hero beside it.

    One that a hero taunted goes for that hero (R17).
    """
    if drawn_to(run, floor, foe) is not None:
        return False
    if not foe.is_ready or not _is_foe(foe) or CONFUSED in foe.effects.remaining:
        return False
    heroes = (hero for hero in floor.heroes.values() if not hero.is_fallen)
    return not any(distance(hero.cell, foe.cell) <= 1 for hero in heroes)
