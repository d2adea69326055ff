"""Records of encounters: how hard rooms are, and what many monsters count for (R4)."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from undertide_server.content.schema.fields import Record, Table

Difficulty = Literal["easy", "medium", "hard", "deadly"]
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard", "deadly")
"""In the order of a hero's thresholds."""


class Multiplier(Record):
    """What the experience of so many monsters, or more, is multiplied by."""

    monsters: int = Field(ge=1, le=1000)
    percent: int = Field(ge=100, le=10_000)


class EncounterRules(Record):
    """R4 (encounters.toml)."""

    difficulties: Mapping[Difficulty, Table] = Field(min_length=1)
    """How likely a combat room is so hard, by floor."""
    multipliers: tuple[Multiplier, ...] = Field(min_length=1, max_length=20)
    """Rising, the first for 1 monster; the last at or below their number holds."""
    most_monsters: int = Field(ge=1, le=100)
    """Of one room: a weak kind must not fill it to the walls."""
    open_ground: int = Field(ge=1, le=40_000)
    """Cells. A room with more is no room but open ground, over which R3's total is spread."""
