"""Records of terrain: what a cell can be, and how it lives (R11, R13)."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from undertide_server.content.schema.fields import Colour, DamageType, Glyph, Name, Percent, Record

Element = Literal["fire", "ice", "poison"]
"""What regions and traps are of, and what spreads from cell to cell (R13)."""


class Harm(Record):
    """What standing somewhere does to an actor, at each beat of the terrain.

    Where nobody can stand, it is what those take under whom the ground turned into it.
    """

    damage: DamageType
    percent: int = Field(ge=1, le=100)
    """Damage as percent of the actor's full life, before its resistance."""


class Fading(Record):
    """How a cell ends by itself."""

    percent: int = Field(ge=1, le=100)
    """Chance at each beat of the terrain."""
    into: str
    """Key of the terrain that it becomes."""


class Terrain(Record):
    """What a cell can be (terrain.toml). The record's key is what layouts ask for.

    Codes are given in the order of the keys, after `unknown`, which is always 0. What is alive
    changes at each beat of the terrain; see `TerrainRules`.
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
    step_percent: int = Field(default=100, ge=100, le=500)
    """What stepping there costs, as percent of a step: rough ground slows."""
    cover: Percent = 0
    """Chance that a missile misses whoever stands there."""
    harm: Harm | None = None
    """What it does to whoever stands there."""
    shunned: bool = False
    """Whether errands and monsters go round it though it does no harm by itself, as a seen trap."""
    quells_magic: bool = False
    """Whether no scroll or spell works for whoever stands there."""
    forge: bool = False
    """Whether gear can be worked by whoever stands there or beside it (R8)."""
    element: Element | None = None
    """What it spreads to the cells around that it can turn."""
    spreads: Percent = 0
    """Chance at each beat that it reaches each of those cells."""
    touched: Mapping[Element, str] = Field(default_factory=dict)
    """Key of the terrain that it becomes when an element reaches it."""
    fades: Fading | None = None
    """How it ends by itself."""


class TerrainRules(Record):
    """How terrain lives (living.toml)."""

    beat: int = Field(ge=1, le=100)
    """Ticks of a floor's clock from one beat of its terrain to the next."""
    most_alive: int = Field(ge=1, le=5000)
    """Living cells of a floor that one beat looks at; more wait for the next."""
    search_percent: Percent
    """Chance that a hero who waits or rests notices a hidden trap next to it, for each one."""
