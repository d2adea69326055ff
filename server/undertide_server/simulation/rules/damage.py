"""Damage: how much life a hit takes after resistance and absorb (R6)."""

from undertide_server.content.schema.fields import DAMAGE_TYPES

TYPE_INDEX: dict[str, int] = {name: index for index, name in enumerate(DAMAGE_TYPES)}
IMMUNE = 10
"""Resistance that stops a type; more heals by the excess."""


def resisted(damage: int, resistance: int) -> int:
    """Return damage * (10 - resistance) / 10, rounded half away from zero (R6)."""
    tenths = damage * (IMMUNE - resistance)
    rounded = (abs(tenths) + IMMUNE // 2) // IMMUNE
    return rounded if tenths >= 0 else -rounded


def hurt(damage: int, resistance: int, absorb: int) -> int:
    """Return what a hit of `damage` takes after resistance and absorb; negative heals (R6).

    Absorb never takes a hit below 1 where resistance left damage, and nothing from healing.
    """
    left = resisted(damage, resistance)
    return max(1, left - absorb) if left > 0 else left


def spread_of(power: int, spread: int, roll: int) -> int:
    """Return `power` give or take `spread` percent for a roll from 0 to 100; at least 1."""
    return max(1, (power * (100 - spread) * 50 + power * spread * roll + 2500) // 5000)


def share_of(whole: int, percent: int) -> int:
    """Return a share of something in percent, rounded down; at least 1."""
    return max(1, whole * percent // 100)
