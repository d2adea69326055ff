"""Components of floors: each floor of the run that was entered is one entity."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from undertide_shared.geometry import Cell


@dataclass(slots=True)
class Chamber:
    """A room that heroes are told of when they first come in: its rectangle, and what it is."""

    x: int
    y: int
    width: int
    height: int
    name: str


@dataclass(slots=True)
class Floor:
    """A floor as it is now. `tiles` has shape (height, width) and holds terrain codes."""

    branch: int
    """Its number among all branches that the run knows of; see `Progress.branches`."""
    path: tuple[int, ...]
    """Where it is in the run tree; see `worldgen.run_tree.Branch`."""
    types: tuple[str, ...]
    """Types of the floors on the way there, its own last."""
    children: tuple[int, ...]
    """The branches that its stairs down lead to, in their order."""
    number: int
    """Counted from 1 at the root."""
    name: str
    tiles: NDArray[np.uint8]
    arrival: Cell
    """Where newcomers to the run arrive."""
    stairs_up: Cell | None
    stairs_down: tuple[Cell, ...]
    chambers: tuple[Chamber, ...] = ()
    clock: int = 0
    """Ticks that this floor has lived through."""


@dataclass(slots=True)
class Tide:
    """R5: how long heroes have lingered on a floor, in ticks, and what that brought."""

    clock: int = 0
    owed: int = 0
    """Hundredths of a newcomer that are still to come."""
    marks: int = 0
    """How many marks were passed and told."""
