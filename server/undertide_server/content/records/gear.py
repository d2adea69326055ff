"""Records of gear: bases, affixes, artifacts, and the worth of their stats (R6, R8)."""

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
    TableRow,
    Weight,
)
from undertide_shared.messages import Slot

Stat = Literal[
    "attack", "magic", "life", "absorb",
    "attack.cold", "attack.fire", "attack.poison", "attack.arcane", "attack.divine",
    "regen", "speed", "sight", "mana", "mana_regen", "nourish", "thorns", "leech",
    "res.physical", "res.cold", "res.fire", "res.poison", "res.arcane", "res.divine",
]  # fmt: skip
"""Stats that gear can change. `StatRules` states the worth of a level of each; `res.T` is
resistance, a point a level.
"""
STATS: tuple[Stat, ...] = get_args(Stat)

Stats = Mapping[Stat, Annotated[int, Field(ge=-10, le=40)]]
"""Levels by stat. The levels of a base and of its affixes add up."""

GearSort = Literal[
    "weapon", "bow", "focus", "shield", "charm", "head", "body", "hands", "feet", "cloak", "ring",
    "amulet",
]  # fmt: skip
"""Sorts of gear. Heroes strike with weapons, shoot with bows and cast with foci; a charm or a
shield goes in the other hand.
"""
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
"""Slots in which each sort is worn, the usual one first: two shields are a double shield (R6)."""

MOST_LEVELS = 5
"""Highest level of an affix."""
MOST_AFFIXES = 4
"""Most affixes of a piece."""

MOST_RESISTANCE = 6
"""R6: most resistance of one piece in all."""

AffixLevel = Annotated[int, Field(ge=1, le=MOST_LEVELS)]


class GearBase(Record):
    """A kind of gear without quality or affixes."""

    name: Name
    plural: Name
    glyph: Glyph
    colour: Colour
    description: Prose
    sort: GearSort
    stats: Stats = Field(default_factory=dict)
    two_handed: bool = False
    """Whether it needs both hands; only gear for the main hand alone may."""
    range: int = Field(default=0, ge=0, le=12)
    """Cells that it shoots; 0: it strikes adjacent cells only."""
    close_percent: int = Field(default=100, ge=1, le=100)
    """R6: percent of its damage at the next cell, and at any while an enemy stands beside the hero.
    """
    weights: Table
    """R8: weight of finding it, by floor, against other gear."""
    price: int = Field(ge=1, le=10_000)
    """A shop's price on the first floor, in gold."""


class StatRules(Record):
    """The worth of one level of each stat; shares are percent of a piece's worth.

    The worth of a piece is the average strength of the floor from whose depth it comes (R1).
    """

    attack: int = Field(ge=0, le=100)
    """`attack`: extra damage of a blow, as a share of the worth."""
    magic: int = Field(ge=0, le=100)
    """`magic`: extra power of spells, as a share of the worth."""
    life: int = Field(ge=0, le=100)
    """`life`: extra full life, as a share of the worth."""
    absorb: int = Field(ge=0, le=100)
    """`absorb`: damage taken off every hit, as a share of the worth."""
    extra: int = Field(ge=0, le=100)
    """`attack.T`: damage of type T that a blow does besides, as a share of the worth."""
    regen: int = Field(ge=0, le=1000)
    """`regen`: percent by which wounds heal faster."""
    speed: int = Field(ge=0, le=10)
    """`speed`: extra energy a tick."""
    sight: int = Field(ge=0, le=10)
    """`sight`: extra cells of sight."""
    mana: int = Field(ge=0, le=1000)
    """`mana`: extra mana."""
    mana_regen: int = Field(ge=0, le=1000)
    """`mana_regen`: percent by which mana comes back faster."""
    nourish: int = Field(ge=0, le=50)
    """`nourish`: percent by which hunger comes more slowly."""
    thorns: int = Field(ge=0, le=100)
    """`thorns`: percent of a blow's damage that strikes the attacker in return."""
    leech: int = Field(ge=0, le=100)
    """`leech`: percent of a blow's damage that heals the attacker."""


