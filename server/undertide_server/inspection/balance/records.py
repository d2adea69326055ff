"""The records of a played run. Plain data, which processes send to one another."""

from dataclasses import dataclass, field
from typing import Literal

Cause = Literal["monster", "tide", "boss", "companion", "harm"]
"""The cause of a hero's death.

monster: a monster of the floor; tide: a monster that the tide brought; boss: a monster that is no
regular type of its floor; companion: another hero; harm: anything that is no actor, such as a trap
or hunger.
"""


Activity = Literal["explore", "fight", "travel", "rest", "wait", "fallen", "other"]
"""What a hero's time goes into.

fight: a dangerous monster is in view, whatever the hero does; fallen: it has no life. Else it goes
by the latest intent; other: gear, potions, trades, a forge.
"""


@dataclass(frozen=True, slots=True)
class Fall:
    """The death of a hero."""

    floor: int
    tick: int
    """Tick of the run."""
    cause: Cause
    by: str
    """The killer's family, or the name of the harm."""
    level: int
    worth: int
    """The hero's worth as a strength; see `worth`."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """The moment at which a party first reached a depth."""

    floor: int
    tick: int
    average: float
    """R1's average strength of the floor."""
    worths: tuple[int, ...]
    """Worth of each living hero: the strength of a monster with the same life times attack."""
    levels: tuple[int, ...]


@dataclass(slots=True)
class Played:
    """One played run, from its start to its end or until it was given up."""

    skill: str
    heroes: int
    won: bool = False
    ended: bool = False
    """Whether the run ended by itself, rather than by a lack of ticks or of wishes from its bots.
    """
    floor: int = 0
    """Number of the deepest floor that the party reached."""
    ticks: int = 0
    arrivals: list[Arrival] = field(default_factory=list)
    falls: list[Fall] = field(default_factory=list)
    floor_ticks: dict[int, int] = field(default_factory=dict)
    """Ticks that heroes spent on floors of each number, by R5's clocks."""
    times: dict[int, dict[Activity, int]] = field(default_factory=dict)
    """Ticks of all heroes together on floors of each number, by what they went into."""
    kills: int = 0
    """Monsters that fell."""
    tide_kills: int = 0
    """Those of them that the tide brought."""
    last_floor: int = 0
    """Number of the last floor of the game."""
