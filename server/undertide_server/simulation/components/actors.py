"""Components that heroes and monsters share."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Position:
    """Where an actor or an item is: the floor's entity and the cell."""

    floor: int
    x: int
    y: int


@dataclass(slots=True)
class Actor:
    """Who acts when. Able to act at energy 0; acting costs, each tick gives `speed`."""

    name: str
    speed: int
    energy: int = 0


@dataclass(slots=True)
class Body:
    """What can be hurt."""

    life: int
    max_life: int
    absorb: int = 0
    regen: int = 0
    """Life given back each tick, in thousandths."""
    healed: int = 0
    """Life given back that is not yet a whole point, in thousandths."""
    thorns: int = 0
    """What whoever strikes it takes for each blow."""


@dataclass(slots=True)
class Attack:
    """What a blow does: `power`, give or take `spread` percent, and extra damage by type."""

    power: int
    spread: int
    extra: tuple[tuple[str, int], ...] = ()
    range: int = 0
    """Cells that a hero's weapon shoots; 0: it strikes what is next to it."""
    leech: int = 0
    """Percent of what a blow takes that comes back as life."""


@dataclass(slots=True)
class Resistance:
    """R6: resistance in the order of DAMAGE_TYPES, as it counts."""

    counted: tuple[int, ...]
    worn: tuple[int, ...] = ()
    """Of heroes: what they wear of it, before the limits; empty: nothing."""


@dataclass(slots=True)
class Effects:
    """Status effects and the ticks that remain of each."""

    remaining: dict[str, int] = field(default_factory=dict)
