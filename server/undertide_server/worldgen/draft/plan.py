"""A floor as it was made: what heroes find when they first enter it."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.records.encounters import Difficulty
from undertide_server.content.records.layout_names import LayoutName
from undertide_server.content.records.rooms import PatchName, PatchTile, ShapeName
from undertide_server.content.records.terrain import Element
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.game.run_tree import Branch
from undertide_server.worldgen.layouts.layout import Layout, Room
from undertide_shared.geometry import Cell


@dataclass(frozen=True, slots=True)
class Spawn:
    """A monster and where it is at first."""

    kind: MonsterKind
    x: int
    y: int
    asleep: bool


@dataclass(frozen=True, slots=True)
class Loot:
    """Some of one item on the ground."""

    item: str
    """Key of the item."""
    count: int
    x: int
    y: int
    price: int = 0
    """What a shop asks for all of it; 0: whoever takes it has it."""


@dataclass(frozen=True, slots=True)
class Treasure:
    """A heap of items; the first lies nearest to the middle of the room (by its index)."""

    room: int
    loot: tuple[Loot, ...]


@dataclass(frozen=True, slots=True)
class Encounter:
    """R4: who waits in a combat room."""

    difficulty: Difficulty
    """As it was drawn; the last monster added usually oversteps it."""
    budget: int
    """The party's threshold of that difficulty."""
    kinds: tuple[MonsterKind, ...]
    """One for each monster."""
    adjusted: int
    """Their experience, multiplied for their number."""


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """A room and what it was made into. Stages of `worldgen.floor` replace it."""

    room: Room
    shape: ShapeName = "rectangle"
    theme: str = "empty"
    """Key of the theme."""
    special: bool = False
    region: Element | None = None
    patch: tuple[PatchName, PatchTile] | None = None
    """How terrain lies in it, and of what sort (R11)."""
    encounter: Encounter | None = None


@dataclass(frozen=True, slots=True)
class PlannedTrap:
    """A trap. `facing` is the direction in which a wall trap fires; (0, 0) in a floor."""

    kind: str
    """Key of the trap."""
    hidden: bool
    facing: Cell = (0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class FloorPlan:
    """Everything about a floor before its first tick. `tiles` has shape (height, width)."""

    branch: Branch
    name: str
    layout_name: LayoutName
    layout: Layout
    """As it was dug."""
    tiles: NDArray[np.uint8]
    """As it is in the end; can't be written to."""
    rooms: tuple[RoomPlan, ...]
    spawns: tuple[Spawn, ...]
    loot: tuple[Loot, ...]
    """All that lies about, treasures and wares included."""
    treasures: tuple[Treasure, ...]
    traps: Mapping[Cell, PlannedTrap]
    portals: Mapping[Cell, Cell]
    """Where each portal leads; they come in pairs."""
