"""Components of heroes."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from undertide_shared.geometry import Cell
from undertide_shared.messages import Activity, Intent, Outcome, Slot

Presence = Literal["present", "linkdead", "asleep"]
Idleness = Literal["none", "guard", "away"]
"""What a hero does since its player presses no key. guard: it strikes back; away: it sleeps."""
Pursuit = Activity | Literal["revive", "fight", "accompany", "regroup", "climb"]
"""What a hero does in its auto action: `Activity` as the wire names it, the care of a fallen
companion (R16), a fight (R7), following a companion, walking to one, or the way to stairs and the
wait there for companions (R17)."""


@dataclass(slots=True)
class FloorStay:
    """A hero's time on one floor, over all its visits."""

    since: int = 0
    """The floor's clock when the hero last came, or left."""
    ticks: int = 0
    """Ticks of the visits that are over."""
    tide: int = -1
    """Percent of the tide's bias when it last left; -1 within the grace time (R5)."""


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
    """The radius of its sight, in cells."""
    gold: int = 0
    hearts: int = 0
    """Maximum life beyond that of its level; it is permanent."""
    food: int = 0
    """Ticks until it is famished."""
    pangs: int = 0
    """How often hunger has taken life from it since it ate last."""
    nourish: int = 0
    """Percent by which its gear slows its hunger."""
    fate: str = ""
    """Cause of its death; empty while it lives."""
    foes: tuple[int, ...] = ()
    """Monsters that hunted it when its player was lost, or it went on guard: until its player acts
    again, it is safe from others."""
    dies_in: int = 0
    """Ticks until it dies, if it has fallen (R16); 0 while it stands."""
    tended: int = 0
    """Ticks for which companions have tended it without a break since it fell."""
    felled_by: str = ""
    """Cause of its fall; empty while it stands."""
    resting: dict[str, int] = field(default_factory=dict)
    """Ticks until it can perform each ability again, for those that it can't perform now (R17)."""
    noticed: int = 100
    """Percent of the usual distance from which monsters notice it (R17)."""
    offers_seen: int = 0
    """How often the offers of its trades have changed (R17): accepting one names this number."""
    cause: str = ""
    """Cause of its fall or death in words for people, "a blood bat"; empty while it stands."""
    stays: dict[int, FloorStay] = field(default_factory=dict)
    """Its time on each floor, by branch, in the order in which it came there first."""
    slain: dict[str, int] = field(default_factory=dict)
    """How many monsters of each kind it killed, by the key of the kind."""
    wore: dict[str, str] = field(default_factory=dict)
    """The key of the gear in each slot when it died; empty while it lives."""
    idleness: Idleness = "none"
    """What it does without keys of its connected player (R17)."""


@dataclass(slots=True)
class Magic:
    """A hero's mana and spells."""

    mana: int = 0
    max_mana: int = 0
    regen: int = 0
    """Mana that each tick restores, in thousandths."""
    gathered: int = 0
    """Restored mana that is not yet a whole point, in thousandths."""
    power: int = 0
    """The base of its spells' power: each spell has a share of it."""
    spells: list[str] = field(default_factory=list)
    """Keys of the spells that it knows, in the order in which it learned them."""


@dataclass(slots=True)
class IntentQueue:
    """The intents of a hero's player and the outcome of the last one settled."""

    waiting: list[tuple[int, Intent]] = field(default_factory=list)
    received: int = 0
    settled: int = 0
    outcome: Outcome = "none"
    reason: str = ""


@dataclass(slots=True)
class AutoAction:
    """An action of many steps. It ends by itself, or when something comes into view."""

    activity: Pursuit = "none"
    path: list[Cell] = field(default_factory=list)
    """Cells still to walk, nearest last."""
    goal: Cell | None = None
    """The cell to explore next, or that of the fallen companion whom it tends."""
    known: tuple[int, ...] = ()
    """Monsters in view when it began: any other that is new or dangerous interrupts it."""
    aware: tuple[int, ...] = ()
    """Those of them that were dangerous by then: any other that gets so interrupts it."""
    target: int = 0
    """In a fight, the monster that it chose although that didn't hunt; 0 if it chose none."""
    companion: int = 0
    """The entity of the hero whom it follows or walks to."""
    pursued: int = 0
    """In a fight, the monster to which it walks; `goal` is where it saw that last."""
    chased: int = 0
    """In a fight, the steps that it has walked since its last blow."""
    passes: bool = False
    """Whether sleepers that aren't dire, and foes that cost little, don't interrupt it."""
    shut: tuple[Cell, ...] = ()
    """The cells in which it met somebody who makes no way, the latest last."""


@dataclass(slots=True)
class FloorMemory:
    """A hero's memory of one floor.

    Tile code 0 is unknown; `items` has the kind last seen in each cell.
    """

    tiles: NDArray[np.uint8]
    items: dict[Cell, str] = field(default_factory=dict)
    prices: dict[Cell, int] = field(default_factory=dict)
    """Prices of the `items` that a shop sells, in gold."""
    entered: list[str] = field(default_factory=list)
    """Names of the floor's chambers that it has entered."""
    own: dict[Cell, str] = field(default_factory=dict)
    """Those of `items` that the hero itself laid down: exploring leaves them."""
    warned: bool = False
    """Whether it was told, in this visit, that it would leave an amulet behind."""
    meant: dict[Cell, str] = field(default_factory=dict)
    """Those of `items` that a companion left for the hero (R17)."""
    met: tuple[int, ...] = ()
    """Monsters of the floor that it has seen in an auto action: they are news only as dangers."""


@dataclass(slots=True)
class Memory:
    """A hero's memory of floors, by branch of the run."""

    floors: dict[int, FloorMemory] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ItemStack:
    """A number of one item in an inventory. `id` is unique within the hero and never reused.

    A stack is immutable: a change puts another in its place. So an inventory is unchanged while it
    holds the same stacks, and a caller can compare them by identity.
    """

    id: int
    item: str
    count: int
    slot: Slot | Literal[""] = ""
    """The slot in which it is worn; empty when it is carried."""
    letter: str = ""
    """The letter that it keeps while the hero has it; essences have none."""


@dataclass(slots=True)
class Inventory:
    """The items that a hero carries and wears."""

    stacks: list[ItemStack] = field(default_factory=list)
    last_id: int = 0
    lettered: dict[str, str] = field(default_factory=dict)
    """The key of the item that had each letter last, so at most one entry for each letter."""
