"""Records of callings: the professions of heroes and their first belongings (R7)."""

from typing import Annotated

from pydantic import Field

from undertide_server.content.records.abilities import MOST_ABILITIES
from undertide_server.content.records.heroes import StartItem
from undertide_server.content.schema.fields import Name, Prose, Record

Share = Annotated[int, Field(ge=10, le=400)]
"""Percent of a hero's figure at its level."""


class Calling(Record):
    """A profession of heroes (callings.toml)."""

    name: Name
    description: Prose
    plays: Prose = ""
    """How it plays: advice for a player who chooses a calling for the first time."""
    life: Share = 100
    attack: Share = 100
    magic: Share = 100
    mana: Share = 100
    speed: Share = 100
    sight: Share = 100
    start: tuple[StartItem, ...] = Field(default=(), max_length=26)
    """Items that it begins with, besides those of every hero; gear is worn where it fits."""
    spells: tuple[str, ...] = Field(default=(), max_length=26)
    """Keys of the spells that it knows from the beginning."""
    abilities: tuple[str, ...] = Field(default=(), max_length=MOST_ABILITIES)
    """Keys of its abilities (R17), in the order of the players' keys for them."""
