"""Records of set pieces: built scenes, of which a run has each at most once (R12)."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from undertide_server.content.schema.fields import Name, Record

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
