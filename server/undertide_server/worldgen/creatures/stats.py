"""R2, R4: the figures of monsters by their strength, and the experience for killing them."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from undertide_server.content.records.heroes import HeroLevel
from undertide_server.content.records.monsters import ModName, MonsterRules
from undertide_server.content.schema.fields import DAMAGE_TYPES, DamageType
from undertide_server.util.rounding import divided
from undertide_server.worldgen.creatures.curve import Curve

LEAST_PERCENT = 10
"""Least percent of life and attack that mods leave: no kind is without either."""
THOUSAND = 1000
EXTRA: Mapping[str, DamageType] = {f"attack.{kind}": kind for kind in DAMAGE_TYPES}
"""The mods of additional damage, and its types."""
RESISTING = tuple(f"res.{kind}" for kind in DAMAGE_TYPES)
"""The mods of resistance, in the order of DAMAGE_TYPES."""


@dataclass(frozen=True, slots=True)
class MonsterStats:
    """The figures of a monster in a fight."""

    life: int
    attack: int
    speed: int
    """Energy a tick."""
    absorb: int
    """Damage taken off every hit."""
    regen: int
    """Life that comes back each tick, in thousandths."""
    resistances: tuple[int, ...]
    """In the order of DAMAGE_TYPES."""
    extra_attacks: tuple[tuple[DamageType, int], ...]
    """Damage besides that of the physical attack, by type."""


def added(*mods: Mapping[ModName, int]) -> dict[str, int]:
    """Return the levels of several tables of mods, added up by name."""
    total: dict[str, int] = {}
    for table in mods:
        for name, level in table.items():
            total[name] = total.get(name, 0) + level
    return total


def figures_of(strength: int, mods: Mapping[str, int], rules: MonsterRules) -> MonsterStats:
    """Return the figures of a monster of `strength` with the levels `mods`."""
    worth = rules.mods
    life = _changed(strength * rules.life_percent, worth.life_percent * mods.get("life", 0))
    attack = _changed(strength * rules.attack_percent, worth.attack_percent * mods.get("attack", 0))
    return MonsterStats(
        life=life,
        attack=attack,
        speed=max(1, rules.speed + worth.speed * mods.get("speed", 0)),
        absorb=_absorb(mods.get("absorb", 0), strength * worth.absorb_percent),
        regen=_regen(life, mods.get("regen", 0), rules),
        resistances=tuple([mods.get(mod, 0) for mod in RESISTING]),
        extra_attacks=_extra_attacks(attack * worth.extra_percent, mods),
    )


def _changed(hundredfold: int, percent: int) -> int:
    """Return a hundredth of a figure, changed by a percentage; at least 1."""
    return max(1, divided(hundredfold * max(LEAST_PERCENT, 100 + percent), 100 * 100))


def _absorb(level: int, hundredfold: int) -> int:
    """Return a hundredth of a figure for each level, at least 1; 0 below level 1."""
    return max(1, divided(hundredfold * level, 100)) if level > 0 else 0


def _regen(life: int, level: int, rules: MonsterRules) -> int:
    """Return the thousandths of life that come back each tick; at least 1."""
    mod = rules.mods.regen_percent * max(0, level)
    natural = divided(THOUSAND * life, rules.regen_full)
    return max(1, natural + divided(THOUSAND * life * mod, 100 * rules.mods.regen_ticks))


def _extra_attacks(hundredfold: int, mods: Mapping[str, int]) -> tuple[tuple[DamageType, int], ...]:
    """Return the damage by type, without types of which a kind has too little to count."""
    extra = (
        (kind, divided(hundredfold * mods[mod], 100)) for mod, kind in EXTRA.items() if mod in mods
    )
    return tuple((kind, power) for kind, power in extra if power > 0)


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
    above = bisect_left(anchors, wanted, key=attrgetter("strength"))
    low, high = anchors[above - 1], anchors[above]
    width = high.strength - low.strength
    rise = (high.experience - low.experience) * (wanted - low.strength)
    return divided(low.experience * width + rise, 2 * width)
