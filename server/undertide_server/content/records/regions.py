"""Records of regions: an amulet, its guardian, and the rooms that take their element (R13)."""

from pydantic import Field

from undertide_server.content.records.themes import Strewn
from undertide_server.content.schema.fields import Name, Percent, Record


class Region(Record):
    """The rooms around an amulet (regions.toml). The record's key is the element."""

    name: Name
    amulet: str
    """Key of the item."""
    guardian: str
    """Key of the person that stands by it."""
    rooms: int = Field(ge=0, le=20)
    """Rooms nearest to the amulet's, by connections, that take the element too."""
    floor_trap: str
    """Key of the trap that stands, seen, in the corners, and that floor traps change to."""
    wall_trap: str
    """Key of the trap that wall traps change to."""
    turned: Percent
    """Share of cells that the element reaches, by the rules of their terrain."""
    strewn: tuple[Strewn, ...] = Field(default=(), max_length=10)
    """What the element left behind on the ground besides."""
