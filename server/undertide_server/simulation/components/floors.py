"""Components of floors, with their traps, portals and remains, and of the items that lie there.

Each floor that heroes have entered is one entity.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from undertide_shared.geometry import Cell
from undertide_shared.messages import MarkKind


@dataclass(slots=True)
class Chamber:
    """A named room with its upper left cell. Heroes read its name when they first enter it."""

    x: int
    y: int
    width: int
    height: int
    name: str


@dataclass(slots=True)
class PlacedMark:
    """A mark that a hero has put on a cell for its companions (R17)."""

    kind: MarkKind
    cell: Cell
    seat: int
    """The seat whose hero put it there."""
    ticks: int
    """Ticks that it still stays."""


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


@dataclass(slots=True)
class Lying:
    """A number of one item on the ground."""

    item: str
    count: int
    price: int = 0
    """Gold that a shop asks for all of it; 0 when it is free."""
    dropped_by: int = 0
    """The hero that laid it down, as an entity; 0 when none did."""
    told: bool = False
    """Whether the party has heard of it, or it is no find: bought, stolen or left by the dead
    (R17)."""


@dataclass(slots=True)
class Agreement:
    """The heroes of a floor who agree to take the same stairs together (R17)."""

    stairs: Cell
    agreed: list[int] = field(default_factory=list)
    """The entities of the heroes who agree, in the order in which they did."""
    awaited: list[int] = field(default_factory=list)
    """The entities of the other heroes who must agree."""
    ticks: int = 0
    """Ticks until those who agreed may go without the others."""


@dataclass(slots=True)
class Floor:
    """A floor as it is now. `tiles` has shape (height, width) and holds terrain codes."""

    branch: int
    """Its number among all branches that the run knows; see `Progress.branches`."""
    path: tuple[int, ...]
    """Its way from the root of the run tree; see `worldgen.run_tree.Branch`."""
    types: tuple[str, ...]
    """The types of the floors on the way there, its own last."""
    children: tuple[int, ...]
    """The branches to which its stairs down lead, in the order of the stairs."""
    number: int
    """Its number, counted from 1 at the root."""
    name: str
    tiles: NDArray[np.uint8]
    arrival: Cell
    """The cell where new heroes appear."""
    stairs_up: Cell | None
    stairs_down: tuple[Cell, ...]
    chambers: tuple[Chamber, ...] = ()
    clock: int = 0
    """Ticks that have passed on this floor."""
    set_piece: str = ""
    """The key of its set piece, which no other floor of the run has; empty without one (R12)."""
    marks: list[PlacedMark] = field(default_factory=list)
    """The marks of heroes, the oldest first; a cell has one at most (R17)."""
    agreements: list[Agreement] = field(default_factory=list)
    """The stairs that heroes have agreed to take, each once, in the order of the first to agree."""


@dataclass(slots=True)
class Tide:
    """R5: how long heroes have stayed on a floor, in ticks, and how far the tide has come."""

    clock: int = 0
    owed: int = 0
    """Hundredths of a newcomer that the tide still owes."""
    marks: int = 0
    """The number of marks that the tide has passed and announced."""
