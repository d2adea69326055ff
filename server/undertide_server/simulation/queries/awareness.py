"""Which heroes monsters may attack, and whether monsters have noticed anybody."""

from undertide_server.simulation.queries.relations import is_sheltered
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run

UNAWARE = frozenset({"asleep", "idle"})


def is_prey(hero: HeroRow, monster: MonsterRow) -> bool:
    """Return whether a monster may hunt a hero.

    No monster hunts sleeping, fallen or sheltered heroes. Only the monsters that already hunted a
    hero before it became link-dead, or went on guard, still may.
    """
    presence = hero.hero.presence
    is_played = presence == "present" and hero.hero.idleness == "none"
    awake = is_played or (presence != "asleep" and monster.entity in hero.hero.foes)
    return awake and not hero.is_fallen and not is_sheltered(hero)


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
    """Return whether a monster hunts: it has noticed somebody and doesn't flee."""
    return monster.mind.mood == "hunting"
