"""Components of items that lie on a floor."""

from dataclasses import dataclass


@dataclass(slots=True)
class Lying:
    """Some of one item on the ground."""

    item: str
    count: int
