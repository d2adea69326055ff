"""A floor as it was made, before heroes first enter it."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.population import Difficulty
from undertide_server.content.records.rooms import PatchName, PatchTile, ShapeName
from undertide_server.content.records.terrain import Element
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.game.run_tree import Branch
from undertide_server.worldgen.layouts.layout import Layout, Room
from undertide_shared.geometry import Cell


@dataclass(frozen=True, slots=True)
class Spawn:
    """A monster and its first cell."""

    kind: MonsterKind
    x: int
    y: int
    asleep: bool
    spoils: str = ""
    """Key of the item that it leaves when it falls; empty: none."""
    boss: bool = False
    """Whether it is a boss of the floor (R3)."""


@dataclass(frozen=True, slots=True)
class Loot:
    """A stack of one item on the ground."""

    item: str
    """Key of the item."""
    count: int
    x: int
    y: int
    price: int = 0
    """A shop's price for all of it; 0: it is free."""


@dataclass(frozen=True, slots=True)
class Treasure:
    """A heap of items in a room, by its index; the first lies nearest to the room's middle."""

    room: int
    loot: tuple[Loot, ...]


@dataclass(frozen=True, slots=True)
class Encounter:
    """R4: the monsters of a combat room."""

    difficulty: Difficulty
    """The difficulty that was drawn; the last monster added usually exceeds it."""
    budget: int
    """The party's threshold of that difficulty."""
    kinds: tuple[MonsterKind, ...]
    """One for each monster."""
    adjusted: int
    """Their experience, multiplied for their number."""


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """A room, and what it becomes. Stages of `worldgen.floor` replace it."""

    room: Room
    shape: ShapeName = "rectangle"
    theme: str = "empty"
    """Key of the theme."""
    special: bool = False
    region: Element | None = None
    patch: tuple[PatchName, PatchTile] | None = None
    """Form and tile of its patch (R11)."""
    encounter: Encounter | None = None
    set_piece: str | None = None
    """Key of the set piece that is built in it."""


@dataclass(frozen=True, slots=True)
class PlannedTrap:
    """A trap. `facing` is the direction in which a wall trap fires; it is (0, 0) in a floor."""

    kind: str
    """Key of the trap."""
    hidden: bool
    facing: Cell = (0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class FloorPlan:
    """All of a floor before its first tick. `tiles` has shape (height, width)."""

    branch: Branch
    name: str
    layout_name: LayoutName
    layout: Layout
    """The layout as it was dug."""
    tiles: NDArray[np.uint8]
    """The tiles after all stages; they can't be written to."""
    rooms: tuple[RoomPlan, ...]
    spawns: tuple[Spawn, ...]
    loot: tuple[Loot, ...]
    """Everything on the ground, treasures and wares included."""
    treasures: tuple[Treasure, ...]
    traps: Mapping[Cell, PlannedTrap]
    portals: Mapping[Cell, Cell]
    """The cell to which each portal leads; they come in pairs."""
    set_piece: str = ""
    """The key of the floor's set piece; empty without one."""