class QualityLook(Record):
    """The marks of a quality of gear, in words as well as in colour."""

    name: Name
    mark: Annotated[str, Field(max_length=3)] = ""
    """Text after the name of a piece."""
    colour: Colour | None = None
    """Colour of a piece; the base's own when absent."""


class Quality(QualityLook):
    """A quality of gear: plain, or with a number of affixes."""

    affixes: Count
    """Number of affixes."""
    weights: Table = ()
    """Weight of the quality for gear that is found, by floor."""


class GearRules(Record):
    """All gear and the worth of its levels (gear.toml)."""

    bases: Mapping[str, GearBase] = Field(min_length=1, max_length=500)
    stats: StatRules
    qualities: tuple[Quality, ...] = Field(min_length=1, max_length=8)
    """From plain gear, without affixes, upwards; each has more affixes than the one before."""
    artifact: QualityLook
    """The marks of artifacts."""
    second_resistance_percent: Percent
    """R6: chance that a piece which resists one type also resists another."""
    full_resistance_percent: Percent
    """R6: chance that a piece has all the resistance that one piece can have."""
    ahead: Table = ()
    """Floors by which gear is made for deeper floors than that where it lies, by floor."""
    price_floor_percent: int = Field(ge=0, le=1000)
    """Percent by which the price rises with each floor below the first."""
    price_level_percent: int = Field(ge=0, le=1000)
    """Percent by which the price rises with each level of an affix."""


class Affix(Record):
    """A property that makes a piece of gear better than plain (affixes.toml)."""

    name: Name
    """Text before or after the name of the piece: "keen", "of embers"."""
    form: Literal["prefix", "suffix"]
    essence: Name
    """Name of its essence: "keenness", "embers"."""
    stats: Stats = Field(min_length=1)
    """Levels of stats that each of its levels gives."""
    sorts: tuple[GearSort, ...] = Field(min_length=1, max_length=12)
    """Sorts of gear that can have it."""
    levels: AffixLevel
    """Its highest level."""
    floor: int = Field(ge=1, le=50)
    """First floor on which gear has it, at level 1."""
    step: int = Field(ge=1, le=50)
    """Floors from one level to the next."""
    weight: Weight
    """Weight of the affix, against other affixes that fit."""


class Artifact(Record):
    """A piece of gear with its own name. A run has at most one of each."""

    name: Name
    description: Prose
    base: str
    """Key of the gear that it is based on."""
    affixes: Mapping[str, AffixLevel] = Field(min_length=1, max_length=MOST_AFFIXES)
    """Levels by key of the affix."""
    floor: int = Field(ge=1, le=50)
    """First floor on which it can lie."""
    percent: Percent
    """Chance that it is in a run."""


class CraftingRules(Record):
    """R8: the rules of forges (crafting.toml)."""

    costs: tuple[Annotated[int, Field(ge=1, le=99)], ...] = Field(
        min_length=MOST_LEVELS, max_length=MOST_LEVELS
    )
    """Total essences of an affix by its level, from 1; breaking gear returns one for each level."""
    ahead: int = Field(ge=0, le=50)
    """Floors by which forges, and artifacts, are ahead of the levels of found gear."""
    most_affixes: Table
    """Most affixes of a piece, by floor; artifacts keep to it too."""
    most_levels: Table
    """Most levels of all affixes of a piece together, by floor; artifacts keep to it too."""
    found_levels: Table
    """Most levels of all affixes together for found gear, by floor; artifacts have more."""
    essences: int = Field(ge=1, le=9)
    """Number of essences in one find."""
    most_resistance: Table = (TableRow(floor=1, value=MOST_RESISTANCE),)
    """R6: most resistance in all that a forge gives a piece, by floor."""
    exchange: int = Field(default=0, ge=0, le=9)
    """Essences that a forge turns into one of another sort; 0: no forge does."""
    scrap_percent: Percent = 0
    """Gold that broken plain gear gives, as percent of its price."""

    @model_validator(mode="after")
    def _check_costs(self) -> "CraftingRules":
        if any(cost < level for level, cost in enumerate(self.costs, start=1)):
            raise ValueError("`costs` of at least one essence a level, or breaking would make some")
        return self
