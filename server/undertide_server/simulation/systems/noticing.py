"""How monsters that are asleep or at ease become aware of heroes."""

from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.rows import HeroRow, MonsterRow
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.allegiance import is_ally
from undertide_server.simulation.systems.lore import meet
from undertide_server.simulation.systems.shelter import is_sheltered

UNAWARE = frozenset({"asleep", "idle"})


def notice(run: Run, place: FloorPlace) -> None:
    """Let the party get to know the monsters in sight, and those that are unaware look about."""
    for monster in place.in_sight():
        if not place.is_on_watch(monster) or is_ally(monster):
            continue
        meet(run, monster)
        if monster.mind.mood in UNAWARE and not monster.behaviour.peaceful:
            hero = _noticed(place, monster)
            if hero is not None:
                alert(run, place, monster, hero)


def is_prey(hero: HeroRow, monster: MonsterRow) -> bool:
    """Whether a monster may go for a hero.

    None goes for the sleeping and the sheltered; the link-dead are left to those that were after
    them already.
    """
    presence = hero.hero.presence
    after_it = presence == "linkdead" and monster.entity in hero.hero.foes
    return (presence == "present" or after_it) and not is_sheltered(hero)


def is_aware(monster: MonsterRow) -> bool:
    """Whether a monster has noticed somebody and doesn't run."""
    return monster.mind.mood == "hunting"


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return how many moves two cells are apart on open ground."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def alert(run: Run, place: FloorPlace, monster: MonsterRow, hero: HeroRow) -> None:
    """Send a monster, and its kin near it if they hunt in packs, after a hero."""
    _hunt(place, monster, hero)
    if not monster.behaviour.pack:
        return
    family = run.kinds[monster.monster.kind].family
    for kin in place.monsters.values():
        near = distance(kin.cell, monster.cell) <= monster.behaviour.notices
        is_kin = run.kinds[kin.monster.kind].family == family and not is_ally(kin)
        if near and is_kin and kin.mind.mood in UNAWARE:
            _hunt(place, kin, hero)


def _noticed(place: FloorPlace, monster: MonsterRow) -> HeroRow | None:
    """Return the first hero near enough that the monster sees; link-dead ones are left alone."""
    reach = monster.behaviour.notices
    if monster.mind.mood == "asleep":
        reach //= 2
    for hero in place.heroes.values():
        seen = bool(hero.sees[monster.spot]) and distance(monster.cell, hero.cell) <= reach
        if seen and hero.hero.presence == "present" and is_prey(hero, monster):
            return hero
    return None


def _hunt(place: FloorPlace, monster: MonsterRow, hero: HeroRow) -> None:
    place.stir(monster)
    monster.mind.mood = "hunting"
    monster.mind.last_seen = hero.cell
    monster.mind.patience = monster.behaviour.memory
