"""Brains: programs that play a hero from wire messages alone, and the search for installed ones.

The server does not import bots, and the bots do not import the server: `inspect balance` finds
brains here by name, as the `undertide` command finds its subcommands.
"""

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Final, Literal, Protocol

from undertide_shared.errors import UnknownBrainError
from undertide_shared.messages import Intent, ServerMessage

ENTRY_POINTS: Final = "undertide.brains"
"""The entry point group in which packages name their brains. Each entry is a `MakeBrain`."""

Fate = Literal["done", "refused"]
"""The final result of an intent."""


class Brain(Protocol):
    """A player of one hero. The same messages in the same order give the same intents."""

    def hear(self, message: ServerMessage) -> None:
        """Take in a message that the server sent to this hero's player."""

    def decide(self) -> Intent | None:
        """Return the next intent, or None while there is nothing to decide.

        The caller asks again only after it has reported the result of the last intent with
        `settled`.
        """

    def settled(self, intent: Intent, fate: Fate) -> None:
        """Take in the result of the last intent."""


MakeBrain = Callable[[int], Brain]
"""Makes the brain of a hero. The argument is the hero's number, from 0; each number gives the brain
a different temper."""


def brain_names() -> list[str]:
    """Return the names of all installed brains, sorted."""
    return sorted(_installed())


def brain_maker(name: str) -> MakeBrain:
    """Return the function that makes brains of a name. Raises UnknownBrainError."""
    entry = _installed().get(name)
    if entry is None:
        raise UnknownBrainError(name, brain_names())
    make: MakeBrain = entry.load()
    return make


def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}
