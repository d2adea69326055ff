"""Damage: the life that a hit takes after multipliers, resistance and absorb (R6, R14).

Also the elements that damage brings to the ground (R13), and the limits of resistance (R6).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from undertide_server.content.records.damage import DamageForm, DamageRules
from undertide_server.content.records.statuses import Status
from undertide_server.content.records.terrain import Element
from undertide_server.content.schema.fields import DAMAGE_TYPES, DamageType
from undertide_server.simulation.rules.statuses import WHOLE
from undertide_server.util.rounding import divided

DamagePart = tuple[int, str]
"""An amount of damage and its type."""
TYPE_INDEX: dict[str, int] = {name: index for index, name in enumerate(DAMAGE_TYPES)}
IMMUNE = 10
"""Resistance that stops all damage of a type; above it, the excess heals."""
ELEMENT_OF: Mapping[DamageType, Element] = {"fire": "fire", "cold": "ice", "poison": "poison"}
"""The element that each type of damage brings to the ground (R13)."""
Ward = tuple[int, int]
"""The most that a ward takes off a hit, and the greatest share of the hit in percent."""


def multiplied(damage: int, kind: str, form: DamageForm | None, rules: DamageRules) -> int:
    """Return damage of a type and a form after the run's multipliers (R14): at least 1 of any."""
    percents: Mapping[str, int] = vars(rules)
    percent = percents.get(kind, 100) * (percents[form] if form else 100)
    if percent == 100 * 100:
        return damage
    return max(min(1, damage), divided(damage * percent, 100 * 100))


def compounded(amount: int, percents: Iterable[int]) -> int:
    """Return an amount of damage after one percentage after another; at least 1 of any."""
    changed = amount
    for percent in percents:
        if percent != WHOLE:
            changed = divided(changed * percent, WHOLE)
    return max(min(1, amount), changed)


def spread_of(power: int, spread: int, roll: int) -> int:
    """Return `power` plus or minus `spread` percent for a roll from 0 to 100; at least 1."""
    return max(1, (power * (100 - spread) * 50 + power * spread * roll + 2500) // 5000)


def with_tenths(figure: int, tenths: int, roll: int) -> int:
    """Return a figure for a roll from 0 to 9: each tenth of a point is a point in a tenth of hits.

    `tenths` are below 0 where the figure is that much lower.
    """
    return figure + (roll < tenths) - (roll < -tenths)


def whole_and_tenths(tenths: int) -> tuple[int, int]:
    """Return the nearest whole number of a figure in tenths, and the tenths from -5 to 4 left."""
    whole = (tenths + 5) // 10
    return whole, tenths - 10 * whole


def rolled_parts(
    parts: Sequence[DamagePart], spread: int, rolls: Sequence[int], percents: Sequence[int]
) -> list[DamagePart]:
    """Return the parts of a blow: each spread by its roll, then changed by the percentages."""
    return [
        (compounded(spread_of(power, spread, roll), percents), kind)
        for (power, kind), roll in zip(parts, rolls, strict=True)
    ]


def parted(amount: int, percent: int) -> tuple[int, int]:
    """Return the rest of an amount of damage after a share, and that share."""
    share = divided(amount * percent, WHOLE)
    return amount - share, share


def resisted(damage: int, resistance: int) -> int:
    """Return damage * (10 - resistance) / 10, rounded half away from zero (R6)."""
    tenths = damage * (IMMUNE - resistance)
    rounded = (abs(tenths) + IMMUNE // 2) // IMMUNE
    return rounded if tenths >= 0 else -rounded


class Impact(NamedTuple):
    """The effect of one part of a hit on life. A negative `life` heals."""

    life: int
    """The life that it takes."""
    resisted: int
    """The damage that resistance took off."""
    absorbed: int
    """The damage that wards and absorb took off."""


def impact_of(damage: int, resistance: int, absorb: int, wards: Iterable[Ward] = ()) -> Impact:
    """Return the impact of `damage` after resistance, wards and absorb (R6).

    Wards and absorb never reduce damage that is left after resistance below 1, and don't affect
    healing.
    """
    left = resisted(damage, resistance)
    if left <= 0:
        return Impact(left, damage, 0)
    taken = absorb + sum(min(most, left * percent // 100) for most, percent in wards)
    life = max(1, left - taken)
    return Impact(life, max(0, damage - left), left - life)


def wards_of(full_life: int, statuses: Iterable[Status]) -> list[Ward]:
    """Return the wards that statuses are for an actor with `full_life`."""
    return [
        (full_life * status.absorb_percent // WHOLE, status.absorb_most)
        for status in statuses
        if status.absorb_percent
    ]


class Protection(NamedTuple):
    """What eases the damage that is dealt to an actor."""

    resistances: Sequence[int]
    absorb: int
    full_life: int
    statuses: Sequence[Status]


def impacts_of(
    parts: Sequence[DamagePart],
    form: DamageForm | None,
    rules: DamageRules,
    protection: Protection,
) -> list[Impact]:
    """Return the impact of each part of a hit, multiplied by the run's rules and then eased."""
    resistances, absorb = protection.resistances, protection.absorb
    wards = wards_of(protection.full_life, protection.statuses)
    percents = [status.taken_percent for status in protection.statuses]
    return [
        impact_of(
            compounded(multiplied(damage, kind, form, rules), percents),
            resistances[TYPE_INDEX[kind]],
            absorb,
            wards,
        )
        for damage, kind in parts
    ]


def share_resisted(impacts: Sequence[Impact]) -> int:
    """Return the share of a hit that resistance took off it, in percent."""
    resisted = sum([impact.resisted for impact in impacts])
    dealt = resisted + sum([max(0, impact.life) + impact.absorbed for impact in impacts])
    return 100 * resisted // dealt if dealt else 0


def explosion_radius(radius: int, rules: DamageRules) -> int:
    """Return the distance in cells within which an explosion strikes (R14)."""
    return divided(radius * rules.explosion_size, 100)


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


def share_of(whole: int, percent: int) -> int:
    """Return `percent` of `whole`, rounded down; at least 1."""
    return max(1, whole * percent // 100)
