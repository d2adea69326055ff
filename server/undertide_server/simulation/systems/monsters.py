"""What monsters do: hunt by sight, remember, find ways round each other, shoot, flee."""

from undertide_server.content.monsters import Behaviour
from undertide_server.rng import Rng
from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.floor_place import BY_ENTITY, DIRECTIONS, FloorPlace
from undertide_server.simulation.rows import HeroRow, MonsterRow
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.combat import strike
from undertide_server.simulation.systems.energy import is_ready, spend
from undertide_server.simulation.systems.noticing import distance, is_prey
from undertide_server.simulation.systems.shelter import is_sheltered
from undertide_server.simulation.systems.shooting import shoot
from undertide_server.simulation.systems.walking import step_to

AMBLE_CHANCE = 8
"""Percent of its looks in which an idle monster takes a step, so that a quiet floor lives."""
LONGEST_DETOUR = 40
"""Steps of a way round others that a hunter takes; beyond that it waits its turn."""
RESTING = frozenset({"asleep", "sealed"})
"""Moods in which a monster does nothing."""


def monsters_act(run: Run, place: FloorPlace) -> None:
    """Let every aware monster that is ready act; idle ones amble now and then."""
    amble = run.chance(place, "amble")  # shared: those at ease are many, and seldom move
    for monster in _acting(place):
        if monster.entity not in place.monsters:
            continue  # It fell in this tick, to one that is confused.
        if "confused" in monster.effects.remaining:
            _stagger(run, place, monster)
        elif monster.mind.mood != "idle":
            _hunt(run, place, monster)
        else:
            _amble(run, place, monster, amble)


def _acting(place: FloorPlace) -> list[MonsterRow]:
    """Return the monsters that do something in this tick, in entity order.

    Those that stir do whenever they can, those at ease when it is their tick for a look about.
    """
    acting = [row for row in place.stirring if _is_driven(row) and is_ready(row)]
    watch = [row for row in place.on_watch() if row.mind.mood == "idle" and is_ready(row)]
    at_ease = [row for row in watch if not row.effects.remaining]
    return sorted(acting + at_ease, key=BY_ENTITY) if acting and at_ease else acting or at_ease


def _is_driven(row: MonsterRow) -> bool:
    """Whether a monster is after somebody, or out of its mind."""
    mood = row.mind.mood
    return mood not in RESTING and (mood != "idle" or bool(row.effects.remaining))


def _hunt(run: Run, place: FloorPlace, monster: MonsterRow) -> None:
    """Act on the nearest hero in sight, or on where one was last seen."""
    behaviour = run.kinds[monster.monster.kind].behaviour
    target = _nearest_hero(place, monster)
    if target is None:
        _search(run, place, monster)
        return
    monster.mind.last_seen = target.cell
    monster.mind.patience = behaviour.memory
    monster.mind.path.clear()
    if _flees(monster, behaviour) and _step_away(run, place, monster, target):
        return
    _attack(run, place, monster, target, behaviour)


def _nearest_hero(place: FloorPlace, monster: MonsterRow) -> HeroRow | None:
    """Return the nearest hero to go for that sees, and so is seen by, the monster.

    Of two as near it is the one that came into the run first.
    """
    spot, here = monster.spot, monster.cell
    prey = [hero for hero in place.heroes.values() if hero.sees[spot] and is_prey(hero, monster)]
    return min(prey, key=lambda hero: distance(here, hero.cell), default=None)


def _flees(monster: MonsterRow, behaviour: Behaviour) -> bool:
    """Say whether the monster is running, which it does until it is well above its threshold."""
    if not behaviour.flees_below:
        return False
    health = monster.body.life * 100 // monster.body.max_life
    courage = behaviour.flees_below * (2 if monster.mind.mood == "fleeing" else 1)
    monster.mind.mood = "fleeing" if health < min(100, courage) else "hunting"
    return monster.mind.mood == "fleeing"


