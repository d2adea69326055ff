"""Records of themes, the purposes of rooms (R12), and of regions (R13)."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from undertide_server.content.schema.fields import Name, Percent, Record, Weight

PatternName = Literal["none", "corners", "columns", "cross", "alcoves", "cells", "hedges", "stalls"]
"""Preset walls of a room. `worldgen.stages.patterns.PATTERNS` draws each."""
InlayName = Literal["checks", "rings", "stripes"]
"""Tiles in the floor of a room. `worldgen.stages.patterns.INLAYS` draws each."""
PLAIN = "empty"
"""The theme of rooms that must stay plain, whatever is drawn."""
TREASURE = "treasure"
"""The theme of rooms for which the layout has a treasure."""
SET_PIECE = "set_piece"
"""The theme of rooms with a set piece."""
SHOP = "shop"
"""The theme by which floor types set how much trade they have."""
Amount = Annotated[int, Field(ge=0, le=100)]


class Count(Record):
    """A number, drawn from `low` to `high`, both included."""

    low: Amount
    high: Amount

    @model_validator(mode="after")
    def _check_order(self) -> "Count":
        if self.low > self.high:
            raise ValueError("`low` at most as large as `high`")
        return self


NONE = Count(low=0, high=0)


class Strewn(Record):
    """Terrain on single cells of a room, which never cuts the room in two."""

    terrain: str
    percent: Percent
    """Share of the room's open cells."""


class Inhabitants(Record):
    """People of a room."""

    person: str
    """Key of the person."""
    count: Count
    """Number of people. The theme promises the lowest number: it is only drawn for a room that they
    find space in. More come if the floor has space for them.
    """


class TrapUse(Record):
    """Traps of a room."""

    traps: tuple[str, ...] = Field(min_length=1, max_length=20)
    """Keys of traps, each equally likely."""
    count: Count
    hidden: Percent
    """Chance that a trap can't be seen until it goes off."""


class Inlay(Record):
    """A pattern of tiles in the floor of a room."""

    pattern: InlayName
    terrain: str
    """Key of the terrain of the tiles."""


class Decor(Record):
    """The furnishings of a room."""

    ground: str | None = None
    """Key of the terrain of its floor; the layout's ground when absent."""
    inlay: Inlay | None = None
    """A pattern in its floor."""
    pattern: PatternName = "none"
    """Preset walls, only in rooms that are dug as rectangles."""
    walls: Count = NONE
    """Extra cells of wall anywhere in such a room."""
    built_of: str = "wall"
    """Key of the terrain of both sorts of wall."""
    filled_with: str | None = None
    """Key of the terrain that fills it completely, but for the ways through."""
    strewn: tuple[Strewn, ...] = Field(default=(), max_length=10)
    people: tuple[Inhabitants, ...] = Field(default=(), max_length=10)
    traps: tuple[TrapUse, ...] = Field(default=(), max_length=10)
    portals: Count = NONE
    """Number of portals. All of a floor are paired up; an odd one leads to another room."""
    wares: Count = NONE
    """Stacks for sale: items with a price that can be found on such a floor."""

    @property
    def promised(self) -> int:
        """The least number of people who are in such a room."""
        return sum(folk.count.low for folk in self.people)


class Theme(Record):
    """The purpose of a room (themes.toml). `empty`, `treasure` and `shop` are required."""

    name: Name
    weight: Weight
    """Weight for a room, against other themes.

    Rooms that the layout has a treasure for always have `treasure`. The arrival's room, the rooms
    of bosses, and open ground are always `empty`.
    """
    combat: bool = True
    """Whether R4's encounters come to such a room."""
    told: bool = True
    """Whether heroes are told the room's name when they first come in; traps say nothing."""
    decor: Decor = Decor()
    special_name: Name
    special_percent: Percent
    """Chance of the special version."""
    special: Decor
    """The furnishings of the special version, which replace the usual ones."""

    def furnishings(self, *, special: bool) -> Decor:
        """Return the furnishings of its special version, or else of its usual one."""
        return self.special if special else self.decor


class Region(Record):
    """The rooms around an amulet (regions.toml). The record's key is the element."""

    name: Name
    amulet: str
    """Key of the item."""
    guardian: str
    """Key of the person who guards it."""
    rooms: int = Field(ge=0, le=20)
    """Number of other rooms, nearest to the amulet's by connections, that take the element too."""
    floor_trap: str
    """Key of the visible trap in the corners, which also replaces other floor traps."""
    wall_trap: str
    """Key of the trap that replaces wall traps."""
    turned: Percent
    """Share of cells that the element reaches, by the rules of their terrain."""
    spared: str | None = None
    """Key of the harmless terrain of reached cells that may not turn into harm: those that somebody
    or something is on, and a way through. None: they stay as they are.
    """
    tower: str | None = None
    """Key of the terrain of a tower in such a room; None: there are no towers."""
    tower_percent: Percent = 0
    """Chance that a room has a tower, if it has space for one."""
    strewn: tuple[Strewn, ...] = Field(default=(), max_length=10)
    """Other terrain that the element left on the ground."""
