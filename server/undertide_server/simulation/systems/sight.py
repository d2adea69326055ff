"""Sight: the field of view of each hero, its memory of it, and the rooms that it recognises."""

import numpy as np

from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.components.heroes import FloorMemory
from undertide_server.simulation.mechanics.floor_visits import look_around
from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.events import Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell


def update_sight(run: Run, floor: FloorIndex) -> None:
    """Update every hero's sight and memory."""
    caches = floor.caches
    for row in floor.heroes.values():
        if caches.view_changed or row.seen_from != row.cell:
            look_around(run, floor, row)
        elif caches.turned:
            _see_turned(floor, row)
        if row.items_known != caches.items_version:
            _remember_items(run, floor, row)
    caches.view_changed = False
    caches.turned.clear()


def update_sight_everywhere(run: Run) -> None:
    """Update sight and memory where heroes moved or arrived without a tick."""
    for floor in run.index.floors.values():
        if floor.heroes:
            update_sight(run, floor)


def _see_turned(floor: FloorIndex, row: HeroRow) -> None:
    """Remember the cells in sight whose terrain has changed."""
    spots = [spot for spot in floor.caches.turned if row.sees[spot]]
    if spots:
        np.put(memory_of(floor, row).tiles, spots, floor.state.tiles.take(spots))
        if row.known is not None:
            row.known.mark_seen(row.sight.mask)
        floor.mark_seen(row)


def _remember_items(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Record the items in sight and their prices, and drop those that are visibly gone."""
    row.items_known = floor.caches.items_version
    floor.mark_seen(row)
    memory = memory_of(floor, row)
    width, sees, items = floor.width, row.sees, floor.items
    for x, y in memory.items.keys() - items.keys():
        if sees[y * width + x]:
            _drop_item(memory, (x, y))
            row.finds = row.looks
    for cell in [cell for spot, cell in floor.lying() if sees[spot]]:
        topmost = run.world.get(items[cell][-1], Lying)
        if _record_item(memory, cell, topmost):
            row.finds = row.looks
        if topmost.dropped_by == row.entity:
            memory.own[cell] = topmost.item
        else:
            memory.own.pop(cell, None)
        if memory.meant and memory.meant.get(cell) != topmost.item:
            memory.meant.pop(cell, None)


def _drop_item(memory: FloorMemory, cell: Cell) -> None:
    del memory.items[cell]
    memory.prices.pop(cell, None)
    memory.own.pop(cell, None)
    memory.meant.pop(cell, None)


def _record_item(memory: FloorMemory, cell: Cell, topmost: Lying) -> bool:
    """Record the topmost item of a cell; return whether that changed the memory."""
    known, price = memory.items.get(cell), memory.prices.pop(cell, 0)
    memory.items[cell] = topmost.item
    if topmost.price:
        memory.prices[cell] = topmost.price
    return (known, price) != (topmost.item, topmost.price)


def recognise_chambers(run: Run, floor: FloorIndex) -> None:
    """Tell each waking hero the name of the room that it enters, once for each name on a floor."""
    for row in floor.heroes.values():
        number = floor.chamber_at[row.spot]
        if number == row.chamber or not row.stands:
            continue
        row.chamber = number
        if not number:
            continue
        name = floor.state.chambers[number - 1].name
        entered = memory_of(floor, row).entered
        if name not in entered:
            entered.append(name)
            run.emit(Told(row.entity, "info", f"You enter {name}."))
