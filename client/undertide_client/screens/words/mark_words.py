"""The marks of heroes (R17) in glyphs and words. Pure."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from undertide_client.model.mirror import Mirror
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.palette import Colour
from undertide_client.screens.words.words import name_of_seat
from undertide_shared.messages import HeroStatus, MarkInfo, MarkKind

GLYPHS: Final[Mapping[MarkKind, str]] = MappingProxyType(
    {"danger": "⊗", "loot": "◈", "here": "⚑", "help": "✚"}
)
"""Nothing else on a map has these glyphs."""
INKS: Final[Mapping[MarkKind, Colour]] = MappingProxyType(
    {
        "danger": palette.BAD,
        "loot": palette.GOLD,
        "here": palette.FRIEND,
        "help": palette.BRIGHT,
    }
)


HELP_BELOW: Final = 30
"""Percent of life below which a hero needs help."""


def needs_help(hero: HeroStatus | None) -> bool:
    """Return whether a hero stands with so little life that it needs help."""
    return hero is not None and not hero.dies_in and hero.life * 100 < hero.max_life * HELP_BELOW


def mark_words(mirror: Mirror, mark: MarkInfo) -> str:
    """Return what a mark means and whose it is: "danger, marked by Ana"."""
    name = "you" if mark.seat == mirror.seat else name_of_seat(mirror, mark.seat)
    return f"{mark.mark}, marked by {name}"
