"""Records of rooms: shapes and patches of terrain (R11), set pieces (R12), and extras.

A set piece is a built scene, of which a run has each at most once. Extras are plants and things
that no theme brings (R10 step 6, R14).
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from undertide_server.content.schema.fields import Name, Percent, Record, Table, Weight

ShapeName = Literal["rectangle", "cross", "circle", "ell", "ring", "pillared"]
"""R11: the shape of a room from above. `worldgen.stages.shapes.SHAPES` draws each."""
LEAST_SIDES: Mapping[ShapeName, int] = {
    "rectangle": 1,
    "cross": 6,
    "circle": 5,
    "ell": 5,
    "ring": 5,
    "pillared": 5,
}
"""Least cells of a room's shorter side for each shape: a smaller one would look like another."""
PatchName = Literal["none", "hole", "blobs", "squares", "cellular", "fill"]
"""R11: the form of terrain in a room. `worldgen.stages.patches.PATCHES` draws each."""
PatchTile = Literal["hazard", "wall", "rough", "cover"]
"""R11: the sort of terrain in a patch: it harms, is solid, slows, or covers against missiles."""
NEVER_VIABLE: Mapping[PatchName, tuple[PatchTile, ...]] = {
    "none": ("hazard", "wall", "rough", "cover"),
    "blobs": ("rough",),
    "squares": ("rough",),
    "cellular": ("wall",),
    "fill": ("hazard", "wall"),
}
"""R11: pairs that no content may allow. Heroes would walk round small spots of rough ground, so
these would not matter; walls all over a room would cut it up; harm from wall to wall leaves no way
round.
"""


class PatchUse(Record):
    """One tile of patches."""

    weight: Weight
    terrain: tuple[str, ...] = Field(min_length=1, max_length=20)
    """Keys of its terrain, each equally likely."""


class RoomRules(Record):
    """R11: the rules of rooms (rooms.toml). Weights are ratios."""

    shapes: Mapping[ShapeName, Weight] = Field(min_length=1)
    """Weight of each shape for a room that is dug as a rectangle."""
    patches: Mapping[PatchName, Weight] = Field(min_length=1)
    """Weight of each patch for a combat room."""
    tiles: Mapping[PatchTile, PatchUse] = Field(min_length=1)
    """Terrain of patches; one of the viable tiles is drawn."""
    viability: Mapping[PatchName, Annotated[tuple[PatchTile, ...], Field(max_length=4)]]
    """Tiles that a patch may have; only the pairs stated here are drawn."""


OPEN = "."
"""The mark of a cell that stays as it is."""
FIND = "!"
"""The mark of a cell where something lies that can be found on the floor (R8)."""
Mark = Annotated[str, Field(min_length=1, max_length=1)]
"""A character of a set piece's map."""
MapRow = Annotated[str, Field(min_length=3, max_length=30)]


class SetPiece(Record):
    """A built scene (set_pieces.toml). The record's key is its id."""

    name: Name
    """The name that heroes read when they first come in, without an article."""
    first: int = Field(default=1, ge=1, le=50)
    """The first floor on which it may be built."""
    map: tuple[MapRow, ...] = Field(min_length=3, max_length=20)
    """Its rows from top to bottom, all of one length; cells on the border are open."""
    terrain: Mapping[Mark, str] = Field(default_factory=dict, max_length=10)
    """Key of the terrain of each mark."""
    people: Mapping[Mark, str] = Field(default_factory=dict, max_length=10)
    """Key of the person at each mark."""
    traps: Mapping[Mark, str] = Field(default_factory=dict, max_length=10)
    """Key of the trap at each mark: a trap in the floor, which everybody sees."""


class ExtraRules(Record):
    """The additions that every floor gets last (extras.toml)."""

    gold: Table
    """Gold that lies on a floor in all, by floor."""
    heaps: Table
    """Number of heaps that the gold lies in, by floor."""
    people: Percent
    """Share of R3's total up to which more people come to rooms than their themes promise."""
    blood: Percent
    """Share of the ground that is stained with blood."""
    bones: Percent
    """Share of the ground that has bones on it."""
    glass: Percent
    """Share of the walls between rooms, one cell thick, that are transparent."""
    grass: Percent
    """Share of the bare ground that grass grows on."""
    trees: Percent
    """Share of all grass that becomes trees."""
    stone_doors: Percent
    """Share of the doors that are stone, which doesn't burn."""
    set_pieces: Percent = 0
    """Chance that a floor has a set piece."""
