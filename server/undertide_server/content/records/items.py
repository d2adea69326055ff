"""Records of items and of how many lie about (R8)."""

from typing import Annotated, Literal

from pydantic import Field

from undertide_server.content.records.effects import (
    Ball,
    Blink,
    Bolt,
    Chain,
    Cure,
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


class Hearten(Record):
    """Raises the full life for good: a share of it, and at least `least`."""

    does: Literal["hearten"]
    percent: Percent
    least: int = Field(ge=1, le=1_000_000)


class Feed(Record):
    """Stills hunger (R7)."""

    does: Literal["feed"]
    ticks: SomeTicks
    """How long it keeps hunger away."""


class Teach(Record):
    """Teaches a spell to whoever reads it."""

    does: Literal["teach"]
    spell: str
    """Key of the spell."""


class Coin(Record):
    """Goes into the purse when it is picked up."""

    does: Literal["coin"]


class Keepsake(Record):
    """Does nothing by itself: it is held, as amulets are (R15)."""

    does: Literal["keepsake"]


class Essence(Record):
    """Is worked into gear at a forge (R8); there is one such item, and a sort of it each affix."""

    does: Literal["essence"]


ItemEffect = Annotated[
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


class Item(Record):
    """A base item (items.toml)."""

    name: Name
    plural: Name
    glyph: Glyph
    colour: Colour
    description: Prose
    effect: ItemEffect
    stack: int = Field(default=9, ge=1, le=99)
    """How many a stack holds."""
    weights: Table
    """R8: how likely it is found, by floor."""
    price: int = Field(default=0, ge=0, le=1_000_000)
    """What a shop asks for one, in gold; 0: none sells it."""


class ItemRules(Record):
    """R8: what lies about (loot.toml)."""

    most_items_per_room: Table
    most_on_floor: int = Field(ge=1, le=2000)
    """Stacks that lie on a floor at the most."""
    gear: Table
    """How likely gear is found, by floor, against the items' weights."""
    essences: Table
    """How likely essences are found, by floor, against the same."""
    treasure_gear: Percent
    """Chance that an item of a treasure is good gear."""
    guarded_gear: Percent
    """Chance that good gear lies in a room that people guard, or bosses."""
    ware_gear: Percent
    """Chance that a ware is good gear."""
    treasure: int = Field(ge=1, le=9)
    """Items of one treasure, which lie in a heap: the middle of its room and the cells around."""
    gold: str
    """Key of the item that gold is."""
    heart: str
    """Key of the item that lies in the dead ends of keeps that hold a heart container."""
    spells: tuple[str, ...] = Field(min_length=1, max_length=50)
    """Keys of the items that lie in those that hold spells, each as likely."""
    spell_count: int = Field(ge=1, le=99)
    """How many of such an item lie there."""
    price_percent: int = Field(ge=1, le=1000)
    """What shops ask, as percent of the items' prices."""
