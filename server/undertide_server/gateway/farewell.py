"""What everyone is told when a server stops."""

from dataclasses import dataclass
from typing import Final

from undertide_shared.closing import Closing


@dataclass(frozen=True, slots=True)
class Farewell:
    """The goodbye of a server: a close code for programs, words for people."""

    code: Closing
    words: str


STOPPING: Final = Farewell(Closing.GOING_AWAY, "the server is stopping; it may be back in a moment")
"""The farewell of a server that an operator runs."""
HOST_LEFT: Final = Farewell(
    Closing.HOST_LEFT, "the host has left; the game goes on when the host plays again"
)
"""The farewell of a player's own server that keeps its runs."""
HOST_LEFT_FOR_GOOD: Final = Farewell(
    Closing.HOST_LEFT, "the host has left, and the game is over: it was not kept"
)
"""The farewell of a player's own server that keeps nothing."""
