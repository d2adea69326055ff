"""Finds of which the whole party hears, and gear that exploring leaves for a companion (R17)."""

from undertide_server.content.records.items import Hearten
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.mechanics.inventory import counted_name, has_room
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.queries.suiting import (
    company_of,
    is_shared,
    suited_companion,
    suited_hero,
    wearer_of,
)
from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.events import Found, Who
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell


def tell_find(run: Run, floor: FloorIndex, row: HeroRow, lying: Lying, what: str) -> bool:
    """Tell the party what a hero takes, if it is a notable find; return whether it is one.

    `what` is its name with the article. What a hero laid down, bought, or left behind at its death
    is no find, nor is anything that a hero without companions takes. Plain gear is notable only if
    it suits somebody.
    """
    if lying.told or lying.dropped_by:
        return False
    company = company_of(run)
    if not company:
        return False
    suited = suited_hero(run, lying.item, row.hero.seat, company)
    if suited is None and not _is_notable(run, lying.item):
        return False
    run.emit(Found(floor.entity, floor.state.number, who(row), what, _hero_in(run, suited)))
    return True


def _is_notable(run: Run, item: str) -> bool:
    """Return whether the party hears of an item that suits nobody in particular."""
    kind = run.items.kind(item)
    if kind.gear is not None:
        fine = len(kind.gear.affixes) >= run.rules.heroes.sharing.notable_affixes
        return kind.gear.artifact or fine
    return is_shared(run, item) or isinstance(kind.effect, Hearten)


def _hero_in(run: Run, seat: int | None) -> Who | None:
    found = None if seat is None else run.index.of_seat(seat)
    return None if found is None else who(found[1])


def heir_of(run: Run, floor: FloorIndex, row: HeroRow, cell: Cell, item: str) -> HeroRow | None:
    """Return the companion for whom a hero leaves free gear that lies in a cell, if there is one.

    It is the one of this floor whom the gear suits best, if that one can fetch it: it is awake, has
    room, finds a harmless way there, and didn't lay the gear down itself.
    """
    if len(floor.heroes) < 2 or run.items.kind(item).gear is None:
        return None
    others = {other.hero.seat: other for other in floor.heroes.values()}
    company = {seat: wearer_of(run, other) for seat, other in others.items()}
    while (seat := suited_companion(run, item, row.hero.seat, company)) is not None:
        heir = others[seat]
        if _would_take(run, floor, heir, cell, item):
            return heir if _finds_a_way(floor, heir, cell) else None
        del company[seat]
    return None


def _would_take(run: Run, floor: FloorIndex, other: HeroRow, cell: Cell, item: str) -> bool:
    """Return whether a hero is awake, has room for an item, and didn't lay it down in its cell."""
    return (
        other.is_played and has_room(run, other, item) and cell not in memory_of(floor, other).own
    )


def _finds_a_way(floor: FloorIndex, heir: HeroRow, cell: Cell) -> bool:
    """Return whether a hero could walk to a cell without harm, if it knew the floor."""
    way = floor.open_path(heir.cell, cell)
    return heir.cell == cell or (bool(way) and not any(floor.shunned[y, x] for x, y in way))


def leave_for(run: Run, floor: FloorIndex, row: HeroRow, heir: HeroRow, cell: Cell) -> None:
    """Tell the party, once, that a hero leaves gear for a companion, which now knows where it lies.

    Nothing is told if the gear is no longer there.
    """
    memory, known = memory_of(floor, heir), memory_of(floor, row)
    item = known.items[cell]
    if memory.meant.get(cell) == item or cell not in floor.items:
        return
    lying = run.world.get(floor.items[cell][-1], Lying)
    if lying.item != item:
        return
    lying.told = True
    x, y = cell
    memory.tiles[y, x] = known.tiles[y, x]
    heir.known = None
    memory.items[cell] = memory.meant[cell] = item
    floor.mark_seen(heir)
    heir.finds = heir.looks
    what = counted_name(run, item, lying.count)
    run.emit(Found(floor.entity, floor.state.number, who(row), what, who(heir), taken=False))
