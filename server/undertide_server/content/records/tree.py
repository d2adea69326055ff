"""Records of the run tree: the types of floors, and the depths at which they come (R9).

The functions at the end say where a type may come, its weight there, and its amulets (R15). The run
tree is drawn by them, and the checks use them to promise that the tree can be drawn.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, WithJsonSchema

from undertide_server.content.records.layouts import LayoutKey
from undertide_server.content.schema.fields import Colour, Glyph, Name, Prose, Record, Ticks, Weight

WeightFunction = Callable[[int, int, int, int], int]
"""A function of a type's `base` W and `growth` g, and of x and a. A result below 0 counts as 0.

x is the number of floors above, a the number of those since the type last appeared on the path: 0
right below a floor of that type, x if it never appeared.
"""


def constant(base: int, _growth: int, _above: int, _since: int) -> int:
    """Return W: the same weight everywhere."""
    return base


def linear(base: int, growth: int, above: int, _since: int) -> int:
    """Return g·x + W: the weight grows or falls with each floor above."""
    return growth * above + base


def linear_reset(base: int, growth: int, _above: int, since: int) -> int:
    """Return g·a + W: the weight grows with each floor since the type last appeared on the path."""
    return growth * since + base


WEIGHTS: Mapping[str, WeightFunction] = {
    "constant": constant,
    "linear": linear,
    "linear_reset": linear_reset,
}
"""Every function by its name in content."""


class AtStart(Record):
    """Only at the root."""

    kind: Literal["start"]


class Segment(Record):
    """From `first` to `first + length` floors above: [X; X+N]."""

    kind: Literal["segment"]
    first: int = Field(ge=1, le=50)
    length: int = Field(ge=0, le=50)


class SemiPermanent(Record):
    """At least `first` floors above: [X; ∞[."""

    kind: Literal["semi_permanent"]
    first: int = Field(ge=1, le=50)


class Permanent(Record):
    """Anywhere below the root: ]0; ∞[."""

    kind: Literal["permanent"]


Persistence = Annotated[AtStart | Segment | SemiPermanent | Permanent, Field(discriminator="kind")]
"""R9: how many floors may lie above a floor of a type."""


def _check_weighing(value: str) -> str:
    """Return the name of a weight function. Raises ValueError for any other."""
    if value not in WEIGHTS:
        raise ValueError(f"one of {', '.join(WEIGHTS)}")
    return value


Weighing = Annotated[
    str,
    AfterValidator(_check_weighing),
    WithJsonSchema({"enum": list(WEIGHTS)}),
]


class WeightRule(Record):
    """R9: the weight of a type in the draw."""

    kind: Weighing
    """Key of the function that computes it (`WEIGHTS`)."""
    base: int = Field(ge=-1000, le=10_000)
    """W of the function."""
    growth: int = Field(default=0, ge=-1000, le=1000)
    """g of the function; `constant` ignores it."""


class FloorType(Record):
    """A type of floor (tree.toml). The record's key is its id."""

    name: Name
    """Text of a stair that leads to it."""
    glyph: Glyph
    """Its character on the map of the run."""
    colour: Colour
    description: Prose
    persistence: Persistence
    weight: WeightRule
    layouts: Mapping[LayoutKey, Weight] = Field(min_length=1)
    """Layouts of such a floor, by weight."""
    names: tuple[Name, ...] = Field(default=(), max_length=50)
    """Names of such floors, drawn by the seed. If there are none, `names` of all floors apply."""
    themes: Mapping[str, Annotated[int, Field(ge=0, le=10_000)]] = Field(default_factory=dict)
    """Percent of its usual weight that a theme has here; 100 unless stated."""
    monsters_percent: int = Field(default=100, ge=0, le=300)
    """Share of R3's total that a floor of this type holds."""
    tide_ahead: Ticks = 0
    """Ticks that have passed for the tide when such a floor is first entered (R5)."""
    amulets: int = Field(default=0, ge=0, le=3)
    """Most amulets that such a floor holds, as long as its path still needs some (R15)."""


class TreeRules(Record):
    """R9: the rules of the run tree (tree.toml)."""

    children: tuple[Weight, Weight, Weight]
    """Weights of 1, 2 or 3 stairs down on a floor."""
    last: str
    """Key of the type of every floor at the last depth, whatever the weights."""
    names: tuple[Name, ...] = Field(min_length=1, max_length=50)
    """Names of floors whose types have none, from the first floor down; the last one repeats."""
    types: Mapping[str, FloorType] = Field(min_length=1, max_length=50)


def may_come(kind: FloorType, above: int) -> bool:
    """Return whether a type's persistence allows it with `above` floors above it."""
    match kind.persistence:
        case AtStart():
            return above == 0
        case Segment(first=first, length=length):
            return first <= above <= first + length
        case SemiPermanent(first=first):
            return above >= first
        case Permanent():
            return above > 0


def weight_of(kind: FloorType, above: int, since: int) -> int:
    """Return a type's weight, at least 0. `WeightFunction` explains the two numbers."""
    rule = kind.weight
    return max(0, WEIGHTS[rule.kind](rule.base, rule.growth, above, since))


def most_amulets(tree: TreeRules, above: int) -> int:
    """Return the most amulets that one floor can hold with `above` floors above it."""
    return max((kind.amulets for kind in tree.types.values() if may_come(kind, above)), default=0)


def room_for_amulets(tree: TreeRules, depths: range, wanted: int) -> int:
    """Return how many amulets floors of these depths can hold; stop counting at `wanted`."""
    room = 0
    for above in depths:
        if room >= wanted:
            break
        room += most_amulets(tree, above)
    return room
