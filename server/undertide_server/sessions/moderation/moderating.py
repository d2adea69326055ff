"""The person who gives an order."""

from dataclasses import dataclass

from undertide_shared.ranks import Rank


@dataclass(frozen=True, slots=True)
class Moderating:
    """A person who gives an order, from the session or from outside."""

    rank: Rank
    name: str
    seat: int | None
    """The person's seat, if any."""
