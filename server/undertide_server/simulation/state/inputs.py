"""What comes from outside into a step: all that a run depends on besides its seed and content.

Inputs are messages of the journal: arrays with a tag, like those on the wire.
"""

import msgspec

from undertide_shared.messages import Intent


class _Input(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """An array in the journal, immutable here."""


class SeatTaken(_Input, frozen=True, tag="seat"):
    """A player takes a seat, or goes on in it after its hero died: a new hero enters."""

    seat: int
    name: str
    calling: str = ""
    """Key of what it is; one that there isn't means what the rules say."""


class PlayerLost(_Input, frozen=True, tag="lost"):
    """The player's connection is gone: the hero is link-dead."""

    seat: int


class PlayerBack(_Input, frozen=True, tag="back"):
    """The player is connected again."""

    seat: int


class Withdrawn(_Input, frozen=True, tag="withdrawn"):
    """The time of a link-dead hero ran out: it withdraws into sleep."""

    seat: int


class Asked(_Input, frozen=True, tag="asked"):
    """A player's intent."""

    seat: int
    sequence: int
    intent: Intent


class Ticked(_Input, frozen=True, tag="tick"):
    """A floor moves on by one tick: real time, or a limit of party turns that ran out."""

    branch: int


class Turned(_Input, frozen=True, tag="turn"):
    """A floor moves on until its waking heroes can act again."""

    branch: int


Input = SeatTaken | PlayerLost | PlayerBack | Withdrawn | Asked | Ticked | Turned
