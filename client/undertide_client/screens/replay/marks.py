"""The marks of a run's landmarks: a glyph and a word for each kind. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.palette import Colour
from undertide_shared.messages import LandmarkKind


@dataclass(frozen=True, slots=True)
class Mark:
    """The glyph, name and colour of a kind of landmark."""

    glyph: str
    word: str
    ink: Colour


MARKS: Final[Mapping[LandmarkKind, Mark]] = MappingProxyType(
    {
        "end": Mark("■", "the end", palette.BRIGHT),
        "boss": Mark("♛", "a boss", palette.GOLD),
        "death": Mark("†", "a death", palette.BAD),
        "amulet": Mark("◆", "an amulet", palette.WATER),
        "floor": Mark("▼", "a floor", palette.INK),
    }
)
"""The mark of each kind, weightiest first. If several share a place, the first is shown.
"""
RANKS: Final[Mapping[LandmarkKind, int]] = MappingProxyType(
    {kind: rank for rank, kind in enumerate(MARKS)}
)
"""The place of each kind in that order, from 0."""
FALLS: Final[frozenset[LandmarkKind]] = frozenset({"death", "boss"})
"""Kinds of landmarks at which somebody died."""
EVERY: Final[frozenset[LandmarkKind]] = frozenset(MARKS)
