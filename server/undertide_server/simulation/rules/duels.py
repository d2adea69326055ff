"""How a duel of two fighters goes on average: figures for players, which no rule reads (R6)."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from undertide_server.content.records.damage import DamageForm, DamageRules
from undertide_server.simulation.rules.damage import (
    TYPE_INDEX,
    Ward,
    impact_of,
    multiplied,
    spread_of,
    with_tenths,
)

ROLLS = range(0, 101, 10)
"""The rolls for the spread of a blow that stand for all of them."""
FULL = 10_000
"""All of a life, in hundredths of a percent."""
MOST_PERCENT = 1000
"""The greatest cost of a duel that is told, in percent: nobody cares for more."""
KEPT = 4096
"""Pairs of a blow and a defence whose result is kept: a few for each hero and kind in sight."""


class Blow(NamedTuple):
    """The figures of an actor's blow, as in `Attack`."""

    power: int
    tenths: int
    spread: int
    extra: tuple[tuple[str, int], ...]
    form: DamageForm | None


class Defence(NamedTuple):
    """The figures with which an actor bears blows."""

    absorb: int
    absorb_tenths: int
    resistances: tuple[int, ...]
    wards: tuple[Ward, ...] = ()


class Fighter(NamedTuple):
    """The figures of one side of a duel."""

    life: int
    """Its full life."""
    speed: int
    blow: Blow
    defence: Defence


@lru_cache(maxsize=KEPT)
def mean_damage(blow: Blow, defence: Defence, rules: DamageRules) -> int:
    """Return the life that a blow takes on average, in hundredths; 0 if it heals."""
    total = 0
    for absorb, weight in _by_tenths(defence.absorb, defence.absorb_tenths):
        for power, share in _by_tenths(blow.power, blow.tenths):
            powers = ((power, "physical"), *((extra, kind) for kind, extra in blow.extra))
            damage = sum(_mean(each, kind, absorb, blow, defence, rules) for each, kind in powers)
            total += weight * share * damage
    return max(0, total // (10 * 10))


def _mean(
    power: int, kind: str, absorb: int, blow: Blow, defence: Defence, rules: DamageRules
) -> int:
    """Return the life that one part of a blow takes on average, in hundredths."""
    resistance = defence.resistances[TYPE_INDEX[kind]]
    form = blow.form
    total = 0
    for rolled, times in Counter(spread_of(power, blow.spread, roll) for roll in ROLLS).items():
        damage = multiplied(rolled, kind, form, rules)
        total += times * impact_of(damage, resistance, absorb, defence.wards).life
    return 100 * total // len(ROLLS)


def _by_tenths(figure: int, tenths: int) -> Iterator[tuple[int, int]]:
    """Yield the values of a figure with tenths, each with its weight of 10."""
    if tenths:
        yield with_tenths(figure, tenths, 0), abs(tenths)
    yield figure, 10 - abs(tenths)


def share_taken(damage: int, life: int) -> int:
    """Return hundredths of life as a share of a full life, in hundredths of a percent.

    A blow that does any damage takes some, and no blow takes more than all.
    """
    return min(FULL, max(1, damage * 100 // life)) if damage else 0


def cost_of_duel(hero: Fighter, foe: Fighter, rules: DamageRules) -> int:
    """Return the percent of its full life that a hero loses until it has felled a foe alone."""
    loses = mean_damage(foe.blow, hero.defence, rules)
    if not loses:
        return 0
    deals = mean_damage(hero.blow, foe.defence, rules)
    if not deals:
        return MOST_PERCENT
    blows = -(-100 * foe.life // deals)
    return min(MOST_PERCENT, blows * loses * foe.speed // (hero.speed * hero.life))
