"""Allies: those whom a hero summoned fight for the party until their time is over.

They act before other monsters and always pay for it, so that `monsters_act` never finds them ready:
it sends monsters after heroes.
"""

from undertide_server.simulation.mechanics.combat import strike
from undertide_server.simulation.mechanics.energy import is_ready, spend
from undertide_server.simulation.mechanics.moods import set_mood
from undertide_server.simulation.mechanics.walking import step_to
from undertide_server.simulation.queries.relations import is_ally, is_peaceful
from undertide_server.simulation.state.floor_index import DIRECTIONS, FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import distance

ALLYS_REACH = 8
"""Cells from which an ally goes for somebody: it stays where the party fights."""
AT_HEEL = 2
"""Cells from a hero at which an ally has come near enough."""
OUT_OF_THE_FIGHT = frozenset({"asleep", "sealed"})
"""Moods of those whom allies leave alone, and who leave them alone."""


def allies_act(run: Run, floor: FloorIndex) -> None:
    """Let every ally that is ready act, and let those next to allies strike at them."""
    allies = [row for row in floor.stirring if is_ally(row)]
    for ally in allies:
        if ally.entity in floor.monsters:
            _serve(run, floor, ally)
    for ally in allies:
        _be_set_upon(run, floor, ally)


def _serve(run: Run, floor: FloorIndex, ally: MonsterRow) -> None:
    """Strike, come nearer or follow; the confused are left to stagger about."""
    set_mood(floor, ally, "idle")
    if not is_ready(ally) or "confused" in ally.effects.remaining:
        return
    foe = _nearest_foe(run, floor, ally)
    if foe is not None and distance(ally.cell, foe.cell) <= 1:
        strike(run, floor, ally, foe)
        spend(ally, run.rules.costs.attack)
        return
    leader = _nearest_hero(floor, ally)
    goal = foe or leader
    if goal is None or (goal is leader and distance(ally.cell, leader.cell) <= AT_HEEL):
        spend(ally, run.rules.costs.wait)
    else:
        _approach(run, floor, ally, goal)


def _nearest_foe(run: Run, floor: FloorIndex, ally: MonsterRow) -> MonsterRow | None:
    """Return the nearest enemy that some hero sees: allies find nobody by themselves."""
    foes = [row for row in floor.in_sight() if _is_foe(run, row)]
    near = [row for row in foes if distance(row.cell, ally.cell) <= ALLYS_REACH]
    return min(near, key=lambda row: (distance(row.cell, ally.cell), row.entity), default=None)


def _is_foe(run: Run, row: ActorRow) -> bool:
    """Whether a monster is awake, and an enemy of the party."""
    if not isinstance(row, MonsterRow) or is_ally(row) or is_peaceful(run, row):
        return False
    return row.mind.mood not in OUT_OF_THE_FIGHT


def _nearest_hero(floor: FloorIndex, ally: MonsterRow) -> HeroRow | None:
    awake = [row for row in floor.heroes.values() if row.hero.presence != "asleep"]
    return min(awake, key=lambda row: distance(row.cell, ally.cell), default=None)


def _approach(run: Run, floor: FloorIndex, ally: MonsterRow, goal: ActorRow) -> None:
    """Take a step on the way to somebody, or wait where there is none."""
    way = floor.path(ally.cell, goal.cell)
    if way and floor.is_inviting(way[-1]):
        step_to(run, floor, ally, way[-1])
    else:
        spend(ally, run.rules.costs.wait)


def _be_set_upon(run: Run, floor: FloorIndex, ally: MonsterRow) -> None:
    """Let enemies next to an ally strike at it, but for those who have a hero to strike at."""
    x, y = ally.cell
    for dx, dy in DIRECTIONS:
        foe = floor.blockers.get((x + dx, y + dy))
        if ally.entity not in floor.monsters:
            return
        if isinstance(foe, MonsterRow) and _turns_on_ally(run, floor, foe):
            strike(run, floor, foe, ally)
            spend(foe, run.rules.costs.attack)


def _turns_on_ally(run: Run, floor: FloorIndex, foe: MonsterRow) -> bool:
    """Whether an enemy has nothing better to do than to strike at an ally beside it."""
    if not is_ready(foe) or not _is_foe(run, foe) or "confused" in foe.effects.remaining:
        return False
    return not any(distance(hero.cell, foe.cell) <= 1 for hero in floor.heroes.values())
