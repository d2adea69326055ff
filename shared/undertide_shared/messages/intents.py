"""What a hero's player asks: the intents of `Act`."""

from typing import Literal

from undertide_shared.messages.wire import WireStruct
from undertide_shared.messages.words import Coordinate, Slot


class Move(WireStruct, frozen=True, tag="move"):
    """Go one cell, open the door there, or attack what stands there. dx and dy are -1, 0 or 1."""

    dx: int
    dy: int


class Wait(WireStruct, frozen=True, tag="wait"):
    """Let a moment pass."""


class Take(WireStruct, frozen=True, tag="take"):
    """Pick up what lies here."""


class Drop(WireStruct, frozen=True, tag="drop"):
    """Lay down the item with this id from the pack; worn gear is taken off first."""

    item: int


class Give(WireStruct, frozen=True, tag="give"):
    """Hand so many of the item with this id to the hero of a seat, who stands beside."""

    item: int
    seat: int
    count: int = 1


class Wear(WireStruct, frozen=True, tag="wear"):
    """Put on the gear with this id; an empty slot means the first of those that it fits."""

    item: int
    slot: Slot | Literal[""] = ""


class Doff(WireStruct, frozen=True, tag="doff"):
    """Take off the gear with this id."""

    item: int


class Shoot(WireStruct, frozen=True, tag="shoot"):
    """Shoot at a cell with the weapon in hand."""

    x: Coordinate
    y: Coordinate


class Cast(WireStruct, frozen=True, tag="cast"):
    """Cast a spell that the hero knows; x and y where it asks for a target."""

    spell: str
    x: Coordinate | None = None
    y: Coordinate | None = None


class Break(WireStruct, frozen=True, tag="break"):
    """Break the gear with this id down into the essences of its affixes (R8)."""

    item: int


class Craft(WireStruct, frozen=True, tag="craft"):
    """At a forge: work essences into the plain gear with this id (R8).

    `essences` are items of the pack, each with how many of it.
    """

    item: int
    essences: list[tuple[int, int]]


class Use(WireStruct, frozen=True, tag="use"):
    """Drink or read the item with this id; x and y where it asks for a target."""

    item: int
    x: Coordinate | None = None
    y: Coordinate | None = None


class Climb(WireStruct, frozen=True, tag="climb"):
    """Take the stairs underfoot, up or down."""


class Travel(WireStruct, frozen=True, tag="travel"):
    """Walk to a known cell, until there or until something comes into view."""

    x: Coordinate
    y: Coordinate


class Explore(WireStruct, frozen=True, tag="explore"):
    """Walk to what is unknown and pick up what lies about, until something comes into view."""


class Rest(WireStruct, frozen=True, tag="rest"):
    """Wait until healed, or until something comes into view."""


class Stop(WireStruct, frozen=True, tag="stop"):
    """Give up what is under way and what is waiting."""


Intent = (
    Move
    | Wait
    | Take
    | Drop
    | Give
    | Wear
    | Doff
    | Shoot
    | Use
    | Cast
    | Break
    | Craft
    | Climb
    | Travel
    | Explore
    | Rest
    | Stop
)
