"""Which heroes monsters may attack, and whether monsters have noticed anybody."""

from undertide_server.simulation.queries.relations import is_sheltered
from undertide_server.simulation.state.rows import HeroRow, MonsterRow

UNAWARE = frozenset({"asleep", "idle"})


def is_prey(hero: HeroRow, monster: MonsterRow) -> bool:
    """Return whether a monster may hunt a hero.

    No monster hunts sleeping, fallen or sheltered heroes. Only the monsters that already hunted a
    hero before it became link-dead still may.
    """
    presence = hero.hero.presence
    after_it = presence == "linkdead" and monster.entity in hero.hero.foes
    awake = presence == "present" or after_it
    return awake and not hero.is_fallen and not is_sheltered(hero)


def is_aware(monster: MonsterRow) -> bool:
    """Return whether a monster hunts: it has noticed somebody and doesn't flee."""
    return monster.mind.mood == "hunting"
