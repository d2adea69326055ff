"""Records of the run tree: which types of floors there are, and when they come (R9)."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, WithJsonSchema

from undertide_server.content.records.layout_names import LayoutName
from undertide_server.content.records.weights import WEIGHTS
from undertide_server.content.schema.fields import Colour, Glyph, Name, Prose, Record, Weight


class AtStart(Record):
    """Only at the root."""

    kind: Literal["start"]


class Segment(Record):
    """Where from `first` to `first + length` floors lie above: [X; X+N]."""

    kind: Literal["segment"]
    first: int = Field(ge=1, le=50)
    length: int = Field(ge=0, le=50)


class SemiPermanent(Record):
    """Where at least `first` floors lie above: [X; ∞[."""

    kind: Literal["semi_permanent"]
    first: int = Field(ge=1, le=50)


class Permanent(Record):
    """Everywhere below the root: ]0; ∞[."""

    kind: Literal["permanent"]


Persistence = Annotated[AtStart | Segment | SemiPermanent | Permanent, Field(discriminator="kind")]
"""R9: how many floors may lie above one of this type."""


def _check_weighing(value: str) -> str:
    """Refuse what no function goes by."""
    if value not in WEIGHTS:
        raise ValueError(f"one of {', '.join(WEIGHTS)}")
    return value


Weighing = Annotated[
    str,
    AfterValidator(_check_weighing),
    WithJsonSchema({"enum": list(WEIGHTS)}),
]


class WeightRule(Record):
    """R9: how likely a type is drawn."""

    kind: Weighing
    """Which function of `content.weights` reckons it."""
    base: int = Field(ge=-1000, le=10_000)
    """W."""
    growth: int = Field(default=0, ge=-1000, le=1000)
    """g; means nothing to `constant`."""


class FloorType(Record):
    """A type of floor (tree.toml). The record's key is its id."""

    name: Name
    """What a stair to it says."""
    glyph: Glyph
    """How the map of the run draws it."""
    colour: Colour
    description: Prose
    persistence: Persistence
    weight: WeightRule
    layouts: Mapping[LayoutName, Weight] = Field(min_length=1)
    """How such a floor may be dug, by weight."""
    names: tuple[Name, ...] = Field(default=(), max_length=50)
    """Names of such floors, drawn by the seed. Without any they go by `names` of all floors."""
    themes: Mapping[str, Annotated[int, Field(ge=0, le=10_000)]] = Field(default_factory=dict)
    """Percent of its weight that a theme has here; 100 where nothing is said."""
    monsters_percent: int = Field(default=100, ge=0, le=300)
    """Share of R3's total that a floor of this type holds."""
    amulets: int = Field(default=0, ge=0, le=3)
    """How many amulets such a floor holds at the most, while its path still needs some (R15)."""


class TreeRules(Record):
    """R9: the run tree (tree.toml)."""

    children: tuple[Weight, Weight, Weight]
    """How likely a floor has 1, 2 or 3 stairs down."""
    last: str
    """Key of the type of every floor at the last depth, whatever the weights."""
    names: tuple[Name, ...] = Field(min_length=1, max_length=50)
    """What floors of types without names are called, from the first down; then the last."""
    types: Mapping[str, FloorType] = Field(min_length=1, max_length=50)
