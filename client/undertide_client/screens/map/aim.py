"""What is being aimed: a scroll, a spell, an arrow. Data only."""

from collections.abc import Callable
from dataclasses import dataclass

from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Intent


@dataclass(frozen=True, slots=True)
class Aim:
    """Something that asks for a cell. Lengths are cells."""

    name: str
    radius: int
    """Around the target that is struck."""
    intent: Callable[[Cell], Intent]
    """What is asked for once a cell was chosen."""
    range: int = 0
    """That it reaches; 0: as far as the hero sees."""
    helps: bool = False
    """Whether it is for oneself or a friend."""

    def reaches(self, here: Cell | None, cell: Cell) -> bool:
        """Whether it comes as far as a cell, by steps."""
        if not self.range or here is None:
            return True
        return distance(here, cell) <= self.range
