"""Records of terrain, the rules by which it changes, and traps (R12)."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from undertide_server.content.schema.fields import (
    Colour,
    DamageType,
    Glyph,
    Name,
    Percent,
    Prose,
    Record,
    SomeTicks,
)
from undertide_shared.limits import MAX_GLOW
from undertide_shared.messages import Joins

Element = Literal["fire", "ice", "poison"]
"""The elements of regions and traps, which spread from cell to cell (R13)."""


class Harm(Record):
    """Harm to an actor that stands in a cell, at each beat of the terrain.

    If nobody can stand there, it harms the actors who stand where the ground turns into it.
    """

    damage: DamageType
    percent: int = Field(ge=1, le=100)
    """Damage as percent of the actor's full life, before its resistance."""


class Fading(Record):
    """The way in which a cell turns into another by itself."""

    percent: int = Field(ge=1, le=100)
    """Chance at each beat of the terrain."""
    into: str
    """Key of the terrain that it becomes."""


class Terrain(Record):
    """A material of cells (terrain.toml). The record's key is the name that layouts use.

    Codes are given in the order of the keys, after `unknown`, which is always 0. Living terrain
    changes at each beat; see `TerrainRules`.
    """

    name: Name
    """Text that a player reads when looking at it."""
    glyph: Glyph
    colour: Colour
    paper: Colour | None = None
    """Colour behind the glyph in full light; without one, clients choose."""
    grain: int = Field(default=0, ge=0, le=50)
    """How unevenly the surface takes light: its cells differ by that many percent."""
    glow: int = Field(default=0, ge=0, le=MAX_GLOW)
    """Number of cells that its light reaches; 0 if it gives none."""
    joins: Joins = "none"
    """How it joins its neighbours on the map: with straight or round lines, or as an edge at which
    lines end."""
    walkable: bool
    """Whether an actor can step there. A closed door is walkable, since a step opens it."""
    transparent: bool
    """Whether sight passes through."""
    stairs: Literal["none", "up", "down"] = "none"
    opens_to: str | None = None
    """Key of the terrain that it becomes when somebody steps there."""
    step_percent: int = Field(default=100, ge=100, le=500)
    """Cost of a step there, as percent of a usual step: rough ground slows."""
    cover: Percent = 0
    """Chance that a missile misses an actor who stands there."""
    harm: Harm | None = None
    """Harm to an actor who stands there."""
    shunned: bool = False
    """Whether auto actions and monsters avoid it though it does no harm by itself, as a seen trap.
    """
    quells_magic: bool = False
    """Whether scrolls and spells fail for an actor who stands there."""
    stands_on: str | None = None
    """Key of the terrain of the cells around it: the block on which it stands."""
    forge: bool = False
    """Whether gear can be worked by an actor who stands there or beside it (R8)."""
    element: Element | None = None
    """Element that it spreads to cells around it that can turn."""
    spreads: Percent = 0
    """Chance at each beat that it reaches each of those cells."""
    touched: Mapping[Element, str] = Field(default_factory=dict)
    """Key of the terrain that it becomes when an element reaches it."""
    fades: Fading | None = None
    """The way in which it ends by itself."""


class TerrainRules(Record):
    """The rules of living terrain (living.toml)."""

    beat: int = Field(ge=1, le=100)
    """Ticks of a floor's clock from one beat of its terrain to the next."""
    most_alive: int = Field(ge=1, le=5000)
    """Most living cells of a floor in one beat; the others wait for the next."""
    search_percent: Percent
    """Chance that a hero who waits or rests notices a hidden trap next to it, for each trap."""


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
