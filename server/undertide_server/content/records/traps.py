"""Records of traps (R12)."""

from typing import Literal

from pydantic import Field

from undertide_server.content.records.terrain import Element
from undertide_server.content.schema.fields import (
    DamageType,
    Name,
    Percent,
    Prose,
    Record,
    SomeTicks,
)


class TrapKind(Record):
    """A trap (traps.toml). Floor traps go off underfoot; wall traps fire along a line."""

    name: Name
    """What it is called in the log: it kills, too."""
    where: Literal["floor", "wall"]
    terrain: str
    """Key of the terrain that it looks like once seen: walkable in a floor, not in a wall."""
    damage: DamageType
    power_percent: int = Field(ge=1, le=1000)
    """Damage as percent of the floor's average strength."""
    element: Element | None = None
    """What reaches the terrain where it strikes."""
    radius: int = Field(default=0, ge=0, le=4)
    """Floor traps: cells around it that it strikes too."""
    reach: int = Field(default=8, ge=1, le=20)
    """Wall traps: cells that it fires over at the most, up to the first actor or wall."""
    reload: SomeTicks
    """Until it goes off again."""
    spared: Percent = 0
    """Chance that whoever sees it coming steps aside; a hidden one always strikes."""
    text: Prose
    """What those who see it go off are told."""
