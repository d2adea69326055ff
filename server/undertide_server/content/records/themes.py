"""Records of themes: what a room is for (R12)."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from undertide_server.content.schema.fields import Name, Percent, Record, Weight

PatternName = Literal["none", "corners", "columns", "cross", "alcoves", "cells", "hedges", "stalls"]
"""Preset walls of a room. `worldgen.rooms.patterns.PATTERNS` draws each."""

PLAIN = "empty"
"""The theme of rooms that must stay plain, whatever is drawn."""
TREASURE = "treasure"
"""The theme of rooms that the layout has a treasure for."""
SHOP = "shop"
"""The theme that floor types with more or less trade name."""

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
    """Terrain on single cells of a room, which never cut it in two."""

    terrain: str
    percent: Percent
    """Of the room's open cells."""


class Inhabitants(Record):
    """People of a room."""

    person: str
    """Key of the person."""
    count: Count
    """How many of them; all of a room come, or none where the floor holds enough people already."""


class TrapUse(Record):
    """Traps of a room."""

    traps: tuple[str, ...] = Field(min_length=1, max_length=20)
    """Keys of traps, each as likely."""
    count: Count
    hidden: Percent
    """Chance that one can't be seen until it goes off."""


class Decor(Record):
    """What a room is furnished with."""

    ground: str | None = None
    """Key of the terrain of its floor; what the layout dug when absent."""
    pattern: PatternName = "none"
    """Preset walls; only in rooms that are dug as rectangles."""
    walls: Count = NONE
    """A few more cells of wall anywhere in such a room."""
    built_of: str = "wall"
    """Key of the terrain that both are of."""
    strewn: tuple[Strewn, ...] = Field(default=(), max_length=10)
    people: tuple[Inhabitants, ...] = Field(default=(), max_length=10)
    traps: tuple[TrapUse, ...] = Field(default=(), max_length=10)
    portals: Count = NONE
    """Portals. All of a floor are paired up; of an odd number the last leads to some other room."""
    wares: Count = NONE
    """Stacks for sale, of what has a price and is found on such a floor."""


class Theme(Record):
    """What a room is for (themes.toml). `empty`, `treasure` and `shop` must be there."""

    name: Name
    weight: Weight
    """How likely a room has it, against other themes.

    Rooms that the layout has a treasure for always have `treasure`. The arrival's room, that of
    bosses and open ground are always `empty`.
    """
    combat: bool = True
    """Whether R4's encounters come to such a room."""
    told: bool = True
    """Whether heroes are told what room it is when they first come in; traps say nothing."""
    decor: Decor = Decor()
    special_name: Name
    special_percent: Percent
    """Chance of the special version."""
    special: Decor
    """What the special version is furnished with instead."""
