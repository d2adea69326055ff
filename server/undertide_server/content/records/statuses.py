"""Records of statuses, which heroes and monsters have for a time."""

from typing import Literal

from pydantic import Field

from undertide_server.content.schema.fields import (
    Colour,
    DamageType,
    Glyph,
    Name,
    Percent,
    Prose,
    Record,
    SomeTicks,
)

CONFUSED = "confused"
"""Key of the status of those who stagger about and can't aim."""
SHELTERED = "sheltered"
"""Key of the status of new heroes, whom nobody hunts yet."""
SUMMONED = "summoned"
"""Key of the status of allies, who leave when it ends."""
RULED = (CONFUSED, SHELTERED, SUMMONED)
"""Keys of the statuses that the rules know; every run needs them."""


class Toll(Record):
    """Damage that a status does again and again; resistance reduces it as any hit (R6)."""

    damage: DamageType
    percent: int = Field(ge=1, le=100)
    """Damage as percent of the full life, before resistance; at least 1."""
    every: SomeTicks
    """Ticks of the floor's clock from one time to the next."""


class Mending(Record):
    """Life that a status restores again and again."""

    percent: int = Field(ge=1, le=100)
    """Life as percent of the full life; at least 1."""
    every: SomeTicks
    """Ticks of the floor's clock from one time to the next."""


class Catching(Record):
    """The way in which blows, missiles, traps and ground with one type of damage bring a status."""

    damage: DamageType
    percent: Percent
    """Chance for each hit that takes life by that damage."""
    ticks: SomeTicks


class Status(Record):
    """A state of heroes and monsters that wears off (statuses.toml)."""

    name: Name
    """Name of the cause of death if it kills."""
    adjective: Name
    """Adjective for a creature that has it: "burning"."""
    glyph: Glyph
    """Its letter; no other status has the same."""
    colour: Colour
    description: Prose
    good: bool
    """Whether it is welcome."""
    shown: bool = True
    """Whether others see it."""
    harm: Toll | None = None
    mends: Mending | None = None
    speed_percent: int = Field(default=100, ge=0, le=400)
    """Speed at which energy comes back, as percent of the usual; 0: the creature can't act at all.
    """
    absorb_percent: Percent = 0
    """Share of the full life that is taken off every hit, as with `absorb` (R6)."""
    absorb_most: Percent = 100
    """Greatest share of a hit that is taken off it so."""
    taken_percent: int = Field(default=100, ge=0, le=400)
    """Damage that every hit does to its bearer, as percent of the usual."""
    dealt_percent: int = Field(default=100, ge=0, le=400)
    """Damage that its bearer does, as percent of the usual."""
    draws: bool = False
    """Whether a monster that has it goes for the hero who gave it (R17)."""
    shares_percent: Percent = 0
    """Share of what actors do to its bearer that the hero who gave it bears instead (R17)."""
    shares_within: int = Field(default=1, ge=1, le=60)
    """Cells from its bearer within which that hero bears its share."""
    resisted_by: DamageType | None = None
    """Type of damage; a creature with 10 points of resistance to it never gets the status."""
    ends: tuple[str, ...] = Field(default=(), max_length=20)
    """Keys of statuses that end when it begins."""
    stacks: Literal["longest", "adds", "keeps"] = "longest"
    """Rule when it comes again: the longer time holds, times add up, or the first time stays."""
    lasts_percent: int = Field(default=100, ge=1, le=1000)
    """Its time, as percent of the ticks that an effect or a hit states."""
    most: SomeTicks
    """Most ticks that it lasts, however often it comes."""
    caught: Catching | None = None
