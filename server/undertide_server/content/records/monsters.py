"""Records of monsters: families, mods, and figures from strength (R2)."""

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
"""R2: mods by name. `ModRules` states what a level does; `res.T` is resistance, a point a level."""

Mods = Mapping[ModName, Annotated[int, Field(ge=-10, le=15)]]
"""Levels by mod. The levels of a family and a class add up."""

BAND_LIMIT = 5
"""R2: most values of a band, and so the fewest classes of a family."""


def _check_template(value: str) -> str:
    """Return a template with `{0}` once, for the tier's name. Raises ValueError for any other."""
    if value.count("{0}") != 1 or value.count("{") + value.count("}") != 2:
        raise ValueError("{0} once, for the tier's name, and no other braces")
    return value


class Tier(Record):
    """One tier of a family: a race."""

    name: Name
    glyph: Glyph


class FamilyClass(Record):
    """One class of a family: together with a race it is a kind."""

    name: Annotated[Name, AfterValidator(_check_template)]
    """Template; `{0}` is the tier's name."""
    colour: Colour
    mods: Mods = Field(default_factory=dict)
    tricks: Tricks = PLAIN
    """Tricks besides the family's."""
    floor: int = Field(default=1, ge=1, le=50)
    """First floor on which it may come: it is stronger than all that the floors before have."""


class Behaviour(Record):
    """The behaviour of a kind. Distances are cells, health is percent of full life."""

    flees_below: Percent = 0
    """Health below which it runs; it comes back once its health is well above."""
    shoots: int = Field(default=0, ge=0, le=12)
    """Range of its missiles; 0: it only strikes adjacent cells."""
    keeps_distance: int = Field(default=0, ge=0, le=8)
    """Distance below which it steps back from a hero, as archers do."""
    notices: int = Field(default=8, ge=1, le=20)
    """Distance at which it notices a hero in plain sight; half as far while it sleeps."""
    asleep: Percent = 50
    """Chance that it is asleep when the floor is first entered."""
    memory: Ticks = 100
    """Ticks for which it looks for a target that it no longer sees."""
    pack: bool = False
    """Whether its kin near by wake up when it notices somebody."""
    casts: Element | None = None
    """Element that its missiles bring to the terrain where they strike."""
    rises: Ticks = 0
    """Ticks after its fall when it comes back, once; 0: it stays down."""
    peaceful: bool = False
    """Whether it is nobody's enemy until somebody hurts it."""
    guards: int = Field(default=0, ge=0, le=30)
    """Farthest distance from its place when its floor was first entered; 0: no limit."""
    lurks: bool = False
    """Whether nobody sees it while it sleeps; it wakes when somebody stands next to it."""
    tricks: Tricks = PLAIN
    trades: bool = False
    """Whether it buys gear from heroes that stand next to it, while it is at peace."""


class Family(Record):
    """R2: one sort of creature (families.toml). A family gives no strength."""

    description: Prose
    """`{0}` in it stands for the tier's name."""
    tiers: tuple[Tier, ...] = Field(min_length=2, max_length=4)
    """From the lowest."""
    might: int = Field(default=3, ge=1, le=5)
    """How well its mods make it fare against others of equal strength: 1 loses, 5 wins."""
    mods: Mods = Field(default_factory=dict)
    behaviour: Behaviour = Behaviour()
    boss: Tricks = PLAIN
    """Additional tricks of its members as bosses of floors."""
    classes: Mapping[str, FamilyClass] = Field(min_length=BAND_LIMIT, max_length=20)
    """At least five, so that every value of a band finds a kind."""
    weight: Weight = 10
    """Weight in the draw, against other families."""
    lean: int = Field(default=0, ge=-5, le=5)
    """Below 0: likelier in low bands; above 0: likelier in high ones."""


class RosterRules(Record):
    """R2: how the strengths of a game are cut into bands (roster.toml)."""

    band_values: int = Field(ge=1, le=BAND_LIMIT)
    """Most values of a band."""
    band_stretch_percent: int = Field(ge=100, le=1000)
    """A band's largest value, as percent of its smallest, at most."""


class ModRules(Record):
    """The effect of one level of each mod."""

    life_percent: int = Field(ge=0, le=100)
    """`life`: percent of extra life."""
    attack_percent: int = Field(ge=0, le=100)
    """`attack`: percent of extra attack."""
    absorb_percent: int = Field(ge=0, le=100)
    """`absorb`: percent of the strength taken off every hit, and at least 1."""
    regen_percent: int = Field(ge=0, le=100)
    """`regen`: percent of life that comes back in `regen_ticks`, besides the usual."""
    regen_ticks: SomeTicks
    """`regen`: the ticks in which `regen_percent` comes back."""
    speed: int = Field(ge=0, le=10)
    """`speed`: extra energy a tick."""
    extra_percent: int = Field(ge=0, le=100)
    """`attack.T`: percent of the attack that it deals besides, as damage of type T."""


class Danger(Record):
    """A word for how great a danger a monster is to a hero."""

    name: Name
    """The word that players read before "danger": "dire"."""
    percent: int = Field(ge=0, le=1000)
    """Least share of its full life that the hero would lose by fighting it alone."""
    stops: Literal["none", "awake", "all"] = "all"
    """Such monsters as stop an auto action that `passes`: none, those awake, or sleepers too."""


class MonsterRules(Record):
    """The figures of monsters by their strength (monsters.toml)."""

    life_percent: int = Field(ge=1, le=1000)
    """Life as percent of strength."""
    attack_percent: int = Field(ge=1, le=200)
    """Attack as percent of strength, at least 1."""
    spread_percent: Percent
    """A hit is the attack, plus or minus up to this share."""
    speed: int = Field(ge=1, le=40)
    """Energy a tick; 10 is normal."""
    regen_full: SomeTicks
    """Ticks in which a monster without mods regains all its life."""
    mods: ModRules
    dangers: tuple[Danger, ...] = Field(default=(), max_length=10)
    """Words of danger, rising, the first from 0 on. Monsters have none if it is empty."""
