"""What a hero saw last, as a small picture of glyphs: the card of its end shows it."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from undertide_server.content.records.heroes import HERO_GLYPH
from undertide_server.simulation.components.heroes import FloorMemory, Hero, Memory
from undertide_server.simulation.state.events import Fell
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run
from undertide_server.views.run_length import whole_runs
from undertide_server.views.thumbnail import REMEMBERED, scaled
from undertide_shared.geometry import Cell
from undertide_shared.limits import MAX_CARD_HEIGHT, MAX_CARD_WIDTH
from undertide_shared.messages import LastSight

Look = tuple[str, int]
"""A glyph and its colour."""
NOWHERE: Final = (-1, -1)
"""The place of a killer that the picture doesn't show."""


class _Eyes(NamedTuple):
    """A hero on a floor, and what it sees there: a byte for each cell, row by row."""

    floor: FloorIndex
    memory: FloorMemory
    cell: Cell
    sees: bytes


def last_sight_of(run: Run, entity: int, fell: Fell | None) -> LastSight | None:
    """Return what a hero sees around it, or saw when it fell in the step that just ended.

    None for a hero that is on no floor.
    """
    eyes = _eyes_of(run, entity, fell)
    if eyes is None:
        return None
    height, width = eyes.memory.tiles.shape
    left, columns = _part(width, MAX_CARD_WIDTH, eyes.cell[0])
    top, rows = _part(height, MAX_CARD_HEIGHT, eyes.cell[1])
    shown = _looks(run, entity, eyes)
    numbers: dict[Look, int] = {}
    cells = np.zeros((rows, columns), dtype=np.uint16)
    for y in range(rows):
        for x in range(columns):
            look = shown.get((left + x, top + y)) or _ground(run, eyes, (left + x, top + y))
            if look is not None:
                cells[y, x] = numbers.setdefault(look, len(numbers) + 1)
    x, y = eyes.cell
    killer_x, killer_y = _killer(eyes.floor, fell, shown)
    is_inside = left <= killer_x < left + columns and top <= killer_y < top + rows
    return LastSight(
        width=columns,
        height=rows,
        looks=list(numbers),
        cells=whole_runs(cells),
        x=x - left,
        y=y - top,
        killer=(killer_x - left, killer_y - top) if is_inside else NOWHERE,
    )


def _eyes_of(run: Run, entity: int, fell: Fell | None) -> _Eyes | None:
    if fell is not None:
        floor, cell, sees = run.index.floors[fell.floor], fell.victim.cell, fell.sees
    else:
        found = run.index.of_hero(entity)
        if found is None:
            return None
        floor, cell, sees = found[0], found[1].cell, found[1].sees
    memory = run.world.get(entity, Memory).floors.get(floor.state.branch)
    return None if memory is None else _Eyes(floor, memory, cell, sees)


def _part(size: int, most: int, middle: int) -> tuple[int, int]:
    """Return where to cut so many cells out of `size`, with the middle at theirs if it can be."""
    length = min(size, most)
    return min(max(0, middle - length // 2), size - length), length


def _looks(run: Run, entity: int, eyes: _Eyes) -> dict[Cell, Look]:
    """Return the looks of actors and items, by cell. Who stands on something hides it."""
    return dict(_things(run, entity, eyes))


def _things(run: Run, entity: int, eyes: _Eyes) -> Iterator[tuple[Cell, Look]]:
    for cell, item in eyes.memory.items.items():
        kind = run.items.kind(item)
        yield cell, (kind.glyph, kind.colour)
    for monster in eyes.floor.monsters.values():
        if eyes.sees[monster.spot] and not monster.is_hidden:
            kind_of = run.kinds[monster.monster.kind]
            yield monster.cell, (kind_of.glyph, kind_of.colour)
    for row in eyes.floor.heroes.values():
        yield row.cell, (HERO_GLYPH, row.hero.colour)
    yield eyes.cell, (HERO_GLYPH, run.world.get(entity, Hero).colour)


def _ground(run: Run, eyes: _Eyes, cell: Cell) -> Look | None:
    """Return the look of a cell that the hero knows: darker where it doesn't see it."""
    x, y = cell
    code = int(eyes.memory.tiles[y, x])
    if not code:
        return None
    record = run.game.terrain.records[code]
    is_seen = eyes.sees[y * eyes.memory.tiles.shape[1] + x]
    return record.glyph, record.colour if is_seen else scaled(record.colour, REMEMBERED)


def _killer(floor: FloorIndex, fell: Fell | None, shown: dict[Cell, Look]) -> Cell:
    """Return where the monster stands that killed the hero; `NOWHERE` if it isn't shown."""
    entity = fell.killer.entity if fell is not None and fell.killer is not None else 0
    row = floor.monsters.get(entity)
    return row.cell if row is not None and row.cell in shown else NOWHERE
