"""R17: by how much a piece of gear makes a hero stronger. Pure.

All results are in hundredths of a percent of the hero's strength.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, cast

from undertide_server.content.records.heroes import SharingRules
from undertide_server.util.rounding import divided
from undertide_server.worldgen.items.catalogue import GearFigures
from undertide_shared.messages import Slot

WHOLE = 10_000
"""A hero's whole strength."""


@dataclass(frozen=True, slots=True)
class Wearer:
    """The facts about a hero that decide how much gear helps it."""

    attack: int
    magic: int
    life: int
    """Its full life."""
    spells: frozenset[str]
    """Keys of the spells that it knows."""
    worn: Mapping[Slot, GearFigures]
    gains: dict[str, int] = field(default_factory=dict, compare=False)
    """The gains from items that were asked for, by key: they follow from the facts above."""


NO_WEARER: Final = Wearer(0, 0, 0, frozenset(), {})
"""The facts about a hero that were never worked out."""


def gain_of(rules: SharingRules, gear: GearFigures, wearer: Wearer) -> int:
    """Return the gain of a hero that wears a piece in the slot where it helps most.

    The gear that would come off counts against it. A hero that wields a blade, a bow or a focus
    gains nothing from another sort.
    """
    return max(_gain_in(rules, gear, wearer, slot) for slot in gear.slots)


def _gain_in(rules: SharingRules, gear: GearFigures, wearer: Wearer, slot: Slot) -> int:
    held = wearer.worn.get("main_hand")
    if slot == "main_hand" and held is not None and held.sort != gear.sort:
        return 0
    off = {slot, "off_hand"} if gear.two_handed else {slot}
    if slot == "off_hand" and held is not None and held.two_handed:
        off.add("main_hand")
    others = (wearer.worn[each] for each in sorted(off) if each in wearer.worn)
    return worth_of(rules, gear, wearer) - sum(worth_of(rules, each, wearer) for each in others)


def worth_of(rules: SharingRules, gear: GearFigures, wearer: Wearer) -> int:
    """Return the part of a hero's strength that a piece gives while the hero wears it."""
    tenths: dict[str, int] = {stat: 10 * figure for stat, figure in gear.figures.items()}
    for stat, tenth in gear.tenths.items():
        tenths[stat] = tenths.get(stat, 0) + tenth
    return sum(_worth(rules, stat, each, wearer) for stat, each in tenths.items())


def _worth(rules: SharingRules, stat: str, tenths: int, wearer: Wearer) -> int:
    """Return the worth of some tenths of a point of a stat."""
    spells = rules.spell_percent if wearer.spells else 0
    if stat == "attack" or stat.startswith("attack."):
        return divided(10 * (100 - spells) * tenths, max(1, wearer.attack))
    if stat == "magic":
        return divided(10 * spells * tenths, max(1, wearer.magic))
    if stat == "life":
        return divided(1000 * tenths, max(1, wearer.life))
    if stat == "absorb":
        return divided(1000 * rules.hits * tenths, max(1, wearer.life))
    return divided(cast("Mapping[str, int]", rules.worth).get(stat, 0) * tenths, 10)


def lesson_of(spell: str, wearer: Wearer) -> int:
    """Return the gain of a hero that learns a spell: the share of magic in its strength.

    It is 0 if the hero knows the spell.
    """
    if spell in wearer.spells:
        return 0
    return divided(WHOLE * wearer.magic, max(1, wearer.attack + wearer.magic))


def suits_best(rules: SharingRules, own: int, others: Mapping[int, int]) -> int | None:
    """Return the key of the companion who gains most, if it gains clearly more than the bearer.

    Otherwise the bearer keeps the thing, and None is returned. The lowest key wins a tie. So two
    heroes never leave a thing for each other: it always suits one who doesn't pass it on.
    """
    best = max(sorted(others), key=lambda key: others[key], default=None)
    least = 100 * rules.suits_percent
    if best is None or others[best] < max(least, own + least):
        return None
    return best
