"""Records of effects of drinking, reading and casting, for items and spells alike (R8)."""

from typing import Annotated, Literal

from pydantic import Field

from undertide_server.content.schema.fields import DamageType, Percent, Record, SomeTicks

Power = Annotated[int, Field(ge=1, le=10_000)]
Reach = Annotated[int, Field(ge=1, le=60)]
Radius = Annotated[int, Field(ge=0, le=8)]
FAR = 20
"""Default reach of an effect in cells: heroes mostly see about as far."""


class Infliction(Record):
    """A status that comes with an effect."""

    status: str
    """Key of the status."""
    ticks: SomeTicks
    percent: Percent = 100
    """Chance for each creature that is struck."""


class Heal(Record):
    """An effect that restores life: a share of the full life, and at least `least`."""

    does: Literal["heal"]
    percent: Percent
    least: int = Field(ge=0, le=1_000_000)
    whom: Literal["self", "friend"] = "self"
    """The user alone, or else a companion in the target cell."""
    range: Reach = FAR


class Cure(Record):
    """An effect that ends all bad statuses."""

    does: Literal["cure"]
    whom: Literal["self", "friend"] = "self"
    """The user alone, or else a companion in the target cell."""
    range: Reach = FAR


class Inflict(Record):
    """An effect that gives a creature a status."""

    does: Literal["inflict"]
    status: str
    """Key of the status."""
    ticks: SomeTicks
    whom: Literal["self", "friend", "companion", "other"]
    """The user alone; the user or a companion in the target cell; a companion there; or anybody
    else there."""
    range: Reach = FAR
    sole: bool = False
    """Whether the status ends for those to whom the user gave it so before."""


class Bolt(Record):
    """An effect that strikes the creature in the target cell."""

    does: Literal["bolt"]
    power: Power
    """Percent of the reader's attack or the caster's magic."""
    damage: DamageType
    range: Reach
    inflicts: Infliction | None = None


class Chain(Record):
    """An effect that strikes the nearest enemy in sight and leaps from it to others."""

    does: Literal["chain"]
    power: Power
    """Percent of the reader's attack or the caster's magic."""
    damage: DamageType
    range: Reach
    leaps: int = Field(default=0, ge=0, le=12)
    """Further creatures that it strikes after the first, each the nearest to the one before it."""
    leap: int = Field(default=4, ge=1, le=20)
    """Cells that it leaps at most."""
    inflicts: Infliction | None = None


class Ball(Record):
    """An effect that strikes all within `radius` cells of the target cell, the user included."""

    does: Literal["ball"]
    power: Power
    """Percent of the reader's attack or the caster's magic."""
    damage: DamageType
    range: Reach = FAR
    radius: Radius
    inflicts: Infliction | None = None


class Nova(Record):
    """An effect that strikes everyone in sight within `radius` cells, except the user."""

    does: Literal["nova"]
    power: Power
    """Percent of the reader's attack or the caster's magic."""
    damage: DamageType
    radius: Radius
    inflicts: Infliction | None = None


class Blink(Record):
    """An effect that moves the user to the target cell, which must be visible and free."""

    does: Literal["blink"]
    range: Reach


class Light(Record):
    """An effect that shows the ground within `radius` cells, even behind walls."""

    does: Literal["light"]
    radius: Reach


class Summon(Record):
    """An effect that calls a person who fights for the party for a time."""

    does: Literal["summon"]
    person: str
    """Key of the person, whose strength depends on the floor."""
    count: int = Field(ge=1, le=4)
    ticks: SomeTicks
    """Ticks until they leave again."""


Strike = Bolt | Chain | Ball | Nova
"""Effects that do damage."""

SpellEffect = Annotated[
    Heal | Cure | Inflict | Bolt | Chain | Ball | Nova | Blink | Light | Summon,
    Field(discriminator="does"),
]
"""All effects of spells."""


def life_healed(effect: Heal, full: int) -> int:
    """Return the life that an effect restores at most to somebody with this full life."""
    return max(effect.least, full * effect.percent // 100)


def asks_for_cell(effect: Record) -> bool:
    """Return whether an effect needs a target cell."""
    if isinstance(effect, Heal | Cure | Inflict):
        return effect.whom != "self"
    return isinstance(effect, Bolt | Ball | Blink)


def is_magic(effect: Record) -> bool:
    """Return whether an effect is magic, which ground that quells magic stops.

    Effects on the body, those of food and draughts, work everywhere.
    """
    if isinstance(effect, Inflict):
        return effect.whom != "self"
    return isinstance(effect, Bolt | Chain | Ball | Nova | Blink | Light | Summon)


def turns_on_others(effect: Record) -> bool:
    """Return whether an effect is meant to hurt or hinder others."""
    if isinstance(effect, Inflict):
        return effect.whom == "other"
    return isinstance(effect, Bolt | Chain | Ball | Nova)
