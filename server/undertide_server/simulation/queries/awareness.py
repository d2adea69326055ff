"""Which heroes a monster may hunt, how far it may go, and which monsters threaten a hero."""

from collections.abc import Sequence

from undertide_server.simulation.components.monsters import GuardPost
from undertide_server.simulation.queries.pathfinding import within
from undertide_server.simulation.queries.relations import is_peaceful, is_sheltered
from undertide_server.simulation.queries.visibility import known_ground, monsters_in_view
from undertide_server.simulation.rules.statuses import WHOLE
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell, distance

UNAWARE = frozenset({"asleep", "idle"})
LAST_TURNS = 20
"""Ticks for which a monster that harmed a hero is dangerous in any mood: ten steps, and longer than
all but the slowest take from one blow to the next."""
REACH = 1
"""Cells beyond its limit where a guardian can still strike an enemy."""


def is_prey(hero: HeroRow, monster: MonsterRow) -> bool:
    """Return whether a monster may hunt a hero.

    No monster hunts sleeping, fallen or sheltered heroes. Only the monsters that already hunted a
    hero before it became link-dead, or went on guard, still may.
    """
    presence = hero.hero.presence
    is_played = presence == "present" and hero.hero.idleness == "none"
    awake = is_played or (presence != "asleep" and monster.entity in hero.hero.foes)
    return awake and not hero.is_fallen and not is_sheltered(hero)


def hero_noticed(floor: FloorIndex, monster: MonsterRow) -> HeroRow | None:
    """Return the first hero that an unaware monster sees near enough; None for peaceful people.

    Link-dead heroes don't count, nor do those on guard.
    """
    if monster.mind.mood not in UNAWARE or monster.behaviour.peaceful:
        return None
    reach = monster.behaviour.notices
    if monster.mind.mood == "asleep":
        reach //= 2
    for hero in floor.heroes.values():
        near = distance(monster.cell, hero.cell) <= max(
            min(1, reach), reach * hero.hero.noticed // WHOLE
        )
        seen = bool(hero.sees[monster.spot]) and near
        is_active = hero.hero.presence == "present" and hero.hero.idleness == "none"
        if seen and is_active and is_prey(hero, monster):
            return hero
    return None


def drawn_to(run: Run, floor: FloorIndex, monster: MonsterRow) -> HeroRow | None:
    """Return the hero that a monster must go for, because that hero taunted it (R17).

    None if nobody did, or if it doesn't see that hero or may not hunt it.
    """
    for key, giver in monster.effects.givers.items():
        hero = floor.heroes.get(giver)
        is_drawn = key in monster.effects.remaining and run.rules.statuses[key].draws
        if is_drawn and hero is not None and hero.sees[monster.spot] and is_prey(hero, monster):
            return hero
    return None


def is_aware(monster: MonsterRow) -> bool:
    """Return whether a monster comes for somebody: it hunts."""
    return monster.mind.mood == "hunting"


def is_dangerous(floor: FloorIndex, monster: MonsterRow) -> bool:
    """Return whether a monster could harm a hero now: it hunts, or has harmed one lately."""
    return is_aware(monster) or harmed_lately(floor, monster)


def harmed_lately(floor: FloorIndex, monster: MonsterRow) -> bool:
    """Return whether a monster has harmed a hero in its last turns."""
    harmed_at = monster.mind.harmed_at
    return harmed_at is not None and floor.state.clock - harmed_at <= LAST_TURNS


def is_allowed(row: MonsterRow, cell: Cell) -> bool:
    """Return whether a monster may go to a cell. A guardian must stay near its post.

    Its kind says how near. A guardian that was moved further away may come nearer again.
    """
    if row.post is None:
        return True
    away = _from_post(row.post, cell)
    return away <= row.behaviour.guards or away < _from_post(row.post, row.cell)


def is_out_of_bounds(row: MonsterRow, goal: Cell) -> bool:
    """Return whether a cell is too far from a monster's post to get near enough to strike it."""
    return row.post is not None and _from_post(row.post, goal) > row.behaviour.guards + REACH


def _from_post(post: GuardPost, cell: Cell) -> int:
    return distance(cell, (post.x, post.y))


def heeded(
    run: Run, floor: FloorIndex, row: HeroRow, monsters: Sequence[MonsterRow]
) -> list[MonsterRow]:
    """Return those of `monsters` that could soon harm a hero, in their order.

    They have harmed somebody lately, strike from afar, or can reach the hero on foot in few steps.
    Only ground that the hero knows counts as a way: its auto actions must not tell it of others.
    """
    sure = {each.entity for each in monsters if harmed_lately(floor, each)}
    sure |= {each.entity for each in monsters if strikes_from_afar(each)}
    if len(sure) == len(monsters):
        return list(monsters)
    ground = known_ground(run, floor, row)
    near = within(ground, row.cell, run.rules.heroes.heed_steps)
    return [each for each in monsters if each.entity in sure or near & ground.only(each.cell)]


def is_hunted(floor: FloorIndex, row: HeroRow) -> bool:
    """Return whether a hero sees a monster that is a danger to somebody of the party."""
    in_view = monsters_in_view(floor, row)
    return any(is_dangerous(floor, monster) and not is_peaceful(monster) for monster in in_view)


def is_in_danger(run: Run, floor: FloorIndex, row: HeroRow) -> bool:
    """Return whether a hero sees a hostile creature that could soon harm it."""
    hostile = [each for each in monsters_in_view(floor, row) if not is_peaceful(each)]
    return bool(hostile and heeded(run, floor, row, hostile))


def strikes_from_afar(monster: MonsterRow) -> bool:
    """Return whether a monster can harm, or call others, over ground that nobody can walk."""
    behaviour = monster.behaviour
    tricks = behaviour.tricks
    blinks = tricks.rushes is not None and tricks.rushes.blinks
    return bool(behaviour.shoots or tricks.spells or tricks.summons or blinks)
