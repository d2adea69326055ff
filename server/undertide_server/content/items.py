"""Records of items and of how many lie about (R8)."""

from typing import Annotated, Literal

from pydantic import Field

from undertide_server.content.fields import (
    Colour,
    DamageType,
    Glyph,
    Name,
    Percent,
    Prose,
    Record,
    SomeTicks,
    Table,
)


class Heal(Record):
    """Gives back life: a share of the full life, and at least `least`."""

    does: Literal["heal"]
    percent: Percent
    least: int = Field(ge=0, le=1_000_000)


class Confuse(Record):
    """Confuses the one in the target cell."""

    does: Literal["confuse"]
    ticks: SomeTicks


class Lightning(Record):
    """Strikes the nearest monster in sight."""

    does: Literal["lightning"]
    power: int = Field(ge=1, le=10_000)
    """Percent of the reader's attack."""
    damage: DamageType
    range: int = Field(ge=1, le=60)
    """Cells that it reaches."""


class Fireball(Record):
    """Strikes everyone within `radius` cells of the target cell, the reader included."""

    does: Literal["fireball"]
    power: int = Field(ge=1, le=10_000)
    """Percent of the reader's attack."""
    damage: DamageType
    radius: int = Field(ge=0, le=8)


class Hearten(Record):
    """Raises the full life for good: a share of it, and at least `least`."""

    does: Literal["hearten"]
    percent: Percent
    least: int = Field(ge=1, le=1_000_000)


class Coin(Record):
    """Goes into the purse when it is picked up."""

    does: Literal["coin"]


class Keepsake(Record):
    """Does nothing by itself: it is held, as amulets are (R15)."""

    does: Literal["keepsake"]


ItemEffect = Annotated[
    Heal | Confuse | Lightning | Fireball | Hearten | Coin | Keepsake, Field(discriminator="does")
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
