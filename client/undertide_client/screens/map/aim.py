"""The data of something to aim: a scroll, a spell, an arrow. Data only."""

from collections.abc import Callable
from dataclasses import dataclass

from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Intent


@dataclass(frozen=True, slots=True)
class Aim:
    """Something that needs a target cell. Lengths are in cells."""

    name: str
    radius: int
    """Radius of the struck area around the target."""
    intent: Callable[[Cell], Intent]
    """The intent for a chosen cell."""
    range: int = 0
    """Its reach; 0 means as far as the hero sees."""
    helps: bool = False
    """Whether it helps the hero or a friend, rather than harming foes."""

    def reaches(self, here: Cell | None, cell: Cell) -> bool:
        """Whether it reaches a cell from `here`, in steps."""
        if not self.range or here is None:
            return True
        return distance(here, cell) <= self.range
