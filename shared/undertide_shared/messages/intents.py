"""The intents of `Act`: the wishes of a player for a hero."""

from typing import Literal

from undertide_shared.messages.wire import WireStruct
from undertide_shared.messages.words import Coordinate, MarkKind, Slot


class Move(WireStruct, frozen=True, tag="move"):
    """Go one cell, open the door there, or attack the creature there. dx and dy are -1, 0 or 1."""

    dx: int
    dy: int


class Wait(WireStruct, frozen=True, tag="wait"):
    """Wait for a moment."""


class Take(WireStruct, frozen=True, tag="take"):
    """Pick up the topmost item on this cell."""


class Drop(WireStruct, frozen=True, tag="drop"):
    """Lay down the item with this id from the pack. The hero takes worn gear off first."""

    item: int


class Give(WireStruct, frozen=True, tag="give"):
    """Hand `count` of the item with this id to the hero of a seat, who is within reach (R17)."""

    item: int
    seat: int
    count: int = 1


class Wear(WireStruct, frozen=True, tag="wear"):
    """Put on the gear with this id. An empty slot means the first slot that it fits."""

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
    """Cast a spell that the hero knows, at x and y if the spell asks for a target."""

    spell: str
    x: Coordinate | None = None
    y: Coordinate | None = None


class Perform(WireStruct, frozen=True, tag="perform"):
    """Perform an ability of the hero's calling (R17), at x and y if it asks for a target."""

    ability: str
    x: Coordinate | None = None
    y: Coordinate | None = None


class Break(WireStruct, frozen=True, tag="break"):
    """Break the gear with this id down into the essences of its affixes, or into gold (R8)."""

    item: int


class Sell(WireStruct, frozen=True, tag="sell"):
    """Sell the gear with this id to the trader beside the hero (R8)."""

    item: int


class Craft(WireStruct, frozen=True, tag="craft"):
    """Work essences into the plain gear with this id, at a forge (R8).

    With the id of an essence, turn the essences into one more of that.
    `essences` are pairs: the id of an item in the pack, and how many of it.
    """

    item: int
    essences: list[tuple[int, int]]


class Use(WireStruct, frozen=True, tag="use"):
    """Drink or read the item with this id, at x and y if the item asks for a target."""

    item: int
    x: Coordinate | None = None
    y: Coordinate | None = None


class Climb(WireStruct, frozen=True, tag="climb"):
    """Take the stairs at x and y, or those underfoot. Walk there first, if they are further away.

    In company it means to agree with the others on these stairs (R17).
    """

    x: Coordinate | None = None
    y: Coordinate | None = None


class Travel(WireStruct, frozen=True, tag="travel"):
    """Walk to a known cell. Stop there, or when something comes into view."""

    x: Coordinate
    y: Coordinate


class Explore(WireStruct, frozen=True, tag="explore"):
    """Walk to unknown cells and pick up items on the way, until something comes into view."""

    passes: bool = False
    """Whether sleepers that aren't dire, and foes that cost little, don't end it (R7)."""


class Rest(WireStruct, frozen=True, tag="rest"):
    """Wait until healed, or until something comes into view."""


class Fight(WireStruct, frozen=True, tag="fight"):
    """Walk up to the nearest enemy in view and strike it, or shoot, until nobody is left.

    Stop when the hero is hurt, when the way is blocked, or when something comes into view.
    """

    passes: bool = False
    """Whether sleepers that aren't dire, and foes that cost little, don't end it (R7)."""


class Accompany(WireStruct, frozen=True, tag="accompany"):
    """Follow the hero of a seat, and fight what attacks, until something stops it (R17)."""

    seat: int


class Regroup(WireStruct, frozen=True, tag="regroup"):
    """Walk to the hero of a seat, or without a seat to the party, wherever on this floor (R17)."""

    seat: int | None = None


class Stop(WireStruct, frozen=True, tag="stop"):
    """Give up the auto action under way and the intents that wait."""


class OfferTrade(WireStruct, frozen=True, tag="trade"):
    """Offer the hero of a seat a trade, or change what this hero offers in it (R17).

    `items` are pairs: the id of an item in the pack, and how many of it. They replace what the hero
    offered so far.
    """

    seat: int
    items: list[tuple[int, int]] = []
    gold: int = 0


class AcceptTrade(WireStruct, frozen=True, tag="accept"):
    """Accept what both heroes of a trade offer (R17). `number` is that of the `TradeTable`."""

    number: int


class EndTrade(WireStruct, frozen=True, tag="withdraw"):
    """Refuse a trade, or withdraw from it (R17)."""


class MarkCell(WireStruct, frozen=True, tag="mark"):
    """Mark a known cell for everyone on the floor; an empty `mark` removes the cell's mark (R17).

    It takes no time and ends no auto action.
    """

    mark: MarkKind | Literal[""]
    x: Coordinate
    y: Coordinate


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
    | Sell
    | Fight
    | Accompany
    | Regroup
    | Perform
    | OfferTrade
    | AcceptTrade
    | EndTrade
    | MarkCell
)
