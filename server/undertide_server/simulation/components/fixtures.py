"""Components of floors for their fixtures: traps, portals, and monsters that will rise again.

They sit on the floor's entity, beside `Floor`.
"""

from dataclasses import dataclass, field

from undertide_shared.geometry import Cell

IN_FLOOR = (0, 0)
"""The direction of a trap that is not in a wall."""


@dataclass(slots=True)
class Trap:
    """One trap of a floor."""

    kind: str
    """Key of the trap."""
    hidden: bool
    """Whether its cell still looks like ordinary ground."""
    facing: Cell = IN_FLOOR
    """The direction in which a wall trap fires."""


@dataclass(slots=True)
class Traps:
    """All traps of a floor, by cell."""

    armed: dict[Cell, Trap] = field(default_factory=dict)
    """No trap is added or turned while the floor is in play; heroes may disarm one (R17)."""
    reloading: dict[Cell, int] = field(default_factory=dict)
    """Ticks until each trap that went off is ready again."""


@dataclass(slots=True)
class Portals:
    """The cell to which each portal of a floor leads; portals come in pairs."""

    twins: dict[Cell, Cell] = field(default_factory=dict)


@dataclass(slots=True)
class Remains:
    """The remains of a monster that rises again."""

    kind: str
    """Its kind, a key of the run's kinds."""
    cell: Cell
    ticks: int
    """Ticks until it rises."""


@dataclass(slots=True)
class Graves:
    """The remains on a floor, in the order in which the monsters fell."""

    waiting: list[Remains] = field(default_factory=list)


@dataclass(slots=True)
class Risen:
    """The mark of a monster that has risen once: when it falls again, it stays dead."""
