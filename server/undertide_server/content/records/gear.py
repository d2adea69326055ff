"""Records of gear: bases, affixes, artifacts, and what their stats give (R6, R8)."""

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

from pydantic import Field, model_validator

from undertide_server.content.records.themes import Count
from undertide_server.content.schema.fields import (
    Colour,
    Glyph,
    Name,
    Percent,
    Prose,
    Record,
    Table,
    Weight,
)
from undertide_shared.messages import Slot

Stat = Literal[
    "attack", "magic", "life", "absorb",
    "attack.cold", "attack.fire", "attack.poison", "attack.arcane", "attack.divine",
    "regen", "speed", "sight", "mana", "mana_regen", "nourish", "thorns", "leech",
    "res.physical", "res.cold", "res.fire", "res.poison", "res.arcane", "res.divine",
]  # fmt: skip
"""What gear can change. What a level of each gives is stated by `StatRules`; `res.T` is
resistance, a point a level."""
STATS: tuple[Stat, ...] = get_args(Stat)

Stats = Mapping[Stat, Annotated[int, Field(ge=-10, le=40)]]
"""Levels by stat. Those of a base and of its affixes add up."""

GearSort = Literal[
    "weapon", "bow", "focus", "shield", "charm", "head", "body", "hands", "feet", "cloak", "ring",
    "amulet",
]  # fmt: skip
"""What gear is. Weapons are held to strike with, bows to shoot with, foci to cast with; charms are
what the other hand holds besides shields."""
ARMS: tuple[GearSort, ...] = ("weapon", "bow", "focus")
"""Sorts that R6 calls weapons: they never carry resistance."""

SLOTS: Mapping[GearSort, tuple[Slot, ...]] = {
    "weapon": ("main_hand",),
    "bow": ("main_hand",),
    "focus": ("main_hand",),
    "shield": ("off_hand", "main_hand"),
    "charm": ("off_hand",),
    "head": ("head",),
    "body": ("body",),
    "hands": ("hands",),
    "feet": ("feet",),
    "cloak": ("cloak",),
    "ring": ("ring",),
    "amulet": ("amulet",),
}
"""Where each sort is worn, the usual place first: two shields are a double shield (R6)."""

MOST_LEVELS = 5
"""Levels of an affix at the most."""
MOST_AFFIXES = 4
"""Affixes of a piece at the most."""

AffixLevel = Annotated[int, Field(ge=1, le=MOST_LEVELS)]


class GearBase(Record):
    """A kind of gear, plain as it comes from the smith."""

    name: Name
    plural: Name
    glyph: Glyph
    colour: Colour
    description: Prose
    sort: GearSort
    stats: Stats = Field(default_factory=dict)
    two_handed: bool = False
    """Whether it leaves no hand free: only for what is worn in the main hand alone."""
    range: int = Field(default=0, ge=0, le=12)
    """Cells that it shoots; 0: it strikes what is next to it."""
    weights: Table
    """R8: how likely it is found, by floor, against other gear."""
    price: int = Field(ge=1, le=10_000)
    """What a shop asks on the first floor, in gold."""


class StatRules(Record):
    """What one level of each stat gives: shares of a worth are percent of it.

    The worth of a piece is the average strength of the floor whose depth it is of (R1).
    """

    attack: int = Field(ge=0, le=100)
    """`attack`: share of the worth that a blow does more."""
    magic: int = Field(ge=0, le=100)
    """`magic`: share of the worth that spells have more power."""
    life: int = Field(ge=0, le=100)
    """`life`: share of the worth that the full life is more."""
    absorb: int = Field(ge=0, le=100)
    """`absorb`: share of the worth that is taken off every hit."""
    extra: int = Field(ge=0, le=100)
    """`attack.T`: share of the worth that a blow does besides, as damage of type T."""
    regen: int = Field(ge=0, le=1000)
    """`regen`: percent that wounds heal faster."""
    speed: int = Field(ge=0, le=10)
    """`speed`: energy a tick more."""
    sight: int = Field(ge=0, le=10)
    """`sight`: cells seen further."""
    mana: int = Field(ge=0, le=1000)
    """`mana`: mana more."""
    mana_regen: int = Field(ge=0, le=1000)
    """`mana_regen`: percent that mana comes back faster."""
    nourish: int = Field(ge=0, le=50)
    """`nourish`: percent that hunger comes slower."""
    thorns: int = Field(ge=0, le=100)
    """`thorns`: percent of a blow's damage that comes back to whoever struck it."""
    leech: int = Field(ge=0, le=100)
    """`leech`: percent of a blow's damage that heals whoever strikes it."""


