"""Components of items that lie on a floor."""

from dataclasses import dataclass


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
