"""Who gives an order."""

from dataclasses import dataclass

from undertide_shared.ranks import Rank

OPERATOR = "the operator"
"""What an operator without an account is called."""
MAKER = "the host"
"""What somebody is called who made a session and has no name there yet."""


@dataclass(frozen=True, slots=True)
class Moderating:
    """Whoever gives an order, here or from outside."""

    rank: Rank
    name: str
    seat: int | None
    """Where they sit, if they do."""
