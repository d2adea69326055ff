"""Records of monsters: families, what mods do, how strength becomes figures (R2)."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from undertide_server.content.records.terrain import Element
from undertide_server.content.records.tricks import PLAIN, Tricks
from undertide_server.content.schema.fields import (
    Colour,
    Glyph,
    Name,
    Percent,
    Prose,
    Record,
    SomeTicks,
    Ticks,
    Weight,
)

ModName = Literal[
    "life", "attack", "absorb", "regen", "speed",
    "res.physical", "res.cold", "res.fire", "res.poison", "res.arcane", "res.divine",
    "attack.cold", "attack.fire", "attack.poison", "attack.arcane", "attack.divine",
]  # fmt: skip
"""R2: what a level of each does is stated by `ModRules`; `res.T` is resistance, a point a level."""

Mods = Mapping[ModName, Annotated[int, Field(ge=-10, le=15)]]
"""Levels by mod. Those of family and class add up."""

BAND_LIMIT = 5
"""R2: values of a band at the most, and so the fewest classes of a family."""


def _check_template(value: str) -> str:
    """Refuse a template that doesn't name the tier, or has braces for anything else."""
    if value.count("{0}") != 1 or value.count("{") + value.count("}") != 2:
        raise ValueError("{0} once, for the tier's name, and no other braces")
    return value


class Tier(Record):
    """One tier of a family: a race."""

    name: Name
    glyph: Glyph


class FamilyClass(Record):
    """One class of a family: with a race, a kind."""

    name: Annotated[Name, AfterValidator(_check_template)]
    """Template; `{0}` is the tier's name."""
    colour: Colour
    mods: Mods = Field(default_factory=dict)
    tricks: Tricks = PLAIN
    """Besides the family's."""


class Behaviour(Record):
    """How a kind behaves. Distances are cells, health is percent of full life."""

    flees_below: Percent = 0
    """Runs when its health falls below this, and comes back when it is well above again."""
    shoots: int = Field(default=0, ge=0, le=12)
    """Range of its missiles; 0: it only strikes what is next to it."""
    keeps_distance: int = Field(default=0, ge=0, le=8)
    """Steps back when a hero is nearer than this (archers)."""
    notices: int = Field(default=8, ge=1, le=20)
    """How near a hero must be for it to take notice, in plain sight. Sleepers notice at half."""
    asleep: Percent = 50
    """Chance to be asleep when the floor is first entered."""
    memory: Ticks = 100
    """How long it looks for someone it no longer sees."""
    pack: bool = False
    """Its kin near by wake up when it takes notice of someone."""
    casts: Element | None = None
    """Its missiles reach the terrain where they strike."""
    rises: Ticks = 0
    """Comes back so many ticks after it fell, once; 0: it stays down."""
    peaceful: bool = False
    """Nobody's enemy until it is hurt."""
    guards: int = Field(default=0, ge=0, le=30)
    """Goes no further than this from where it was when its floor was first entered; 0: anywhere."""
    lurks: bool = False
    """Nobody sees it while it is asleep, and it wakes when somebody stands next to it."""
    tricks: Tricks = PLAIN


class Family(Record):
    """R2: one kind of creature (families.toml). A family gives no strength."""

    description: Prose
    tiers: tuple[Tier, ...] = Field(min_length=2, max_length=4)
    """From the lowest."""
    might: int = Field(default=3, ge=1, le=5)
    """How it fares against others of equal strength, as its mods make it: 1 loses, 5 wins."""
    mods: Mods = Field(default_factory=dict)
    behaviour: Behaviour = Behaviour()
    boss: Tricks = PLAIN
    """What its bosses can do besides, as boss of a floor."""
    classes: Mapping[str, FamilyClass] = Field(min_length=BAND_LIMIT, max_length=20)
    """At least five, so that every value of a band finds a kind."""
    weight: Weight = 10
    """How likely it is drawn, against other families."""
    lean: int = Field(default=0, ge=-5, le=5)
    """Below 0: likelier in low bands; above 0: likelier in high ones."""


class RosterRules(Record):
    """R2: how the strengths of a game are cut into bands (roster.toml)."""

    band_values: int = Field(ge=1, le=BAND_LIMIT)
    """Values of a band at the most."""
    band_stretch_percent: int = Field(ge=100, le=1000)
    """A band's largest value, as percent of its smallest, at the most."""


class ModRules(Record):
    """What one level of each mod does."""

    life_percent: int = Field(ge=0, le=100)
    """`life`: percent of life more."""
    attack_percent: int = Field(ge=0, le=100)
    """`attack`: percent of attack more."""
    absorb_percent: int = Field(ge=0, le=100)
    """`absorb`: percent of the strength taken off every hit, and at least 1."""
    regen_percent: int = Field(ge=0, le=100)
    """`regen`: percent of life that comes back besides …"""
    regen_ticks: SomeTicks
    """… in this many ticks."""
    speed: int = Field(ge=0, le=10)
    """`speed`: energy a tick more."""
    extra_percent: int = Field(ge=0, le=100)
    """`attack.T`: percent of the attack dealt besides, as damage of type T."""


class MonsterRules(Record):
    """How strength becomes figures (monsters.toml)."""

    life_percent: int = Field(ge=1, le=1000)
    """Life as percent of strength."""
    attack_percent: int = Field(ge=1, le=200)
    """Attack as percent of strength, at least 1."""
    spread_percent: Percent
    """A hit is the attack, give or take up to this share."""
    speed: int = Field(ge=1, le=40)
    """Energy a tick; 10 is normal."""
    regen_full: SomeTicks
    """Ticks in which a monster gets back all its life, without mods."""
    mods: ModRules
