"""Records of rooms: shapes, and patches of terrain in rooms where heroes fight (R11)."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from undertide_server.content.schema.fields import Record, Weight

ShapeName = Literal["rectangle", "cross", "circle", "ell", "ring", "pillared"]
"""R11: what a room looks like from above. `worldgen.rooms.shapes.SHAPES` draws each."""

LEAST_SIDES: Mapping[ShapeName, int] = {
    "rectangle": 1,
    "cross": 6,
    "circle": 5,
    "ell": 5,
    "ring": 5,
    "pillared": 5,
}
"""Cells that a room's shorter side needs to take a shape: with fewer it would be another."""

PatchName = Literal["none", "hole", "blobs", "squares", "cellular"]
"""R11: how terrain lies in a room. `worldgen.rooms.patches.PATCHES` draws each."""

PatchTile = Literal["hazard", "wall", "rough", "cover"]
"""R11: what lies there: it damages, is solid, slows, or helps against missiles."""

NEVER_VIABLE: Mapping[PatchName, tuple[PatchTile, ...]] = {
    "none": ("hazard", "wall", "rough", "cover"),
    "blobs": ("rough",),
    "squares": ("rough",),
    "cellular": ("wall",),
}
"""R11: pairs that no content may allow. Rough ground in small spots is walked round, and so would
not matter; walls all over a room would cut it up."""


class PatchUse(Record):
    """One tile of patches."""

    weight: Weight
    terrain: tuple[str, ...] = Field(min_length=1, max_length=20)
    """Keys of terrain that it can be, each as likely."""


class RoomRules(Record):
    """R11 (rooms.toml). Weights are ratios."""

    shapes: Mapping[ShapeName, Weight] = Field(min_length=1)
    """How likely a room has a shape, where rooms are dug as rectangles."""
    patches: Mapping[PatchName, Weight] = Field(min_length=1)
    """How likely terrain lies so in a room where heroes fight."""
    tiles: Mapping[PatchTile, PatchUse] = Field(min_length=1)
    """What lies there, drawn among those that are viable."""
    viability: Mapping[PatchName, Annotated[tuple[PatchTile, ...], Field(max_length=4)]]
    """Tiles that a patch may be of; a pair is only drawn where it stands here."""
