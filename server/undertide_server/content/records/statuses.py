"""Records of statuses: what can befall heroes and monsters for a time."""

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


class Toll(Record):
    """What a status takes, again and again, through resistance as any hit (R6)."""

    damage: DamageType
    percent: int = Field(ge=1, le=100)
    """Damage as percent of the full life, before resistance; at least 1."""
    every: SomeTicks
    """Ticks of the floor's clock from one time to the next."""


class Mending(Record):
    """What a status gives back, again and again."""

    percent: int = Field(ge=1, le=100)
    """Life as percent of the full life; at least 1."""
    every: SomeTicks
    """Ticks of the floor's clock from one time to the next."""


class Catching(Record):
    """How blows, missiles, traps and ground bring a status that do damage of some type."""

    damage: DamageType
    percent: Percent
    """Chance for each hit that takes life by that damage."""
    ticks: SomeTicks


class Status(Record):
    """Something that befalls heroes and monsters and wears off (statuses.toml)."""

    name: Name
    """What it is called where it kills."""
    adjective: Name
    """What whoever has it is: "burning"."""
    glyph: Glyph
    """Its letter, unlike that of any other."""
    colour: Colour
    description: Prose
    good: bool
    """Whether one would want it."""
    shown: bool = True
    """Whether others see it."""
    harm: Toll | None = None
    mends: Mending | None = None
    speed_percent: int = Field(default=100, ge=0, le=400)
    """How fast energy comes back, as percent of what is usual; 0: it can't act at all."""
    absorb_percent: Percent = 0
    """Share of the full life that is taken off every hit, as `absorb` is (R6)."""
    resisted_by: DamageType | None = None
    """Type of damage of which 10 points of resistance keep it away."""
    ends: tuple[str, ...] = Field(default=(), max_length=20)
    """Keys of statuses that end when it comes."""
    stacks: Literal["longest", "adds", "keeps"] = "longest"
    """When it comes again: the longer time holds, times add up, or it stays as it was."""
    most: SomeTicks
    """Ticks that it lasts at the most, however often it comes."""
    caught: Catching | None = None
