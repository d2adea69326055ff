"""What heroes see, and what they remember of it."""

import numpy as np

from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.components.heroes import FloorMemory
from undertide_server.simulation.components.items import Lying
from undertide_server.simulation.events import Told
from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.grammar import a
from undertide_server.simulation.rows import HeroRow, MonsterRow
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.noticing import is_aware


def look_around(run: Run, place: FloorPlace) -> None:
    """Bring every hero's sight and memory up to date."""
    for row in place.heroes.values():
        if place.tiles_changed or row.seen_from != row.cell:
            _look(run, place, row)
        if row.items_known != place.items_version:
            _remember_items(run, place, row)
    place.tiles_changed = False


def enter_floor(run: Run, entity: int, place: FloorPlace, cell: Cell) -> None:
    """Put a hero that is nowhere on a free cell of a floor, with its eyes open."""
    run.places.put(entity, place.entity, cell)
    _look(run, place, place.heroes[entity])


def _look(run: Run, place: FloorPlace, row: HeroRow) -> None:
    """Work out what one hero sees now, and remember the tiles."""
    run.places.look(place, row)
    np.copyto(memory_of(place, row).tiles, place.floor.tiles, where=row.mask)


def memory_of(place: FloorPlace, row: HeroRow) -> FloorMemory:
    """Return what the hero remembers of the floor it is on."""
    memory = row.memory.floors.get(place.floor.branch)
    if memory is None:
        memory = FloorMemory(np.zeros_like(place.floor.tiles))
        row.memory.floors[place.floor.branch] = memory
    return memory


def _remember_items(run: Run, place: FloorPlace, row: HeroRow) -> None:
    """Note the items in sight, and forget those that are seen to be gone."""
    row.items_known = place.items_version
    place.looks += 1
    row.looks = place.looks
    remembered = memory_of(place, row).items
    width, sees = place.width, row.sees
    for x, y in list(remembered):
        if sees[y * width + x] and (x, y) not in place.items:
            del remembered[(x, y)]
    for (x, y), lying in place.items.items():
        if sees[y * width + x]:
            remembered[(x, y)] = run.world.get(lying[-1], Lying).item


def monsters_in_view(place: FloorPlace, row: HeroRow) -> list[MonsterRow]:
    """Return the monsters that a hero sees, in entity order."""
    width, sees = place.width, row.sees
    return [
        monster
        for monster in place.monsters.values()
        if sees[monster.position.y * width + monster.position.x]
    ]


def interrupt_errands(run: Run, place: FloorPlace) -> None:
    """End errands that met someone."""
    busy = [row for row in place.heroes.values() if row.errand.activity != "none"]
    if not busy:
        return
    width = place.width
    monsters = [(row.position.y * width + row.position.x, row) for row in place.monsters.values()]
    for row in busy:
        _interrupt(run, row, [monster for spot, monster in monsters if row.sees[spot]])


def _interrupt(run: Run, row: HeroRow, in_view: list[MonsterRow]) -> None:
    """End an errand when a monster comes into view, or one in view has noticed somebody."""
    for monster in in_view:
        if monster.entity not in row.errand.known:
            news = "comes into view"
        elif is_aware(monster) and monster.entity not in row.errand.aware:
            news = "has noticed you"
        else:
            continue
        row.errand.activity = "none"
        text = f"{a(monster.actor.name).capitalize()} {news}."
        run.tell(Told(row.entity, "bad", text))
        return
