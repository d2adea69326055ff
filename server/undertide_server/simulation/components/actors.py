"""Components that heroes and monsters share."""

from dataclasses import dataclass, field
from typing import Final

POINT: Final = 1000
"""The thousandths of a point of life or mana."""


@dataclass(slots=True)
class Position:
    """The place of an actor or an item: the floor's entity and the cell."""

    floor: int
    x: int
    y: int


@dataclass(slots=True)
class Actor:
    """The name, speed and energy of an actor.

    It can act at energy 0 and above; each action costs energy, and each tick gives `speed`.
    """

    name: str
    speed: int
    energy: int = 0


@dataclass(slots=True)
class Body:
    """The life of an actor, and its protection."""

    life: int
    max_life: int
    absorb: int = 0
    regen: int = 0
    """Life that each tick restores, in thousandths."""
    healed: int = 0
    """Restored life that is not yet a whole point, in thousandths."""
    thorns: int = 0
    """Percent of a blow's damage that its attacker suffers in turn."""
    absorb_tenths: int = 0
    """Tenths of a point, from -5 to 4, by which `absorb` is higher."""


@dataclass(slots=True)
class Attack:
    """The damage of a blow: `power`, plus or minus `spread` percent, and extra damage by type."""

    power: int
    spread: int
    extra: tuple[tuple[str, int], ...] = ()
    range: int = 0
    """Range of a hero's weapon in cells; 0 for a weapon that only strikes adjacent cells."""
    leech: int = 0
    """Percent of a blow's damage that the attacker gains as life."""
    tenths: int = 0
    """Tenths of a point, from -5 to 4, by which `power` is higher."""
    close: int = 100
    """Percent of its damage at the next cell, and while an enemy stands beside the hero (R6)."""


@dataclass(slots=True)
class Resistance:
    """R6: the resistances that count, in the order of DAMAGE_TYPES."""

    counted: tuple[int, ...]
    worn: tuple[int, ...] = ()
    """Of heroes: the resistances of their gear, before the limits; empty means none."""


@dataclass(slots=True)
class Effects:
    """Status effects and the remaining ticks of each."""

    remaining: dict[str, int] = field(default_factory=dict)
    givers: dict[str, int] = field(default_factory=dict)
    """The actor who gave each status, by status, as an entity; those from elsewhere have none."""
