"""Components of floors for what has a place there: traps, portals, and the fallen who rise again.

They sit on the floor's entity, beside `Floor`.
"""

from dataclasses import dataclass, field

from undertide_shared.geometry import Cell

IN_FLOOR = (0, 0)
"""Where a trap that is in no wall faces."""


@dataclass(slots=True)
class Trap:
    """One trap of a floor."""

    kind: str
    """Key of the trap."""
    hidden: bool
    """Whether its cell still looks like any other."""
    facing: Cell = IN_FLOOR
    """The direction in which a wall trap fires."""


@dataclass(slots=True)
class Traps:
    """All traps of a floor, by cell."""

    armed: dict[Cell, Trap] = field(default_factory=dict)
    """None is ever added to a floor in play or taken from it, and none turns."""
    reloading: dict[Cell, int] = field(default_factory=dict)
    """Ticks until each of those that went off is ready again."""


@dataclass(slots=True)
class Portals:
    """Where each portal of a floor leads; they come in pairs."""

    twins: dict[Cell, Cell] = field(default_factory=dict)


@dataclass(slots=True)
class Remains:
    """What is left of a monster that rises again."""

    kind: str
    """Its kind, a key of the run's kinds."""
    cell: Cell
    ticks: int
    """Until it rises."""


@dataclass(slots=True)
class Graves:
    """The remains on a floor, in the order in which they fell."""

    waiting: list[Remains] = field(default_factory=list)


@dataclass(slots=True)
class Risen:
    """Whoever bears it has risen once, and falls for good."""
