"""The person who gives an order."""

from dataclasses import dataclass

from undertide_shared.ranks import Rank

OPERATOR = "the operator"
"""The name of an operator without an account."""
MAKER = "the party leader"
"""The name of a session's maker who has no name there yet."""


@dataclass(frozen=True, slots=True)
class Moderating:
    """A person who gives an order, from the session or from outside."""

    rank: Rank
    name: str
    seat: int | None
    """The person's seat, if any."""
