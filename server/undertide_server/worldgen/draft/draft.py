"""A floor in the making, which the stages of `worldgen.floor` change one after another."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.schema.fields import row_at
from undertide_server.util.rng import Rng, derive
from undertide_server.worldgen.draft.plan import Loot, PlannedTrap, RoomPlan, Spawn, Treasure
from undertide_server.worldgen.draft.wholeness import changes_no_way, keeps_whole
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.game.run_tree import Branch
from undertide_server.worldgen.items.finds import Finds, finds_of
from undertide_server.worldgen.layouts.layout import Layout, Room
from undertide_server.worldgen.layouts.terrain import SHUNNED, WALKABLE
from undertide_shared.geometry import Cell


@dataclass(slots=True)
class Draft:
    """A floor in the making. `tiles` has shape (height, width)."""

    game: Game
    branch: Branch
    levels: tuple[int, ...]
    """Levels of the heroes for whom it is made."""
    layout: Layout
    """The layout as it was dug."""
    tiles: NDArray[np.uint8]
    rooms: list[RoomPlan]
    lair: int
    """Index of the room of bosses (R3), if the floor has any."""
    taken: set[Cell]
    """Cells that `lay` leaves unchanged: the arrival, stairs, doors, and things that stages placed.
    """
    traps: dict[Cell, PlannedTrap] = field(default_factory=dict)
    portals: dict[Cell, Cell] = field(default_factory=dict)
    """The cell to which each portal leads; they come in pairs."""
    spawns: list[Spawn] = field(default_factory=list)
    loot: list[Loot] = field(default_factory=list)
    treasures: list[Treasure] = field(default_factory=list)
    built: frozenset[str] = frozenset()
    """Keys of the set pieces that other floors of the run have."""
    set_piece: str = ""
    """Key of the floor's own set piece."""
    finds: Finds = field(init=False)
    """The finds on the floor, with their weights."""
    codes: memoryview = field(init=False)
    """The same tiles for a look at one cell: `codes[y, x]` is a plain number, and costs a third."""

    def __post_init__(self) -> None:
        self.codes = self.tiles.data
        self.finds = finds_of(self.game.ruleset, self.branch.number)

    @property
    def bosses(self) -> tuple[int, ...]:
        """Strengths of the bosses that come (R3): the weakest of the floor, as many as may."""
        most = row_at(self.game.ruleset.population.bosses, self.branch.number)
        return self.game.curve.floors[self.branch.number - 1].bosses[:most]

    def rng(self, purpose: str, *keys: int | str) -> Rng:
        """Return the random numbers of one purpose on this floor."""
        return derive(self.game.seed, purpose, self.branch.key, *keys)

    def is_walkable(self, cell: Cell) -> bool:
        """Return whether a cell's terrain can be walked."""
        return bool(self.game.terrain.marks[self.codes[cell[1], cell[0]]] & WALKABLE)

    def is_shunned(self, cell: Cell) -> bool:
        """Return whether a cell's terrain harms, or is a known trap."""
        return bool(self.game.terrain.marks[self.codes[cell[1], cell[0]]] & SHUNNED)

    def open_cells(self, room: Room) -> list[Cell]:
        """Return the cells of a room that can be walked and are not taken, row after row."""
        marks, codes, taken = self.game.terrain.marks, self.codes, self.taken
        return [
            cell
            for cell in room.cells()
            if marks[codes[cell[1], cell[0]]] & WALKABLE and cell not in taken
        ]

    def lay(self, cells: Iterable[Cell], terrain: str) -> list[Cell]:
        """Turn cells into terrain if they are free and the floor stays whole and safe; return them.

        Solid and harmful terrain is only laid where the cells around stay connected without it, one
        after another in the order given. New ground is only opened beside ground. So no stage can
        ever cut a floor in two, or leave harm as the only way.
        """
        table = self.game.terrain
        code = table.codes[terrain]
        needs_no_look, codes = changes_no_way(code, table), self.codes
        laid: list[Cell] = []
        for cell in cells:
            x, y = cell
            if cell in self.taken:
                continue
            if needs_no_look[codes[y, x]] or keeps_whole(self.tiles, cell, code, table):
                codes[y, x] = code
                laid.append(cell)
        return laid

    def resurface(self, cells: Iterable[Cell], terrain: str) -> list[Cell]:
        """Turn harmless ground into other that lasts, also under people and things; return it.

        Doors and other cells stay as they are, and so do all of them if the terrain isn't harmless
        ground that lasts. So no way is lost.
        """
        table = self.game.terrain
        plain = ~table.shunned & (table.opens_to == 0)
        before, after = table.walkable & plain, table.lasting & plain
        code = table.codes[terrain]
        changed = [(x, y) for x, y in cells if after[code] and before[self.tiles[y, x]]]
        for x, y in changed:
            self.tiles[y, x] = code
        return changed
