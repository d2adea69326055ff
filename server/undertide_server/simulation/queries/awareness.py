"""Whom monsters may go for, and whether they have noticed anybody."""

from undertide_server.simulation.queries.relations import is_sheltered
from undertide_server.simulation.state.rows import HeroRow, MonsterRow

UNAWARE = frozenset({"asleep", "idle"})


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
