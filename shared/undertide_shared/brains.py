"""Brains: programs that play a hero by what it knows, and the search for installed ones.

The server does not import bots, and the bots do not import the server: `inspect balance` finds
brains here by name, as the `undertide` command finds its subcommands.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from undertide_shared.errors import UnknownBrainError
from undertide_shared.geometry import Cell
from undertide_shared.messages import (
    AbilityInfo,
    Amulet,
    BranchInfo,
    FloorInfo,
    HeroStatus,
    Intent,
    Kind,
    PackItem,
    PartyMember,
    Sighting,
    SpellInfo,
    StairAgreement,
    TideGauge,
    TileLook,
)

ENTRY_POINTS: Final = "undertide.brains"
"""The entry point group in which packages name their brains. Each entry is a `MakeBrain`."""


class Known(Protocol):
    """What a hero's player knows at one moment: a client's mirror, or a look without a server.

    Arrays have shape (height, width) and are indexed [y, x]. `undertide_client.api.Mirror` says
    what each attribute means.
    """

    @property
    def hero(self) -> HeroStatus | None:
        """The hero itself; None if there is none."""

    @property
    def cell(self) -> Cell | None:
        """The cell of the hero."""

    @property
    def floor(self) -> FloorInfo | None:
        """The hero's floor."""

    @property
    def tide(self) -> TideGauge:
        """The tide of the floor."""

    @property
    def tiles(self) -> NDArray[np.uint8] | NDArray[np.uint16]:
        """The codes of the terrain that the hero has seen; 0 elsewhere."""

    @property
    def sight(self) -> NDArray[np.bool_]:
        """The cells in sight now."""

    @property
    def looks(self) -> Mapping[int, TileLook]:
        """What each code of terrain means, by code."""

    @property
    def kinds(self) -> Mapping[int, Kind]:
        """What `Sighting.kind` means, by id."""

    @property
    def sightings(self) -> Mapping[int, Sighting]:
        """The actors and items that are seen or remembered, by id."""

    @property
    def party(self) -> Sequence[PartyMember]:
        """The heroes of the run."""

    @property
    def pack(self) -> Sequence[PackItem]:
        """What the hero carries."""

    @property
    def spells(self) -> Sequence[SpellInfo]:
        """The spells that the hero knows."""

    @property
    def abilities(self) -> Sequence[AbilityInfo]:
        """The abilities of the hero."""

    @property
    def stairs(self) -> Mapping[Cell, int]:
        """The branches that known stairs lead to, by cell."""

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
