"""Every colour of the screens, and the mixing of colours. Pure.

The mood is a torch in a drowned cellar: warm light, cold shadow. No information depends on colour
alone. Colours behind text keep their meaning on a terminal with only 256 or 16 colours: the greys
are nearly grey, the others far from it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from undertide_shared.messages import HeroState, PartyMember, Tone

Colour = tuple[int, int, int]

PAPER: Final[Colour] = (9, 11, 17)
"""The background of everything."""
PANEL: Final[Colour] = (16, 20, 28)
"""The background of the side panel and the log."""
BOX: Final[Colour] = (21, 26, 36)
"""The background of boxes over the map."""
FIELD: Final[Colour] = (42, 45, 53)
"""The background of text fields, and the empty part of bars."""
CHOSEN: Final[Colour] = (46, 66, 92)
"""The background of a list's chosen line."""
BAR: Final[Colour] = (27, 34, 47)
"""The background of the bottom line."""

INK: Final[Colour] = (208, 206, 196)
BRIGHT: Final[Colour] = (255, 250, 236)
SOFT: Final[Colour] = (142, 148, 158)
FAINT: Final[Colour] = (120, 129, 144)
LINE: Final[Colour] = (60, 66, 78)
"""Rules and frames."""

MEMORY: Final[Colour] = (58, 70, 92)
"""The cold light of remembered things."""
HUNTER: Final[Colour] = (86, 20, 20)
"""The background of a monster that hunts."""
OWN: Final[Colour] = (62, 60, 50)
"""The background of the followed hero."""
PULSE: Final[Colour] = (120, 84, 20)
"""Behind the words about time, while they pulse."""
CURSOR: Final[Colour] = (240, 214, 120)
STRUCK: Final[Colour] = (122, 52, 26)
"""Cells that an aimed scroll or spell would strike."""

GOOD: Final[Colour] = (126, 206, 128)
BAD: Final[Colour] = (240, 108, 96)
WARNING: Final[Colour] = (242, 196, 96)
WATER: Final[Colour] = (96, 180, 226)
GOLD: Final[Colour] = (230, 196, 112)
FRIEND: Final[Colour] = (150, 200, 255)

LIFE_HIGH: Final[Colour] = (26, 116, 46)
LIFE_HALF: Final[Colour] = (134, 104, 32)
LIFE_LOW: Final[Colour] = (150, 40, 38)
EXPERIENCE: Final[Colour] = (84, 66, 120)
MANA: Final[Colour] = (44, 74, 148)
TIDE: Final[Colour] = (24, 86, 128)

TONES: Final[Mapping[Tone, Colour]] = MappingProxyType(
    {
        "info": INK,
        "good": GOOD,
        "bad": BAD,
        "combat": (224, 178, 140),
        "tide": WATER,
        "party": FRIEND,
        "system": SOFT,
    }
)
HERO_STATES: Final[Mapping[HeroState, Colour]] = MappingProxyType(
    {"alive": INK, "linkdead": WARNING, "asleep": SOFT, "dead": FAINT}
)


def member_colour(member: PartyMember) -> Colour:
    """Return the colour of the words about a hero's state; a fallen hero's are the loudest."""
    return BAD if member.dies_in > 0 else HERO_STATES[member.state]


def rgb(colour: int) -> Colour:
    """Return the colour of 0xRRGGBB, as on the wire; INK for -1, which means none."""
    if colour < 0:
        return INK
    return (colour >> 16) & 0xFF, (colour >> 8) & 0xFF, colour & 0xFF


def blend(one: Colour, other: Colour, share: float) -> Colour:
    """Return a mix of two colours, with `share` (0 to 1) of `other`."""
    red, green, blue = (
        round(here + (there - here) * share) for here, there in zip(one, other, strict=True)
    )
    return red, green, blue


def legible(colour: Colour) -> Colour:
    """Return a colour bright enough to read on paper: heroes and monsters may be black."""
    brightness = (colour[0] * 3 + colour[1] * 6 + colour[2]) / 10
    return colour if brightness >= 70 else blend(colour, BRIGHT, 0.35)


def life_colour(percent: int) -> Colour:
    """Return the colour of a life bar that is `percent` full."""
    if percent > 60:
        return LIFE_HIGH
    return LIFE_HALF if percent > 30 else LIFE_LOW
