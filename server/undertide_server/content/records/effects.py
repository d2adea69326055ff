"""Records of deeds: what drinking, reading and casting can do. Items and spells share them (R8)."""

from typing import Annotated, Literal

from pydantic import Field

from undertide_server.content.schema.fields import DamageType, Percent, Record, SomeTicks

Power = Annotated[int, Field(ge=1, le=10_000)]
Reach = Annotated[int, Field(ge=1, le=60)]
Radius = Annotated[int, Field(ge=0, le=8)]
FAR = 20
"""Cells that a deed reaches where it says nothing else: as far as heroes mostly see."""


class Infliction(Record):
    """A status that comes with what a deed does."""

    status: str
    """Key of the status."""
    ticks: SomeTicks
    percent: Percent = 100
    """Chance for each of those who are struck."""


class Heal(Record):
    """Gives back life: a share of the full life, and at least `least`."""

    does: Literal["heal"]
    percent: Percent
    least: int = Field(ge=0, le=1_000_000)
    whom: Literal["self", "friend"] = "self"
    """Oneself alone, or a companion in the target cell instead."""
    range: Reach = FAR


class Cure(Record):
    """Ends all statuses that are bad."""

    does: Literal["cure"]
    whom: Literal["self", "friend"] = "self"
    """Oneself alone, or a companion in the target cell instead."""
    range: Reach = FAR


class Inflict(Record):
    """Brings a status on somebody."""

    does: Literal["inflict"]
    status: str
    """Key of the status."""
    ticks: SomeTicks
    whom: Literal["self", "friend", "other"]
    """Oneself alone, a companion in the target cell or oneself, or whoever else stands there."""
    range: Reach = FAR


class Bolt(Record):
    """Strikes the one in the target cell."""

    does: Literal["bolt"]
    power: Power
    """Percent of the reader's attack or the caster's magic."""
    damage: DamageType
    range: Reach
    inflicts: Infliction | None = None


class Chain(Record):
    """Strikes the nearest enemy in sight, and leaps from it to others."""

    does: Literal["chain"]
    power: Power
    """Percent of the reader's attack or the caster's magic."""
    damage: DamageType
    range: Reach
    leaps: int = Field(default=0, ge=0, le=12)
    """Others that it strikes after the first, each the nearest to the one before it …"""
    leap: int = Field(default=4, ge=1, le=20)
    """… within so many cells."""
    inflicts: Infliction | None = None


class Ball(Record):
    """Strikes everyone within `radius` cells of the target cell, whoever sent it included."""

    does: Literal["ball"]
    power: Power
    """Percent of the reader's attack or the caster's magic."""
    damage: DamageType
    range: Reach = FAR
    radius: Radius
    inflicts: Infliction | None = None


class Nova(Record):
    """Strikes everyone in sight within `radius` cells, but not whoever it comes from."""

    does: Literal["nova"]
    power: Power
    """Percent of the reader's attack or the caster's magic."""
    damage: DamageType
    radius: Radius
    inflicts: Infliction | None = None


class Blink(Record):
    """Takes oneself to the target cell, which must be seen and free."""

    does: Literal["blink"]
    range: Reach


class Light(Record):
    """Shows the ground within `radius` cells, behind walls too."""

    does: Literal["light"]
    radius: Reach


class Summon(Record):
    """Calls somebody who fights for the party for a time."""

    does: Literal["summon"]
    person: str
    """Key of the person that comes, as strong as the floor asks."""
    count: int = Field(ge=1, le=4)
    ticks: SomeTicks
    """Until they are gone again."""


Strike = Bolt | Chain | Ball | Nova
"""Deeds that do damage."""

SpellEffect = Annotated[
    Heal | Cure | Inflict | Bolt | Chain | Ball | Nova | Blink | Light | Summon,
    Field(discriminator="does"),
]
"""What spells can do."""


def asks_for_cell(effect: Record) -> bool:
    """Whether using or casting it asks for a target cell."""
    if isinstance(effect, Heal | Cure | Inflict):
        return effect.whom != "self"
    return isinstance(effect, Bolt | Ball | Blink)


def is_magic(effect: Record) -> bool:
    """Whether it works by words: those that ground which quells magic swallows.

    What goes into the body, food and draughts, works everywhere.
    """
    if isinstance(effect, Inflict):
        return effect.whom != "self"
    return isinstance(effect, Bolt | Chain | Ball | Nova | Blink | Light | Summon)


def turns_on_others(effect: Record) -> bool:
    """Whether it is meant to hurt or to hinder somebody."""
    if isinstance(effect, Inflict):
        return effect.whom == "other"
    return isinstance(effect, Bolt | Chain | Ball | Nova)