class QualityLook(Record):
    """How gear of a quality is told from other gear, in words as well as in colour."""

    name: Name
    mark: Annotated[str, Field(max_length=3)] = ""
    """Stands after the name of a piece."""
    colour: Colour | None = None
    """What a piece is drawn in; the base's own when absent."""


class Quality(QualityLook):
    """How much there is to a piece of gear."""

    affixes: Count
    """How many affixes it has."""
    weights: Table = ()
    """How likely gear that is found has it, by floor."""


class GearRules(Record):
    """What gear there is, and how its levels become figures (gear.toml)."""

    bases: Mapping[str, GearBase] = Field(min_length=1, max_length=500)
    stats: StatRules
    qualities: tuple[Quality, ...] = Field(min_length=1, max_length=8)
    """From plain gear, without affixes, up; each has more affixes than the one before."""
    artifact: QualityLook
    """How artifacts are told from other gear."""
    second_resistance_percent: Percent
    """R6: chance that a piece which resists one type gets resistance to another as well."""
    full_resistance_percent: Percent
    """R6: chance that a piece gets all the resistance that one can have."""
    price_floor_percent: int = Field(ge=0, le=1000)
    """Share of the price more for each floor below the first."""
    price_level_percent: int = Field(ge=0, le=1000)
    """Share of the price more for each level of an affix."""


class Affix(Record):
    """What makes a piece of gear more than plain (affixes.toml)."""

    name: Name
    """Before the name of the piece, or after it: "keen", "of embers"."""
    form: Literal["prefix", "suffix"]
    essence: Name
    """What its essence is one of: "keenness", "embers"."""
    stats: Stats = Field(min_length=1)
    """Levels of stats that each level of it gives."""
    sorts: tuple[GearSort, ...] = Field(min_length=1, max_length=12)
    """Gear that can have it."""
    levels: AffixLevel
    """Its highest level."""
    floor: int = Field(ge=1, le=50)
    """The first floor on which gear has it, at level 1."""
    step: int = Field(ge=1, le=50)
    """Floors from one level to the next."""
    weight: Weight
    """How likely gear has it, against other affixes that fit."""


class Artifact(Record):
    """A piece of gear with a name of its own, of which a run has one at the most."""

    name: Name
    description: Prose
    base: str
    """Key of the gear that it is."""
    affixes: Mapping[str, AffixLevel] = Field(min_length=1, max_length=MOST_AFFIXES)
    """Levels by key of the affix."""
    floor: int = Field(ge=1, le=50)
    """The first floor on which it can lie."""
    percent: Percent
    """Chance that it is in a run."""


class CraftingRules(Record):
    """R8: what forges can do (crafting.toml)."""

    costs: tuple[Annotated[int, Field(ge=1, le=99)], ...] = Field(
        min_length=MOST_LEVELS, max_length=MOST_LEVELS
    )
    """Essences that an affix takes in all, by level from 1; breaking gives back one a level."""
    ahead: int = Field(ge=0, le=50)
    """Floors that forges, and artifacts, are ahead of the levels that gear is found with."""
    most_affixes: Table
    """Affixes of a piece at the most, by floor; artifacts too keep within it."""
    most_levels: Table
    """Levels of all its affixes together at the most, by floor; artifacts too keep within it."""
    found_levels: Table
    """Levels of all affixes of gear that is found at the most, by floor: artifacts have more."""
    essences: int = Field(ge=1, le=9)
    """Essences that lie together where some are found."""

    @model_validator(mode="after")
    def _check_costs(self) -> "CraftingRules":
        if any(cost < level for level, cost in enumerate(self.costs, start=1)):
            raise ValueError("`costs` of at least one essence a level, or breaking would make some")
        return self
