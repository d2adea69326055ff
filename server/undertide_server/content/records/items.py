"""Records of items, and of the number of items on floors (R8)."""

from typing import Annotated, Literal

from pydantic import Field, SerializeAsAny

from undertide_server.content.records.effects import (
    OPEN,
    Ball,
    Blink,
    Bolt,
    Chain,
    Cure,
    EffectRecord,
    Heal,
    Inflict,
    Light,
    Nova,
    Summon,
)
from undertide_server.content.schema.fields import (
    Colour,
    Glyph,
    Name,
    Percent,
    Prose,
    Record,
    SomeTicks,
    Table,
)
from undertide_shared.limits import MAX_STACK


class Hearten(EffectRecord):
    """An effect that raises the full life for good: by a share of it, and at least by `least`."""

    does: Literal["hearten"]
    percent: Percent
    least: int = Field(ge=1, le=1_000_000)


class Feed(EffectRecord):
    """An effect that stills hunger (R7)."""

    does: Literal["feed"]
    ticks: SomeTicks
    """Ticks for which it keeps hunger away."""


class Teach(EffectRecord):
    """An effect that teaches the reader a spell."""

    does: Literal["teach"]
    spell: str
    """Key of the spell."""


class Coin(EffectRecord):
    """An effect of coins, which go into the purse when they are picked up."""

    does: Literal["coin"]


class Keepsake(EffectRecord):
    """An effect of things that only need to be held, such as amulets (R15)."""

    does: Literal["keepsake"]


class Essence(EffectRecord):
    """An effect of the one item that forges work into gear, in a sort for each affix (R8)."""

    does: Literal["essence"]


ItemEffect = Annotated[
    SerializeAsAny[
        Annotated[
            Heal
            | Cure
            | Hearten
            | Feed
            | Inflict
            | Bolt
            | Chain
            | Ball
            | Nova
            | Blink
            | Light
            | Summon
            | Teach
            | Coin
            | Keepsake
            | Essence,
            Field(discriminator="does"),
        ]
    ],
    OPEN,
]


class Item(Record):
    """A base item (items.toml)."""

    name: Name
    plural: Name
    glyph: Glyph
    colour: Colour
    description: Prose
    effect: ItemEffect
    stack: int = Field(default=9, ge=1, le=MAX_STACK)
    """Most items in a stack."""
    weights: Table
    """R8: weight of finding it, by floor."""
    price: int = Field(default=0, ge=0, le=1_000_000)
    """A shop's price for one, in gold; 0: no shop sells it."""
    takes_slot: bool = True
    """Whether a stack takes a slot of the pack. A hero can carry one stack of what takes none."""


class ItemRules(Record):
    """R8: the rules of things on floors (loot.toml)."""

    most_items_per_room: Table
    most_on_floor: int = Field(ge=1, le=2000)
    """Most stacks that lie on a floor."""
    gear: Table
    """Weight of finding gear, by floor, against the items' weights."""
    essences: Table
    """Weight of finding essences, by floor, against the same."""
    treasure_gear: Percent
    """Chance that an item of a treasure is good gear."""
    guarded_gear: Percent
    """Chance of good gear in a room that people or bosses guard."""
    boss_draws: int = Field(default=1, ge=1, le=9)
    """Pieces of the highest quality that are drawn for a boss, which leaves the best."""
    ware_gear: Percent
    """Chance that a ware is good gear."""
    treasure: int = Field(ge=1, le=9)
    """Items of one treasure. They lie in a heap: the middle of its room and the cells around it."""
    more_items_percent: int = Field(default=0, ge=0, le=200)
    """Percent of extra items for each further hero, potions and food left out."""
    more_supplies_percent: int = Field(default=0, ge=0, le=200)
    """Percent of extra potions and food for each further hero."""
    supplies: tuple[str, ...] = Field(default=(), max_length=100)
    """Keys of the items that are potions and food."""
    gold: str
    """Key of the gold item."""
    heart: str
    """Key of the item in the dead ends of keeps that hold a heart container."""
    spells: tuple[str, ...] = Field(min_length=1, max_length=50)
    """Keys of the items in dead ends that hold spells, each equally likely."""
    spell_count: int = Field(ge=1, le=99)
    """Number of such items in a dead end."""
    price_percent: int = Field(ge=1, le=1000)
    """Shops' prices, as percent of the items' prices."""
    spell_price_percent: int = Field(default=100, ge=1, le=1000)
    """Prices of items that teach spells, as percent of what shops would ask otherwise."""
    sale_percent: Percent = 0
    """Gold that a trader pays for gear, as percent of its price."""
