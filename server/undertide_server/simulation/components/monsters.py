"""Components of monsters."""

from dataclasses import dataclass, field
from typing import Literal

from undertide_shared.geometry import Cell

Mood = Literal["asleep", "idle", "hunting", "fleeing", "sealed"]


@dataclass(slots=True)
class Monster:
    """Which kind (a key of the run's roster), and what killing it pays."""

    kind: str
    experience: int


@dataclass(slots=True)
class Mind:
    """What a monster is about. It hunts by sight and remembers where it last saw someone."""

    mood: Mood
    last_seen: Cell | None = None
    patience: int = 0
    """Ticks that it goes on looking for whom it no longer sees."""
    path: list[Cell] = field(default_factory=list)
    """Cells to walk to where someone was last seen, nearest last."""


@dataclass(slots=True)
class GuardPost:
    """Where a guardian belongs: it goes no further from there than its kind does."""

    x: int
    y: int


@dataclass(slots=True)
class Loaded:
    """What a thief carries: some of one item. It leaves that where it falls."""

    item: str
    count: int


@dataclass(slots=True)
class Spent:
    """What a monster has used up of its tricks."""

    rests: dict[str, int] = field(default_factory=dict)
    """Its own actions until it may do each of them again."""
    called: int = 0
    """How many kin have come to it."""
    divided: int = 0
    """How often it, or what it is a piece of, fell into two."""
    enraged: bool = False


@dataclass(slots=True)
class LastBoss:
    """Whoever bears it ends the run by falling (R15)."""
