"""Records of floors: what they are made of, their layout, how strength rises with depth."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from undertide_server.content.fields import Colour, Glyph, Name, Percent, Record, Table
from undertide_server.content.layout_names import LayoutName


class Terrain(Record):
    """What a cell can be (terrain.toml). The record's key is what layouts ask for.

    Codes are given in the order of the keys, after `unknown`, which is always 0.
    """

    name: Name
    """What a player reads when looking at it."""
    glyph: Glyph
    colour: Colour
    walkable: bool
    """Whether an actor can step there; a closed door is walkable, for stepping in opens it."""
    transparent: bool
    """Whether sight goes through."""
    stairs: Literal["none", "up", "down"] = "none"
    opens_to: str | None = None
    """Key of the terrain that it becomes when somebody steps there."""


class TypeCount(Record):
    """R1: types(L) = clamp(round(base + trend·L + swing·cos(pace·L + phase)) + interference)."""

    base: float = Field(ge=0, le=50)
    trend: float = Field(ge=-1, le=1)
    """Types more on each floor."""
    swing: float = Field(ge=0, le=10)
    """Types that the wave adds and takes away."""
    pace: float = Field(ge=-10, le=10)
    """Radians of the wave a floor."""
    phase: float = Field(ge=-10, le=10)
    """Radians at which the wave begins."""
    fewest: int = Field(ge=1, le=10)
    most: int = Field(ge=1, le=10)


class CurveRules(Record):
    """R1: how strength rises with depth (curve.toml)."""

    floors: int = Field(ge=1, le=50)
    base: int = Field(ge=0, le=1000)
    """Added to every strength, besides the floor's number: 4."""
    step_rise: int = Field(ge=0, le=1000)
    """step(L) = round(step_rise · L / step_run): 6."""
    step_run: int = Field(ge=1, le=1000)
    """See `step_rise`: 11."""
    regular: int = Field(ge=1, le=10)
    """Types of a floor that are no bosses: the first 5."""
    types: TypeCount
    interference: Mapping[str, Annotated[int, Field(ge=-1, le=1)]] | None = None
    """Fixed interference by floor number; floors left out have 0. From the seed when absent."""


class LayoutUse(Record):
    """Where floors are dug in one way (floors.toml)."""

    weights: Table
    """How likely a floor is dug so, from floor to floor, against other layouts."""
    names: tuple[Name, ...] = Field(default=(), max_length=50)
    """Names of such floors, drawn by the seed. Without any, they go by `names` of all floors."""


class FloorRules(Record):
    """What floors are called and how they are dug (floors.toml)."""

    names: tuple[Name, ...] = Field(min_length=1, max_length=50)
    """From the first floor on; deeper ones go by the last."""
    layouts: Mapping[LayoutName, LayoutUse] = Field(min_length=1)
    """Layouts that floors may have; settings of each are in layouts.toml."""


class RoomsAndCorridors(Record):
    """R10 `rooms_and_corridors` (layouts.toml). Sizes are cells; those of rooms leave walls out."""

    width: int = Field(ge=20, le=200)
    height: int = Field(ge=15, le=200)
    rooms: int = Field(ge=1, le=100)
    """Tries; rooms that would overlap are left out."""
    smallest: int = Field(ge=3, le=30)
    """Least side of a room."""
    largest: int = Field(ge=3, le=30)
    """Greatest side of a room."""
    loops: Percent
    """Corridors beyond those that are needed, as percent of the rooms: ways round, and to flee."""
    doors: Percent
    """Chance that a doorway has a closed door."""


class Caverns(Record):
    """R10 `caverns` (layouts.toml). Sizes are cells."""

    width: int = Field(ge=20, le=200)
    height: int = Field(ge=15, le=200)
    chambers: int = Field(ge=1, le=100)
    """Tries; chambers that would overlap are left out."""
    smallest: int = Field(ge=5, le=30)
    """Least side of the rectangle that a chamber grows from."""
    largest: int = Field(ge=5, le=30)
    """Greatest side of it."""
    ragged: int = Field(ge=0, le=200)
    """How uneven chambers are at first: 0 gives ovals."""
    smoothing: int = Field(ge=0, le=8)
    """Generations of the automaton: the more, the smoother the walls."""
    loops: Percent
    """Ways beyond those that are needed, as percent of the chambers."""


class Arena(Record):
    """R10 `arena` (layouts.toml). Sizes are cells."""

    width: int = Field(ge=41, le=200)
    height: int = Field(ge=31, le=200)
    gates: int = Field(ge=1, le=4)
    """Corner rooms, each with one way into the hall."""
    ring: int = Field(ge=20, le=50)
    """Size of the ring in the middle, as percent of the hall; up to 10 more are drawn."""
    spacing: int = Field(ge=3, le=20)
    """From pillar to pillar."""
    standing: Percent
    """Chance that a pillar still stands."""


class Keep(Record):
    """R10 `keep` (layouts.toml): a grid of square rooms; the full keep has 9 by 9, 7 a side."""

    columns: int = Field(ge=2, le=40)
    rows: int = Field(ge=2, le=40)
    side: int = Field(ge=3, le=30)
    """Cells of a room's side, walls left out."""
    dead_ends: int = Field(ge=0, le=400)
    """Dead ends at the most: while there are more, some are joined to neighbours."""
    doors: Percent
    """Chance that a doorway has a closed door."""
    monsters: int = Field(ge=0, le=200)
    """R3: for one hero, bosses included; a keep states its own total."""


class Layouts(Record):
    """Settings of each layout (layouts.toml)."""

    rooms_and_corridors: RoomsAndCorridors
    caverns: Caverns
    arena: Arena
    keep: Keep
    small_keep: Keep
