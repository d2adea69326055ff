"""Records of rooms: shapes, and patches of terrain in combat rooms (R11)."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from undertide_server.content.schema.fields import Record, Weight

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
