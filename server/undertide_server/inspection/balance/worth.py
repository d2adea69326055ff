"""The worth of a hero: the strength of a monster with the same life times attack. Pure."""

from math import isqrt

from undertide_server.content.records.monsters import MonsterRules
from undertide_server.simulation.state.rows import HeroRow

PERCENT = 100


def worth_of(life: int, attack: int, rules: MonsterRules) -> int:
    """Return the strength of a plain monster with the same life times attack.

    Such a monster has life and attack in proportion to its strength (R1).
    """
    return isqrt(
        life * attack * PERCENT * PERCENT // max(1, rules.life_percent * rules.attack_percent)
    )


def worth_of_hero(row: HeroRow, rules: MonsterRules) -> int:
    """Return the present worth of a hero with full life, including its extra damage."""
    attack = row.attack.power + sum(power for _, power in row.attack.extra)
    return worth_of(row.body.max_life, attack, rules)
