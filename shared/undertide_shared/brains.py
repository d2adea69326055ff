"""Brains: programs that play a hero by what it knows, and the search for installed ones.

The server does not import bots, and the bots do not import the server: `inspect balance` finds
brains here by name, as the `undertide` command finds its subcommands.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Final, Protocol

from undertide_shared.errors import UnknownBrainError
from undertide_shared.known_world import KnownWorld
from undertide_shared.messages import Amulet, BranchInfo, Intent, StairAgreement, TileLook

ENTRY_POINTS: Final = "undertide.brains"
"""The entry point group in which packages name their brains. Each entry is a `MakeBrain`."""


class Known(KnownWorld, Protocol):
    """What a hero's player knows at one moment, with all that a brain decides by."""

    @property
    def looks(self) -> Mapping[int, TileLook]:
        """What each code of terrain means, by code."""

    @property
    def agreements(self) -> Sequence[StairAgreement]:
        """The stairs that heroes have agreed to take."""

    @property
    def amulets(self) -> Sequence[Amulet]:
        """All amulets needed to win the run."""

    @property
    def tree(self) -> Mapping[int, BranchInfo]:
        """The floors of the run that the party knows, by branch."""


class Brain(Protocol):
    """A player of one hero, without clock and I/O. The same moments give the same intents."""

    def decide(self, known: Known) -> Intent | None:
        """Return the next intent, or None while there is nothing to decide.

        That is while no living hero is shown, and while an auto action makes progress. The caller
        asks again only once the last intent was carried out or refused.
        """

    def refused(self, intent: Intent, known: Known) -> None:
        """Take in that the last intent was refused. `known` is the moment after that."""


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
