"""What is noted of a run that was played. Plain data, handed from process to process."""

from dataclasses import dataclass, field
from typing import Literal

Cause = Literal["monster", "tide", "boss", "companion", "harm"]
"""What a hero fell to. monster: one that was there; tide: one that the tide brought; boss: one that
is no regular of any floor; companion: another hero; harm: no actor, such as a trap or hunger."""


@dataclass(frozen=True, slots=True)
class Fall:
    """The death of a hero."""

    floor: int
    tick: int
    """Of the run."""
    cause: Cause
    by: str
    """The killer's family, or what harmed."""
    level: int
    worth: int
    """Strength that the hero was worth."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """The moment in which a party first reached a depth."""

    floor: int
    tick: int
    average: float
    """R1's average strength of the floor."""
    worths: tuple[int, ...]
    """Strength that each living hero is worth: that of a monster of as much life times attack."""
    levels: tuple[int, ...]


@dataclass(slots=True)
class Played:
    """One run from its beginning to its end, or to where it was given up."""

    skill: str
    heroes: int
    won: bool = False
    ended: bool = False
    """Whether it came to an end; else its ticks ran out, or its bots wanted nothing more."""
    floor: int = 0
    """The deepest that was reached."""
    ticks: int = 0
    arrivals: list[Arrival] = field(default_factory=list)
    falls: list[Fall] = field(default_factory=list)
    floor_ticks: dict[int, int] = field(default_factory=dict)
    """Moments that heroes spent on floors of each number: R5's clocks."""
    kills: int = 0
    """Monsters that fell."""
    tide_kills: int = 0
    """Those of them that the tide had brought."""
