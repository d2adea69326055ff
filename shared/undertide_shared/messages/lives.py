"""The parts of messages that tell the lives of heroes when they are over."""

from typing import Annotated

from undertide_shared.messages.fields import (
    Colour,
    Count,
    Number,
    PersonName,
    Sentence,
    Thing,
    Word,
)
from undertide_shared.messages.wire import WireStruct


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
