"""Components of monsters."""

from dataclasses import dataclass, field
from typing import Literal

from undertide_shared.geometry import Cell

Mood = Literal["asleep", "idle", "hunting", "fleeing", "sealed"]


@dataclass(slots=True)
class Monster:
    """The kind of a monster (a key of the run's roster), and the experience for killing it."""

    kind: str
    experience: int


@dataclass(slots=True)
class Mind:
    """The mood of a monster. It hunts by sight and remembers where it last saw a target."""

    mood: Mood
    last_seen: Cell | None = None
    patience: int = 0
    """Ticks that it goes on searching after it loses sight of its target."""
    path: list[Cell] = field(default_factory=list)
    """Cells on the way to where it last saw its target, nearest last."""
    harmed_at: int | None = None
    """The floor's clock when it last harmed a hero, below 0 if it did so before it came there; None
    if it never did.
    """


@dataclass(slots=True)
class GuardPost:
    """The cell of a guardian: its kind says how far it may go from there."""

    x: int
    y: int


@dataclass(slots=True)
class Loaded:
    """The loot of a thief: a number of one item. The thief drops it when it falls."""

    item: str
    count: int


@dataclass(slots=True)
class Spoils:
    """The item that a boss leaves when it falls."""

    item: str


@dataclass(slots=True)
class Boss:
    """The mark of a boss of a floor (R3)."""

    name: str
    """Its proper name; empty: it has none."""
    seen_by: list[int] = field(default_factory=list)
    """The entities of the heroes that have seen it."""


@dataclass(slots=True)
class Spent:
    """A monster's use of its tricks."""

    rests: dict[str, int] = field(default_factory=dict)
    """The monster's own actions until it may use each trick again."""
    called: int = 0
    """The number of kin that have come at its call."""
    divided: int = 0
    """How often it has divided, counting the divisions of those from which it came."""
    enraged: bool = False


@dataclass(slots=True)
class LastBoss:
    """The mark of the monster whose death wins the run (R15)."""
