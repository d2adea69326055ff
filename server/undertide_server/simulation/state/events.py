"""What happened in a step, for views to tell to those who may know it.

Events name their actors, since those may be gone when the event is told. `floor` is the floor's
entity; cells say where something could be seen.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from undertide_shared.geometry import Cell
from undertide_shared.messages import Tone

Manner = Literal["blow", "missile", "magic"]
"""How somebody is hit: struck from beside, shot, or by what a scroll or a spell sends."""
THING = -1
"""The entity of a `Who` that is no actor."""


class Who(NamedTuple):
    """An actor at the time of the event, or a thing that does something: a trap, the ground."""

    entity: int
    name: str
    is_hero: bool
    cell: Cell
    key: str = ""
    """Key of a monster's kind, or of a status that does something; empty for all else.

    Names are for people: several kinds may share one.
    """


def thing(name: str, cell: Cell, key: str = "") -> Who:
    """Return how events name what is no actor."""
    return Who(THING, name, is_hero=False, cell=cell, key=key)


@dataclass(frozen=True, slots=True)
class Hit:
    """`source` hit `target` in some manner. Each part is an amount and its damage type.

    A negative amount heals.
    """

    floor: int
    source: Who
    target: Who
    parts: tuple[tuple[int, str], ...]
    manner: Manner = "blow"


@dataclass(frozen=True, slots=True)
class Fell:
    """An actor died."""

    floor: int
    victim: Who
    killer: Who | None


@dataclass(frozen=True, slots=True)
class Told:
    """Something that one hero alone notices: its own doings."""

    hero: int
    tone: Tone
    text: str


@dataclass(frozen=True, slots=True)
class Seen:
    """Something that whoever sees the actor notices.

    The actor reads `own`, others `others`; an empty text is told to nobody.
    """

    floor: int
    actor: Who
    tone: Tone
    own: str
    others: str


@dataclass(frozen=True, slots=True)
class FloorTold:
    """Something that everyone on a floor notices, such as a mark of the tide."""

    floor: int
    tone: Tone
    text: str


@dataclass(frozen=True, slots=True)
class PartyTold:
    """Something that the whole party learns, wherever its heroes are."""

    tone: Tone
    text: str


@dataclass(frozen=True, slots=True)
class RunEnded:
    """The run is over."""

    won: bool


Event = Hit | Fell | Told | Seen | FloorTold | PartyTold | RunEnded
