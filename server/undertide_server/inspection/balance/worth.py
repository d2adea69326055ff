"""What a hero is worth: the strength of a monster of as much life times attack. Pure."""

from math import isqrt

from undertide_server.content.records.monsters import MonsterRules
from undertide_server.simulation.state.rows import HeroRow

PERCENT = 100


def worth_of(life: int, attack: int, rules: MonsterRules) -> int:
    """Return the strength of a plain monster whose life times attack is that of these figures.

    Such a monster has life and attack in proportion to its strength (R1).
    """
    return isqrt(
        life * attack * PERCENT * PERCENT // max(1, rules.life_percent * rules.attack_percent)
    )


def worth_of_hero(row: HeroRow, rules: MonsterRules) -> int:
    """Return what a hero is worth now, unhurt, with all the damage that its blow does."""
    attack = row.attack.power + sum(power for _, power in row.attack.extra)
    return worth_of(row.body.max_life, attack, rules)
