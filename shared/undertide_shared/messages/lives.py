"""The parts of messages that tell the lives of heroes when they are over."""

from typing import Annotated

from undertide_shared.limits import MAX_CARD_HEIGHT, MAX_CARD_LOOKS, MAX_CARD_WIDTH
from undertide_shared.messages.fields import (
    Colour,
    Count,
    Glyph,
    Listed,
    Number,
    PersonName,
    Sentence,
    Thing,
    Word,
)
from undertide_shared.messages.wire import WireStruct
from undertide_shared.messages.words import Coordinate


class HeroEnd(WireStruct, frozen=True):
    """One hero in the summary of a run."""

    name: PersonName
    colour: Colour
    level: Count
    deepest_floor: Count
    kills: Count
    fate: Sentence


class FloorVisit(WireStruct, frozen=True):
    """A hero's time on one floor, in its chronicle."""

    number: Count
    name: Word
    kind: Word
    """The name of its type."""
    ticks: Count
    tide: Annotated[int, Number(-1, 100)] = -1
    """The tide when the hero left: the `percent` of a `TideGauge`."""


class Slain(WireStruct, frozen=True):
    """Monsters of one kind that a hero killed."""

    name: Word
    count: Count


class GearWorn(WireStruct, frozen=True):
    """What a hero wore at its end."""

    slot: Word
    name: Thing


class CompanionLife(WireStruct, frozen=True):
    """Another hero of the run, as it was when the chronicle was written."""

    name: PersonName
    calling: Word
    level: Count
    alive: bool


class LastSight(WireStruct, frozen=True):
    """What a hero saw around it at its end: glyphs in their colours.

    `cells` is run-length coded, row after row: index, count, index, count, … Index 0 is a cell that
    the hero didn't know, and others are numbers of `looks` from 1 on.
    """

    width: Annotated[int, Number(1, MAX_CARD_WIDTH)]
    height: Annotated[int, Number(1, MAX_CARD_HEIGHT)]
    looks: Annotated[list[tuple[Glyph, Colour]], Listed(MAX_CARD_LOOKS)]
    cells: Annotated[list[Count], Listed(2 * MAX_CARD_WIDTH * MAX_CARD_HEIGHT)]
    x: Coordinate
    """The column in which the hero stood."""
    y: Coordinate
    """The row in which it stood."""
    killer: tuple[Coordinate, Coordinate] = (-1, -1)
    """Where the monster stood that killed it; -1 and -1 if it isn't shown."""
