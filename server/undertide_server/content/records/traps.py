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
    """Its name in the log, also as a cause of death."""
    where: Literal["floor", "wall"]
    terrain: str
    """Key of the terrain that shows it once seen: walkable in a floor, not in a wall."""
    damage: DamageType
    power_percent: int = Field(ge=1, le=1000)
    """Damage as percent of the floor's average strength."""
    element: Element | None = None
    """Element that it brings to the terrain where it strikes."""
    radius: int = Field(default=0, ge=0, le=4)
    """Floor traps: the distance in cells within which it strikes too."""
    reach: int = Field(default=8, ge=1, le=20)
    """Wall traps: most cells that it fires over, up to the first actor or wall."""
    reload: SomeTicks
    """Ticks until it can go off again."""
    leaves: str | None = None
    """Key of the terrain that is left of it once it is disarmed; None: nobody can disarm it."""
    spared: Percent = 0
    """Chance that an actor who sees it steps aside; a hidden trap always strikes."""
    text: Prose
    """Text for those who see it go off."""
