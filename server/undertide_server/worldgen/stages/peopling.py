"""R12: placing people in the rooms where they belong."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.records.themes import Decor
from undertide_server.util.rng import Rng
from undertide_server.worldgen.creatures.people import kind_id
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.ground import away_from_arrival, close, free_ground
from undertide_server.worldgen.draft.plan import Spawn
from undertide_server.worldgen.game.run_tree import amulets_at
from undertide_server.worldgen.layouts.layout import Room
from undertide_server.worldgen.stages.patterns import pattern_cells
from undertide_server.worldgen.stages.population import headcount
from undertide_shared.geometry import Cell


def settle_people(draft: Draft, decors: Sequence[Decor]) -> None:
    """Put the people of rooms on free cells of their own: `decors` holds the decor of each room.

    The people whom themes promise come first. More come, room by room in random order, while the
    floor may hold them; those who aren't peaceful only up to their share of its total. Only
    peaceful people are near the arrival. People are the same for any party: later stages leave
    their cells alone, and must not reveal the number of heroes by them.
    """
    free = free_ground(draft)
    settling = _Settling(draft, free, free & away_from_arrival(draft))
    order = draft.rng("people").shuffled(range(len(draft.rooms)))
    rngs = [draft.rng("people", index) for index in range(len(draft.rooms))]
    drawn = [_drawn(draft, decor, rng) for decor, rng in zip(decors, rngs, strict=True)]
    for index in order:
        for kind in drawn[index][0]:
            settling.let_in(kind, index, decors[index], rngs[index])
    most, share = most_people(draft), share_of_people(draft)
    for index in order:
        for kind in drawn[index][1]:
            if len(draft.spawns) < most and (kind.behaviour.peaceful or settling.hostile < share):
                settling.let_in(kind, index, decors[index], rngs[index])


def most_people(draft: Draft) -> int:
    """Return the number of people that a floor may hold: R3's total for one hero but for others.

    The others are its bosses and the guardians of its amulets.
    """
    guardians = amulets_at(draft.game, draft.branch)
    return max(0, _total(draft) - len(draft.bosses) - len(guardians))


def share_of_people(draft: Draft) -> int:
    """Return the number of hostile people up to which more come than themes promise."""
    return _total(draft) * draft.game.ruleset.extras.people // 100


def settle(draft: Draft, kind: MonsterKind, cell: Cell, *, asleep: bool) -> None:
    """Put a person on a cell, which can't change from then on."""
    draft.spawns.append(Spawn(kind, *cell, asleep=asleep))
    draft.taken.add(cell)


def around(room: Room) -> list[Cell]:
    """Return the cells in and around the middle of a room."""
    x, y = room.centre
    return [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]


@dataclass(slots=True)
class _Settling:
    """A floor whose rooms are being settled."""

    draft: Draft
    free: NDArray[np.bool_]
    """Free cells, shape (height, width)."""
    far: NDArray[np.bool_]
    """Free cells away from the arrival, shape (height, width)."""
    hostile: int = 0
    """Number of people who have come and aren't peaceful."""

    def let_in(self, kind: MonsterKind, index: int, decor: Decor, rng: Rng) -> None:
        """Put a person into a room, if it has a cell for it.

        The middle of the room and the cells of its preset walls are left to others where possible.
        """
        peaceful, room = kind.behaviour.peaceful, self.draft.rooms[index].room
        cells = room.cells_on(self.free if peaceful else self.far)
        kept: Collection[Cell] = {*pattern_cells(decor.pattern, room), *around(room)}
        cells = [cell for cell in cells if cell not in kept] or cells
        if not cells:
            return
        cell = rng.pick(cells)
        settle(self.draft, kind, cell, asleep=rng.percent(kind.behaviour.asleep))
        close(self.free, cell)
        close(self.far, cell)
        self.hostile += not peaceful


def _total(draft: Draft) -> int:
    """Return R3's total of a floor for one hero."""
    game = draft.game
    percent = game.ruleset.tree.types[draft.branch.type].monsters_percent
    return headcount(game, 1, draft.layout.monsters, percent)


def _drawn(
    draft: Draft, decor: Decor, rng: Rng
) -> tuple[Sequence[MonsterKind], Sequence[MonsterKind]]:
    """Draw the people of a room, as strong as the floor requires: those promised, then the others.

    Those promised who need cells away from the arrival come before the peaceful.
    """
    promised: list[MonsterKind] = []
    others: list[MonsterKind] = []
    for each in decor.people:
        kind = draft.game.people[kind_id(each.person, draft.branch.number)]
        promised += [kind] * each.count.low
        others += [kind] * (rng.between(each.count.low, each.count.high) - each.count.low)
    return sorted(promised, key=lambda kind: kind.behaviour.peaceful), others
