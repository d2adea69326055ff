"""Records of regions: an amulet, its guardian, and the rooms that take its element (R13)."""

from pydantic import Field

from undertide_server.content.records.themes import Strewn
from undertide_server.content.schema.fields import Name, Percent, Record


class Region(Record):
    """The rooms around an amulet (regions.toml). The record's key is the element."""

    name: Name
    amulet: str
    """Key of the item."""
    guardian: str
    """Key of the person who guards it."""
    rooms: int = Field(ge=0, le=20)
    """Number of other rooms, nearest to the amulet's by connections, that take the element too."""
    floor_trap: str
    """Key of the visible trap in the corners, which also replaces other floor traps."""
    wall_trap: str
    """Key of the trap that replaces wall traps."""
    turned: Percent
    """Share of cells that the element reaches, by the rules of their terrain."""
    spared: str | None = None
    """Key of the harmless terrain of reached cells that may not turn into harm: those that somebody
    or something is on, and a way through. None: they stay as they are.
    """
    tower: str | None = None
    """Key of the terrain of a tower in such a room; None: there are no towers."""
    tower_percent: Percent = 0
    """Chance that a room has a tower, if it has space for one."""
    strewn: tuple[Strewn, ...] = Field(default=(), max_length=10)
    """Other terrain that the element left on the ground."""
