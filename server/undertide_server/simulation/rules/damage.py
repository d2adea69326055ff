"""Damage: the life that a hit takes after multipliers, resistance and absorb (R6, R14)."""

from collections.abc import Mapping

from undertide_server.content.records.damage import DamageForm, DamageRules
from undertide_server.content.schema.fields import DAMAGE_TYPES
from undertide_server.util.rounding import divided

TYPE_INDEX: dict[str, int] = {name: index for index, name in enumerate(DAMAGE_TYPES)}
IMMUNE = 10
"""Resistance that stops all damage of a type; above it, the excess heals."""


def multiplied(damage: int, kind: str, form: DamageForm | None, rules: DamageRules) -> int:
    """Return damage of a type and a form after the run's multipliers (R14): at least 1 of any."""
    percents: Mapping[str, int] = vars(rules)
    percent = percents.get(kind, 100) * (percents[form] if form else 100)
    return max(min(1, damage), divided(damage * percent, 100 * 100))


def explosion_radius(radius: int, rules: DamageRules) -> int:
    """Return the distance in cells within which an explosion strikes (R14)."""
    return divided(radius * rules.explosion_size, 100)


def resisted(damage: int, resistance: int) -> int:
    """Return damage * (10 - resistance) / 10, rounded half away from zero (R6)."""
    tenths = damage * (IMMUNE - resistance)
    rounded = (abs(tenths) + IMMUNE // 2) // IMMUNE
    return rounded if tenths >= 0 else -rounded


def hurt(damage: int, resistance: int, absorb: int) -> int:
    """Return the life that a hit of `damage` takes after resistance and absorb (R6).

    A negative result heals. Absorb never reduces damage that is left after resistance below 1, and
    doesn't affect healing.
    """
    left = resisted(damage, resistance)
    return max(1, left - absorb) if left > 0 else left


def spread_of(power: int, spread: int, roll: int) -> int:
    """Return `power` plus or minus `spread` percent for a roll from 0 to 100; at least 1."""
    return max(1, (power * (100 - spread) * 50 + power * spread * roll + 2500) // 5000)


def share_of(whole: int, percent: int) -> int:
    """Return `percent` of `whole`, rounded down; at least 1."""
    return max(1, whole * percent // 100)
