"""What monsters do: hunt by sight, search, strike, shoot, flee, and use tricks (R2)."""

from undertide_server.content.records.statuses import CONFUSED
from undertide_server.simulation.ai.steering import approach, go_home, take_posts, wander
from undertide_server.simulation.ai.tricks.after_blows import is_loaded
from undertide_server.simulation.mechanics.combat import stopped_by_cover, strike
from undertide_server.simulation.mechanics.ground import apply_element, terrain_at
from undertide_server.simulation.mechanics.moods import set_mood
from undertide_server.simulation.mechanics.walking import step_away, step_to
from undertide_server.simulation.queries.awareness import (
    drawn_to,
    is_out_of_bounds,
    is_prey,
    strikes_from_afar,
)
from undertide_server.simulation.queries.relations import is_sheltered
from undertide_server.simulation.state.floor_index import BY_ENTITY, DIRECTIONS, FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_server.util.rng import Rng
from undertide_shared.geometry import Cell, distance

AMBLE_CHANCE = 8
"""Percent of an idle monster's looks in which it takes a step: a quiet floor seems alive."""
RESTING = frozenset({"asleep", "sealed"})
"""Moods in which a monster does nothing."""


def monsters_act(run: Run, floor: FloorIndex) -> None:
    """Make every aware monster that is ready act; idle ones take a step now and then."""
    if not floor.state.clock:
        take_posts(run, floor)
    acting = _acting(floor)
    if not acting:
        return
    amble = run.chance(floor, "amble")  # shared: idle monsters are many, and seldom move
    for monster in acting:
        if monster.entity not in floor.monsters:
            continue  # A confused monster killed it in this tick.
        if CONFUSED in monster.effects.remaining:
            _stagger(run, floor, monster)
        elif monster.mind.mood != "idle":
            _hunt(run, floor, monster)
        else:
            _amble(run, floor, monster, amble)


def _acting(floor: FloorIndex) -> list[MonsterRow]:
    """Return the monsters that act in this tick, in entity order.

    Monsters that stir act whenever they are ready, idle ones when it is their tick to look around.
    """
    # Energy is read here, and not `is_ready`: most monsters of a floor pass by at each tick.
    acting = [row for row in floor.stirring if row.actor.energy >= 0 and _is_driven(row)]
    at_ease = _at_ease(floor)
    return sorted(acting + at_ease, key=BY_ENTITY) if acting and at_ease else acting or at_ease


def _at_ease(floor: FloorIndex, ahead: int = 0) -> list[MonsterRow]:
    """Return the idle monsters that look around in this tick, or after so many more, and can act.

    None of them may have acted by then.
    """
    watch = [
        row
        for row in floor.on_watch(ahead)
        if row.mind.mood == "idle" and row.actor.energy + ahead * row.actor.speed >= 0
    ]
    return [row for row in watch if not row.effects.remaining]


def will_amble(run: Run, floor: FloorIndex, ahead: int) -> bool:
    """Return whether an idle monster takes a step in the tick after so many.

    None may have acted by then, and none but idle ones may act.
    """
    at_ease = _at_ease(floor, ahead)
    if not at_ease:
        return False
    amble = run.chance(floor, "amble", ahead=ahead)
    return any(_wants_to_amble(floor, monster, amble) for monster in at_ease)


def _is_driven(row: MonsterRow) -> bool:
    """Return whether a monster hunts, flees or is idle with a status."""
    mood = row.mind.mood
    return mood not in RESTING and (mood != "idle" or bool(row.effects.remaining))


def _hunt(run: Run, floor: FloorIndex, monster: MonsterRow) -> None:
    """Act on its target in sight, or search where one was last seen.

    One that flees and is cornered turns on a target that it can harm from there.
    """
    target = _target_of(run, floor, monster)
    if target is None:
        search_for_heroes(run, floor, monster)
        return
    monster.mind.last_seen = target.cell
    monster.mind.patience = monster.behaviour.memory
    monster.mind.path.clear()
    if _flees(run, floor, monster):
        if step_away(run, floor, monster, target.cell):
            return
        if distance(monster.cell, target.cell) > 1 and not strikes_from_afar(monster):
            monster.spend_energy(run.rules.costs.wait)
            return
        set_mood(floor, monster, "hunting")
    if not (monster.is_tricky and run.tricks.try_tricks(run, floor, monster, target)):
        _attack(run, floor, monster, target)


def _target_of(run: Run, floor: FloorIndex, monster: MonsterRow) -> HeroRow | None:
    """Return the hero who taunted the monster, or the nearest one that it may hunt and sees.

    Sight is mutual. Among equally near heroes it is the one that joined the run first.
    """
    if monster.effects.givers and (taunter := drawn_to(run, floor, monster)):
        return taunter
    spot, here = monster.spot, monster.cell
    prey = [hero for hero in floor.heroes.values() if hero.sees[spot] and is_prey(hero, monster)]
    return min(prey, key=lambda hero: distance(here, hero.cell), default=None)


def _flees(run: Run, floor: FloorIndex, monster: MonsterRow) -> bool:
    """Update and return whether the monster flees.

    A fleeing monster goes on until its life is well above its threshold. A thief flees as long as
    it carries loot.
    """
    threshold = monster.behaviour.flees_below
    loaded = monster.is_tricky and is_loaded(run, monster)
    if not threshold and not loaded:
        return False
    health = monster.body.life * 100 // monster.body.max_life
    courage = threshold * (2 if monster.mind.mood == "fleeing" else 1)
    flees = loaded or health < min(100, courage)
    set_mood(floor, monster, "fleeing" if flees else "hunting")
    return flees


