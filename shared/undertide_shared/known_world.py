"""What a hero's player knows, whoever knows it: a headless run or a client's mirror."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from numpy.typing import NDArray

from undertide_shared.geometry import Cell
from undertide_shared.messages import (
    AbilityInfo,
    FloorInfo,
    HeroStatus,
    IntentReport,
    Kind,
    MarkInfo,
    PackItem,
    PartyMember,
    Sighting,
    SpellInfo,
    Threat,
    TideGauge,
)


class KnownLine(Protocol):
    """A line of a log."""

    @property
    def text(self) -> str:
        """What it says."""


class KnownWorld(Protocol):
    """All that arrays and actions are made from.

    `undertide_server.headless.Knowledge` has these attributes, and so has the mirror of a client,
    `undertide_client.api.Mirror`, while it shows a hero.
    """

    @property
    def floor(self) -> FloorInfo | None:
        """The floor where the hero is."""

    @property
    def tiles(self) -> NDArray[Any]:
        """Codes of the terrain, shape (height, width); 0 where it is unknown."""

    @property
    def sight(self) -> NDArray[Any]:
        """Whether each cell is in sight, shape (height, width)."""

    @property
    def kinds(self) -> Mapping[int, Kind]:
        """What `Sighting.kind` means, by id."""

    @property
    def sightings(self) -> Mapping[int, Sighting]:
        """The actors and items that are seen or remembered, by id."""

    @property
    def threats(self) -> Mapping[int, Threat]:
        """What the monsters in sight mean to the hero, by the ids of their sightings."""

    @property
    def marks(self) -> Mapping[Cell, MarkInfo]:
        """The marks on the floor, by cell."""

    @property
    def stairs(self) -> Mapping[Cell, int]:
        """The branches that known stairs lead to, by cell."""

    @property
    def party(self) -> Sequence[PartyMember]:
        """The party panel."""

    @property
    def tide(self) -> TideGauge:
        """The tide of the floor."""

    @property
    def hero(self) -> HeroStatus | None:
        """The hero itself."""

    @property
    def intent(self) -> IntentReport | None:
        """The outcome of its latest intent."""

    @property
    def pack(self) -> Sequence[PackItem]:
        """What it carries and wears."""

    @property
    def spells(self) -> Sequence[SpellInfo]:
        """The spells that it knows."""

    @property
    def abilities(self) -> Sequence[AbilityInfo]:
        """The abilities of its calling."""

    @property
    def lines(self) -> Sequence[KnownLine]:
        """Its log, the latest line last."""

    @property
    def cell(self) -> Cell | None:
        """The cell where it stands."""
