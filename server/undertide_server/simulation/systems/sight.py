"""What heroes see, and what they remember of it."""

import numpy as np

from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.components.heroes import FloorMemory
from undertide_server.simulation.components.items import Lying
from undertide_server.simulation.mechanics.looking import look
from undertide_server.simulation.queries.awareness import is_aware
from undertide_server.simulation.queries.grammar import a
from undertide_server.simulation.queries.relations import is_peaceful
from undertide_server.simulation.queries.visibility import memory_of, monsters_in_view
from undertide_server.simulation.state.events import Told
from undertide_server.simulation.state.floor_index import FloorPlace
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run


def look_around(run: Run, place: FloorPlace) -> None:
    """Bring every hero's sight and memory up to date."""
    for row in place.heroes.values():
        if place.view_changed or row.seen_from != row.cell:
            look(run, place, row)
        elif place.turned:
            _see_turned(place, row)
        if row.items_known != place.items_version:
            _remember_items(run, place, row)
    place.view_changed = False
    place.turned.clear()


def _see_turned(place: FloorPlace, row: HeroRow) -> None:
    """Remember the cells in sight whose terrain has changed."""
    spots = [spot for spot in place.turned if row.sees[spot]]
    if spots:
        np.put(memory_of(place, row).tiles, spots, place.floor.tiles.take(spots))
        place.looks += 1
        row.looks = place.looks


def _remember_items(run: Run, place: FloorPlace, row: HeroRow) -> None:
    """Note the items in sight and their prices, and forget those that are seen to be gone."""
    row.items_known = place.items_version
    place.looks += 1
    row.looks = place.looks
    memory = memory_of(place, row)
    width, sees, items = place.width, row.sees, place.items
    for x, y in list(memory.items):
        if sees[y * width + x] and (x, y) not in items:
            _forget_item(memory, (x, y))
            row.finds = row.looks
    for cell in [cell for spot, cell in place.lying() if sees[spot]]:
        if _note_item(memory, cell, run.world.get(items[cell][-1], Lying)):
            row.finds = row.looks


def _forget_item(memory: FloorMemory, cell: Cell) -> None:
    del memory.items[cell]
    memory.prices.pop(cell, None)


def _note_item(memory: FloorMemory, cell: Cell, topmost: Lying) -> bool:
    """Note what lies uppermost in a cell, and say whether that is news."""
    known, price = memory.items.get(cell), memory.prices.pop(cell, 0)
    memory.items[cell] = topmost.item
    if topmost.price:
        memory.prices[cell] = topmost.price
    return (known, price) != (topmost.item, topmost.price)


def interrupt_errands(run: Run, place: FloorPlace) -> None:
    """End errands that met someone."""
    if not place.in_sight():
        return
    for row in place.heroes.values():
        if row.errand.activity != "none":
            _interrupt(run, row, monsters_in_view(place, row))


def _interrupt(run: Run, row: HeroRow, in_view: list[MonsterRow]) -> None:
    """End an errand when a monster comes into view, or one in view has noticed somebody.

    Peaceful people are no news.
    """
    for monster in in_view:
        if monster.entity not in row.errand.known:
            news = "comes into view"
        elif is_aware(monster) and monster.entity not in row.errand.aware:
            news = "has noticed you"
        else:
            continue
        if is_peaceful(run, monster):
            continue
        row.errand.activity = "none"
        text = f"{a(monster.actor.name).capitalize()} {news}."
        run.tell(Told(row.entity, "bad", text))
        return
