"""What plays a hero from wire messages alone, and where those are found that are installed.

The server knows no bot and the bots know no server: `inspect balance` finds them here by name, as
the `undertide` command finds its subcommands.
"""

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Final, Literal, Protocol

from undertide_shared.errors import UnknownBrainError
from undertide_shared.messages import Intent, ServerMessage

ENTRY_POINTS: Final = "undertide.brains"
"""The entry point group in which packages name their brains: each a `MakeBrain`."""

Fate = Literal["done", "refused"]
"""What becomes of an intent in the end."""


class Brain(Protocol):
    """Plays one hero. The same messages, in the same order, give the same intents."""

    def hear(self, message: ServerMessage) -> None:
        """Take in what the server sent to this hero's player."""

    def decide(self) -> Intent | None:
        """Return what to do now; None while there is nothing to decide.

        It is asked only once what it wanted before was settled.
        """

    def settled(self, intent: Intent, fate: Fate) -> None:
        """Take in what became of the intent that it wanted last."""


MakeBrain = Callable[[int], Brain]
"""Makes the brain of the hero with a number from 0: another number, another temper."""


def brain_names() -> list[str]:
    """Return the names of all brains that are installed, in order."""
    return sorted(_installed())


def brain_maker(name: str) -> MakeBrain:
    """Return what makes brains of a name. Raises UnknownBrainError."""
    entry = _installed().get(name)
    if entry is None:
        raise UnknownBrainError(name, brain_names())
    make: MakeBrain = entry.load()
    return make


def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}