def _attack(
    run: Run, place: FloorPlace, monster: MonsterRow, target: HeroRow, behaviour: Behaviour
) -> None:
    """Strike, shoot, keep the distance or come nearer."""
    apart = distance(monster.cell, target.cell)
    archer = behaviour.shoots > 0
    if archer and apart < behaviour.keeps_distance and _step_away(run, place, monster, target):
        return
    if apart <= 1:
        strike(run, place, monster, target)
        spend(monster, run.rules.costs.attack)
    elif archer and apart <= behaviour.shoots:
        shoot(run, place, monster, target)
        spend(monster, run.rules.costs.shoot)
    else:
        _approach(run, place, monster, target.cell)


def _approach(run: Run, place: FloorPlace, monster: MonsterRow, goal: Cell) -> None:
    """Go straight at what is in sight, or round whoever and whatever is in the way."""
    x, y = monster.cell
    dx, dy = _sign(goal[0] - x), _sign(goal[1] - y)
    for step in ((dx, dy), (dx, 0), (0, dy)):
        cell = (x + step[0], y + step[1])
        nearer = distance(cell, goal) < distance((x, y), goal)
        if nearer and place.is_inviting(cell):
            step_to(run, place, monster, cell)
            return
    way = place.path(monster.cell, goal)
    if way and len(way) <= LONGEST_DETOUR and place.is_free(way[-1]):
        step_to(run, place, monster, way[-1])
    else:
        spend(monster, run.rules.costs.wait)


def _search(run: Run, place: FloorPlace, monster: MonsterRow) -> None:
    """Go where someone was last seen; there, look about until patience runs out."""
    mind = monster.mind
    if mind.mood == "fleeing":
        mind.last_seen = None  # Whoever runs doesn't go back to look.
    if mind.last_seen is None or mind.last_seen == monster.cell:
        mind.last_seen = None
        mind.patience -= max(1, run.rules.costs.move // monster.actor.speed)
        if mind.patience <= 0:
            mind.mood = "idle"
        _wander(run, place, monster, run.chance(place, "search", monster.entity))
        return
    if not mind.path or mind.path[0] != mind.last_seen or not place.is_inviting(mind.path[-1]):
        mind.path = place.path(monster.cell, mind.last_seen)
    if mind.path and place.is_free(mind.path[-1]):
        step_to(run, place, monster, mind.path.pop())
        return
    # The way is blocked: wait a moment, and give the trail up in time.
    mind.path.clear()
    mind.patience -= 1
    if mind.patience <= 0:
        mind.last_seen = None
    spend(monster, run.rules.costs.wait)


def _step_away(run: Run, place: FloorPlace, monster: MonsterRow, threat: HeroRow) -> bool:
    """Take the free step that leads furthest from `threat`; false when cornered."""
    x, y = monster.cell
    best: Cell | None = None
    for dx, dy in DIRECTIONS:
        cell = (x + dx, y + dy)
        gains = distance(cell, threat.cell) > distance(best or (x, y), threat.cell)
        if gains and place.is_inviting(cell):
            best = cell
    if best is not None:
        step_to(run, place, monster, best)
    return best is not None


def _stagger(run: Run, place: FloorPlace, monster: MonsterRow) -> None:
    """Confused: go or strike anywhere, friends included."""
    monster.mind.path.clear()
    rng = run.chance(place, "stagger", monster.entity)
    dx, dy = rng.pick(DIRECTIONS)
    cell = (monster.cell[0] + dx, monster.cell[1] + dy)
    other = place.blockers.get(cell)
    if other is not None and not is_sheltered(other):
        strike(run, place, monster, other)
        spend(monster, run.rules.costs.attack)
    elif place.is_free(cell):
        step_to(run, place, monster, cell)
    else:
        spend(monster, run.rules.costs.wait)


def _amble(run: Run, place: FloorPlace, monster: MonsterRow, rng: Rng) -> None:
    uneasy = place.shunned[monster.cell[1], monster.cell[0]]
    if uneasy or rng.percent(AMBLE_CHANCE):
        place.stir(monster)
        _wander(run, place, monster, rng)


def _wander(run: Run, place: FloorPlace, monster: MonsterRow, rng: Rng) -> None:
    """Take a step anywhere, but not into harm."""
    dx, dy = rng.pick(DIRECTIONS)
    cell = (monster.cell[0] + dx, monster.cell[1] + dy)
    if place.is_inviting(cell):
        step_to(run, place, monster, cell)
    else:
        spend(monster, run.rules.costs.wait)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