def _attack(run: Run, floor: FloorIndex, monster: MonsterRow, target: HeroRow) -> None:
    """Strike, shoot, keep the distance or come nearer."""
    behaviour = monster.behaviour
    apart = distance(monster.cell, target.cell)
    archer = behaviour.shoots > 0
    too_near = archer and apart < behaviour.keeps_distance
    if too_near and step_away(run, floor, monster, target.cell):
        return
    if apart <= 1:
        strike_hero(run, floor, monster, target)
    elif archer and apart <= behaviour.shoots:
        shoot_missile(run, floor, monster, target)
        monster.spend_energy(run.rules.costs.shoot)
    else:
        approach(run, floor, monster, target.cell)


def _stagger(run: Run, floor: FloorIndex, monster: MonsterRow) -> None:
    """Move in a random direction or strike any actor there, as confused monsters do."""
    monster.mind.path.clear()
    rng = run.chance(floor, "stagger", monster.entity)
    dx, dy = rng.pick(DIRECTIONS)
    cell = (monster.cell[0] + dx, monster.cell[1] + dy)
    other = floor.blockers.get(cell)
    if other is not None and not is_sheltered(other):
        strike(run, floor, monster, other)
        monster.spend_energy(run.rules.costs.attack)
    elif floor.is_free(cell):
        step_to(run, floor, monster, cell)
    else:
        monster.spend_energy(run.rules.costs.wait)


def _amble(run: Run, floor: FloorIndex, monster: MonsterRow, rng: Rng) -> None:
    if _wants_to_amble(floor, monster, rng):
        floor.stir(monster)
        wander(run, floor, monster, rng)


def _wants_to_amble(floor: FloorIndex, monster: MonsterRow, rng: Rng) -> bool:
    """Return whether an idle monster takes a step now: chance decides, except on harmful ground."""
    return floor.is_shunned(monster.cell) or rng.percent(AMBLE_CHANCE)


def strike_hero(run: Run, floor: FloorIndex, monster: MonsterRow, target: HeroRow) -> None:
    """Strike a hero, then use the tricks of the monster's kind that follow a blow."""
    before = target.body.life
    strike(run, floor, monster, target)
    monster.spend_energy(run.rules.costs.attack)
    if monster.is_tricky and monster.entity in floor.monsters:
        run.tricks.follow_blow(run, floor, monster, target, before - target.body.life)


def shoot_missile(run: Run, floor: FloorIndex, source: MonsterRow, target: ActorRow) -> None:
    """Shoot a monster's missile at an actor. A caster's hit brings its element to the ground."""
    cell = target.cell
    if stopped_by_cover(run, floor, target, run.chance(floor, "cover", source.entity)):
        return
    strike(run, floor, source, target, missile=True)
    casts = run.kinds[source.monster.kind].behaviour.casts
    if casts is not None and not terrain_at(run, floor, source.cell).quells_magic:
        apply_element(run, floor, [cell], casts)


def search_for_heroes(run: Run, floor: FloorIndex, monster: MonsterRow) -> None:
    """Go to where a hero was last seen, and look around there until patience runs out.

    A tracker knows where a trail leads. A guardian doesn't follow beyond its bounds.
    """
    mind = monster.mind
    if mind.mood == "fleeing":
        mind.last_seen = None  # A fleeing monster doesn't go back to look.
    elif monster.behaviour.tricks.tracks:
        _sniff(run, floor, monster)
    if mind.last_seen is not None and is_out_of_bounds(monster, mind.last_seen):
        _lose_patience(run, floor, monster)
        go_home(run, floor, monster)
    elif mind.last_seen is None or mind.last_seen == monster.cell:
        mind.last_seen = None
        _lose_patience(run, floor, monster)
        wander(run, floor, monster, run.chance(floor, "search", monster.entity))
    else:
        _go_and_look(run, floor, monster, mind.last_seen)


def _lose_patience(run: Run, floor: FloorIndex, monster: MonsterRow) -> None:
    """Use up a monster's patience for one action; it becomes idle when none is left."""
    mind = monster.mind
    mind.patience -= max(1, run.rules.costs.move // monster.actor.speed)
    if mind.patience <= 0:
        set_mood(floor, monster, "idle")


def _sniff(run: Run, floor: FloorIndex, monster: MonsterRow) -> None:
    """Point a tracker at the nearest hero, in the ticks when it looks around.

    Its patience runs out on the way, so that it doesn't follow for ever.
    """
    _lose_patience(run, floor, monster)
    if floor.is_on_watch(monster):
        prey = [hero.cell for hero in floor.heroes.values() if is_prey(hero, monster)]
        nearest = min(prey, key=lambda cell: distance(cell, monster.cell), default=None)
        monster.mind.last_seen = nearest or monster.mind.last_seen


def _go_and_look(run: Run, floor: FloorIndex, monster: MonsterRow, goal: Cell) -> None:
    """Take a step towards where a hero was last seen."""
    mind = monster.mind
    if not mind.path or mind.path[0] != goal or not floor.is_inviting(mind.path[-1]):
        mind.path = floor.path(monster.cell, goal)
    if mind.path and floor.is_free(mind.path[-1]):
        step_to(run, floor, monster, mind.path.pop())
        return
    # The way is blocked: wait a moment, and in the end give up the trail.
    mind.path.clear()
    mind.patience -= 1
    if mind.patience <= 0:
        mind.last_seen = None
    monster.spend_energy(run.rules.costs.wait)
