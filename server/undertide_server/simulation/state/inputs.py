"""Inputs of a step: a run depends only on these, its seed and its content.

Inputs are messages of the journal: arrays with a tag, like those on the wire.
"""

import msgspec

from undertide_shared.messages import Intent


class _Input(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """An input: an array in the journal, immutable here."""


class SeatTaken(_Input, frozen=True, tag="seat"):
    """A player takes a seat, or continues after the hero's death: a new hero enters."""

    seat: int
    name: str
    calling: str = ""
    """Key of its calling; an unknown key means the ruleset's default."""


class PlayerLost(_Input, frozen=True, tag="lost"):
    """The player's connection is gone: the hero is link-dead."""

    seat: int


class PlayerBack(_Input, frozen=True, tag="back"):
    """The player is connected again."""

    seat: int


class Withdrawn(_Input, frozen=True, tag="withdrawn"):
    """The time of a link-dead hero ran out: it withdraws into sleep."""

    seat: int


class PlayerIdle(_Input, frozen=True, tag="idle"):
    """The player has pressed no key for some seconds of real time: the hero strikes back."""

    seat: int


class DozedOff(_Input, frozen=True, tag="dozed"):
    """The player has pressed no key for some minutes: the hero falls asleep."""

    seat: int


class Asked(_Input, frozen=True, tag="asked"):
    """A player's intent."""

    seat: int
    sequence: int
    intent: Intent


class Ticked(_Input, frozen=True, tag="tick"):
    """A floor advances by one tick: in real time, or when a party turn reaches its time limit."""

    branch: int


class Turned(_Input, frozen=True, tag="turn"):
    """A floor advances until its waking heroes can act again."""

    branch: int


Input = (
    SeatTaken
    | PlayerLost
    | PlayerBack
    | Withdrawn
    | PlayerIdle
    | DozedOff
    | Asked
    | Ticked
    | Turned
)
