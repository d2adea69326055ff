"""R4: the experience for killing a monster."""

from collections.abc import Sequence
from dataclasses import dataclass

from undertide_server.content.records.heroes import HeroLevel
from undertide_server.util.rounding import divided
from undertide_server.worldgen.creatures.curve import Curve

HUNDREDTHS = 100
"""Averages have two decimals; as hundredths they are whole."""
MEDIUM = 1
"""Position of the medium threshold among a level's thresholds."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A strength, in hundredths, and twice its experience: both are whole numbers."""

    strength: int
    experience: int


def build_anchors(curve: Curve, levels: Sequence[HeroLevel]) -> tuple[Anchor, ...]:
    """Return R4's anchors: each floor's average, and half a hero's medium threshold at its level.

    Floors whose average is not above all earlier ones are left out.
    """
    anchors: list[Anchor] = []
    for floor in curve.floors:
        strength = round(floor.average * HUNDREDTHS)
        level = levels[min(floor.floor, len(levels)) - 1]
        if not anchors or strength > anchors[-1].strength:
            anchors.append(Anchor(strength, level.thresholds[MEDIUM]))
    return tuple(anchors)


def experience_of(strength: int, anchors: Sequence[Anchor]) -> int:
    """Return the experience for a monster of `strength`.

    It is linear between anchors, and proportional to strength below the first and above the last.
    """
    wanted = strength * HUNDREDTHS
    first, last = anchors[0], anchors[-1]
    if wanted <= first.strength:
        return divided(first.experience * wanted, 2 * first.strength)
    if wanted >= last.strength:
        return divided(last.experience * wanted, 2 * last.strength)
    above = next(index for index, anchor in enumerate(anchors) if anchor.strength >= wanted)
    low, high = anchors[above - 1], anchors[above]
    width = high.strength - low.strength
    rise = (high.experience - low.experience) * (wanted - low.strength)
    return divided(low.experience * width + rise, 2 * width)
