"""Records of encounters: the difficulty of rooms, and the weight of numbers (R4)."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from undertide_server.content.schema.fields import Record, Table

Difficulty = Literal["easy", "medium", "hard", "deadly"]
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard", "deadly")
"""In the order of a hero's thresholds."""


class Multiplier(Record):
    """The factor by which this number of monsters, or more, multiplies their experience."""

    monsters: int = Field(ge=1, le=1000)
    percent: int = Field(ge=100, le=10_000)


class EncounterRules(Record):
    """R4: the rules of encounters (encounters.toml)."""

    difficulties: Mapping[Difficulty, Table] = Field(min_length=1)
    """Weight of each difficulty for a combat room, by floor."""
    multipliers: tuple[Multiplier, ...] = Field(min_length=1, max_length=20)
    """Rising, the first for 1 monster. The last one at or below the number of monsters counts."""
    most_monsters: int = Field(ge=1, le=100)
    """Monsters in one room at most: a weak kind must not fill it to the walls."""
    open_ground: int = Field(ge=1, le=40_000)
    """Cells. Any larger room counts as open ground, over which R3's total is spread."""
