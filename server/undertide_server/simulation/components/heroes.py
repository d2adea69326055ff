"""Components of heroes."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from undertide_shared.geometry import Cell
from undertide_shared.messages import Activity, Intent, Outcome, Slot

Presence = Literal["present", "linkdead", "asleep"]


@dataclass(slots=True)
class Hero:
    """The hero of one seat, alive or dead."""

    seat: int
    colour: int
    calling: str = ""
    """Key of its calling."""
    presence: Presence = "present"
    level: int = 1
    experience: int = 0
    kills: int = 0
    deepest: int = 1
    sight: int = 20
    """Cells that it sees at most."""
    gold: int = 0
    hearts: int = 0
    """Full life that it has above its level's, for good."""
    food: int = 0
    """Ticks until it is famished."""
    nourish: int = 0
    """Percent of its hunger that its gear keeps away."""
    fate: str = ""
    """What killed it; empty while it lives."""
    foes: tuple[int, ...] = ()
    """Monsters that were after it when its player was lost: link-dead, it is safe from others."""


@dataclass(slots=True)
class Magic:
    """What a hero casts with."""

    mana: int = 0
    max_mana: int = 0
    regen: int = 0
    """Mana given back each tick, in thousandths."""
    gathered: int = 0
    """Mana given back that is not yet a whole point, in thousandths."""
    power: int = 0
    """What the power of spells is a share of."""
    spells: list[str] = field(default_factory=list)
    """Keys of the spells that it knows, in the order in which it learned them."""


@dataclass(slots=True)
class IntentQueue:
    """What the hero's player asked for and what became of it."""

    waiting: list[tuple[int, Intent]] = field(default_factory=list)
    received: int = 0
    settled: int = 0
    outcome: Outcome = "none"
    reason: str = ""


@dataclass(slots=True)
class AutoAction:
    """Something that takes many actions. Ends by itself or when something comes into view."""

    activity: Activity = "none"
    path: list[Cell] = field(default_factory=list)
    """Cells still to walk, nearest last."""
    goal: Cell | None = None
    known: tuple[int, ...] = ()
    """Monsters that were in view when it began: others interrupt it."""
    aware: tuple[int, ...] = ()
    """Those of them that were awake to the hero by then: others interrupt it when they are."""


@dataclass(slots=True)
class FloorMemory:
    """What a hero remembers of one floor. Code 0 is unknown; `items` are kinds last seen there."""

    tiles: NDArray[np.uint8]
    items: dict[Cell, str] = field(default_factory=dict)
    prices: dict[Cell, int] = field(default_factory=dict)
    """What shops ask for those of `items` that are wares, in gold."""
    entered: list[str] = field(default_factory=list)
    """Names of the floor's chambers that it has been in."""


@dataclass(slots=True)
class Memory:
    """What a hero remembers, by branch of the run."""

    floors: dict[int, FloorMemory] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ItemStack:
    """Some of one item in a pack. `id` is the hero's own count and never comes again.

    It never changes: another takes its place. So a pack holds what it held while it holds the same
    stacks, and whoever wants to know that looks into none of them.
    """

    id: int
    item: str
    count: int
    slot: Slot | Literal[""] = ""
    """Where it is worn; empty: it is carried."""


@dataclass(slots=True)
class Inventory:
    """What a hero carries."""

    stacks: list[ItemStack] = field(default_factory=list)
    last_id: int = 0
