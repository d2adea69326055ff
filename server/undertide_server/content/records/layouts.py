"""Records of layouts: their names, and the settings of each way to dig floors (R10)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from undertide_server.content.schema.extended import (
    ExtendedRecord,
    FiguresByKey,
    figures_by_key,
    open_name,
)
from undertide_server.content.schema.fields import Percent, Record

LayoutName = Literal["rooms_and_corridors", "caverns", "arena", "keep", "small_keep"]
"""Names of layouts in content and in commands. A `small_keep` is a keep with its own settings."""
LayoutKey = Annotated[LayoutName, open_name(lambda extension: extension.layouts_by_key, "a layout")]
"""A name of a layout in content, or the key of one of an extension."""
ExtendedLayouts = Annotated[
    Mapping[str, Any], figures_by_key(lambda extension: extension.layouts_by_key, "a layout")
]


class RoomsAndCorridors(Record):
    """R10 `rooms_and_corridors` (layouts.toml). Sizes are cells; those of rooms exclude walls."""

    width: int = Field(ge=20, le=200)
    height: int = Field(ge=15, le=200)
    rooms: int = Field(ge=1, le=100)
    """Tries; rooms that would overlap are left out."""
    smallest: int = Field(ge=3, le=30)
    """Least side of a room."""
    largest: int = Field(ge=3, le=30)
    """Greatest side of a room."""
    loops: Percent
    """Extra corridors beyond the necessary ones, as percent of the rooms: detours and ways to flee.
    """
    doors: Percent
    """Chance that a doorway has a closed door."""


class Caverns(Record):
    """R10 `caverns` (layouts.toml). Sizes are cells."""

    width: int = Field(ge=20, le=200)
    height: int = Field(ge=15, le=200)
    chambers: int = Field(ge=1, le=100)
    """Tries; chambers that would overlap are left out."""
    smallest: int = Field(ge=5, le=30)
    """Least side of the rectangle that a chamber grows from."""
    largest: int = Field(ge=5, le=30)
    """Greatest side of it."""
    ragged: int = Field(ge=0, le=200)
    """Unevenness of chambers at first: 0 gives ovals."""
    smoothing: int = Field(ge=0, le=8)
    """Generations of the automaton; more of them make smoother walls."""
    loops: Percent
    """Extra ways beyond the necessary ones, as percent of the chambers."""


class Arena(Record):
    """R10 `arena` (layouts.toml). Sizes are cells."""

    width: int = Field(ge=41, le=200)
    height: int = Field(ge=31, le=200)
    gates: int = Field(ge=1, le=4)
    """Corner rooms, each with one way into the hall."""
    ring: int = Field(ge=20, le=50)
    """Size of the ring in the middle, as percent of the hall; the seed adds up to 10."""
    spacing: int = Field(ge=3, le=20)
    """Cells from pillar to pillar."""
    standing: Percent
    """Chance that a pillar still stands."""


class Keep(Record):
    """R10 `keep` (layouts.toml): a grid of square rooms; the full keep has 9 by 9, of side 7."""

    columns: int = Field(ge=2, le=40)
    rows: int = Field(ge=2, le=40)
    side: int = Field(ge=3, le=30)
    """Cells of a room's side, without walls."""
    dead_ends: int = Field(ge=0, le=400)
    """Most dead ends; while there are more, some are joined to neighbours."""
    doors: Percent
    """Chance that a doorway has a closed door."""
    monsters: int = Field(ge=0, le=200)
    """R3: total for one hero, bosses included; a keep states its own."""
    spells: int = Field(ge=0, le=50)
    """R10: dead ends that hold spells, after those that hold amulets."""
    hearts: int = Field(ge=0, le=50)
    """R10: dead ends that hold a heart container, after the spells; the rest hold heaps."""


class Layouts(ExtendedRecord):
    """Settings of each layout (layouts.toml)."""

    rooms_and_corridors: RoomsAndCorridors
    caverns: Caverns
    arena: Arena
    keep: Keep
    small_keep: Keep
    extended: ExtendedLayouts = Field(default_factory=FiguresByKey)
    """Settings of layouts of extensions, by key."""
