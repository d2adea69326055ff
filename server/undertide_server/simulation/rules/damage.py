"""Damage: the life that a hit takes after multipliers, resistance and absorb (R6, R14).

Also what damage brings to the ground (R13), and how much of a hero's worn resistance counts (R6).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from undertide_server.content.records.damage import DamageForm, DamageRules
from undertide_server.content.records.terrain import Element
from undertide_server.content.schema.fields import DAMAGE_TYPES, DamageType
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


ELEMENT_OF: Mapping[DamageType, Element] = {"fire": "fire", "cold": "ice", "poison": "poison"}
"""The element that each type of damage brings to the ground (R13)."""


def counted_resistances(worn: Sequence[int], physical_cap: int, total_cap: int) -> tuple[int, ...]:
    """Return the resistances that count, in the order of DAMAGE_TYPES.

    Physical resistance is at most `physical_cap`. While the sum exceeds `total_cap`, the highest
    resistance drops by 1; among equals the first drops.
    """
    counts = list(worn)
    counts[0] = min(counts[0], physical_cap)
    while sum(counts) > total_cap:
        counts[counts.index(max(counts))] -= 1
    return tuple(counts)


def resisted(damage: int, resistance: int) -> int:
    """Return damage * (10 - resistance) / 10, rounded half away from zero (R6)."""
    tenths = damage * (IMMUNE - resistance)
    rounded = (abs(tenths) + IMMUNE // 2) // IMMUNE
    return rounded if tenths >= 0 else -rounded


Ward = tuple[int, int]
"""The most that a ward takes off a hit, and the greatest share of the hit in percent."""


class Impact(NamedTuple):
    """A hit's effect on life. A negative `life` heals."""

    life: int
    """The life that it takes."""
    resisted: int
    """The damage that resistance took off."""
    absorbed: int
    """The damage that wards and absorb took off."""


def hurt(damage: int, resistance: int, absorb: int, wards: Iterable[Ward] = ()) -> Impact:
    """Return the effect of a hit of `damage` after resistance, wards and absorb (R6).

    Wards and absorb never reduce damage that is left after resistance below 1, and don't affect
    healing.
    """
    left = resisted(damage, resistance)
    if left <= 0:
        return Impact(left, damage, 0)
    taken = absorb + sum(min(most, left * percent // 100) for most, percent in wards)
    life = max(1, left - taken)
    return Impact(life, max(0, damage - left), left - life)


def share_resisted(harms: Sequence[Impact]) -> int:
    """Return the share of a blow that resistance took off it, in percent."""
    resisted = sum(harm.resisted for harm in harms)
    dealt = resisted + sum(max(0, harm.life) + harm.absorbed for harm in harms)
    return 100 * resisted // dealt if dealt else 0


def whole_and_tenths(tenths: int) -> tuple[int, int]:
    """Return the nearest whole number of a figure in tenths, and the tenths from -5 to 4 left."""
    whole = (tenths + 5) // 10
    return whole, tenths - 10 * whole


def with_tenths(figure: int, tenths: int, roll: int) -> int:
    """Return a figure for a roll from 0 to 9: each tenth of a point is a point in a tenth of hits.

    `tenths` are below 0 where the figure is that much lower.
    """
    return figure + (roll < tenths) - (roll < -tenths)


def spread_of(power: int, spread: int, roll: int) -> int:
    """Return `power` plus or minus `spread` percent for a roll from 0 to 100; at least 1."""
    return max(1, (power * (100 - spread) * 50 + power * spread * roll + 2500) // 5000)


def share_of(whole: int, percent: int) -> int:
    """Return `percent` of `whole`, rounded down; at least 1."""
    return max(1, whole * percent // 100)
