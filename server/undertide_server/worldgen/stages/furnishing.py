"""R12: furnishing rooms by their themes, with walls, terrain, traps, portals, people and wares."""

from collections import Counter
from collections.abc import Sequence

from undertide_server.content.records.items import ItemRules, Teach
from undertide_server.content.records.rooms import ShapeName
from undertide_server.content.records.themes import Count, Decor
from undertide_server.util.rng import Rng
from undertide_server.util.rounding import divided
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.ground import fill, strew
from undertide_server.worldgen.draft.plan import Loot, RoomPlan
from undertide_server.worldgen.items.catalogue import ItemKind
from undertide_server.worldgen.items.finds import Finds, wares_of
from undertide_server.worldgen.layouts.layout import Room
from undertide_server.worldgen.stages.patterns import inlay_cells, pattern_cells
from undertide_server.worldgen.stages.peopling import settle_people
from undertide_server.worldgen.stages.trapping import can_bear, set_traps, standing_cells
from undertide_shared.geometry import Cell, distance

CLEAR: frozenset[ShapeName] = frozenset({"rectangle", "cross", "circle", "ell"})
"""Shapes without walls in their middle: only these have space for preset walls."""


def furnish_rooms(draft: Draft) -> None:
    """Furnish every room of a floor: the floors first, then people and portals, then all walls.

    So no wall takes the space of people, or of a portal in the middle of its room.
    """
    themes = draft.game.ruleset.themes
    decors = [themes[plan.theme].furnishings(special=plan.special) for plan in draft.rooms]
    rooms = list(enumerate(zip(draft.rooms, decors, strict=True)))
    for _, (plan, decor) in rooms:
        _pave(draft, plan.room, decor)
    settle_people(draft, decors)
    link_portals(draft, [decor.portals for decor in decors])
    for index, (plan, decor) in rooms:
        _build(draft, plan, decor, draft.rng("build", index))
    wares = wares_of(draft.finds)
    for index, (plan, decor) in rooms:
        set_traps(draft, plan.room, decor.traps, draft.rng("traps", index))
        offer_wares(draft, plan.room, decor.wares, wares, draft.rng("wares", index))


def _pave(draft: Draft, room: Room, decor: Decor) -> None:
    """Lay a room's ground, and the pattern in it."""
    if decor.ground is not None:
        draft.lay(draft.open_cells(room), decor.ground)
    if decor.inlay is not None:
        draft.lay(inlay_cells(decor.inlay.pattern, room), decor.inlay.terrain)


def _build(draft: Draft, plan: RoomPlan, decor: Decor, rng: Rng) -> None:
    """Lay a room's walls if it was dug as a rectangle, and the terrain that fills it."""
    room = plan.room
    if draft.layout.shapable:
        if plan.shape in CLEAR:
            draft.lay(pattern_cells(decor.pattern, room), decor.built_of)
        walls = rng.between(decor.walls.low, decor.walls.high)
        draft.lay(rng.sample(draft.open_cells(room), walls), decor.built_of)
    if decor.filled_with is not None:
        inner = standing_cells(draft, room)
        draft.taken |= set(draft.open_cells(room)).difference(inner)  # the ways in stay open
        fill(draft, rng.shuffled(inner), decor.filled_with)
    strew(draft, room, decor.strewn, rng)


def offer_wares(draft: Draft, room: Room, count: Count, wares: Finds, rng: Rng) -> None:
    """Lay some of the floor's wares into a room, with their prices (R8)."""
    loot = draft.game.ruleset.loot
    wanted = rng.between(count.low, count.high)
    if not wanted or not wares.are_any:
        return
    for cell in rng.sample(standing_cells(draft, room), wanted):
        item, number = wares.draw(rng, loot.ware_gear)
        price = _price_of(draft.game.items.kind(item), number, loot)
        draft.loot.append(Loot(item, number, *cell, price=price))
        draft.taken.add(cell)


def _price_of(kind: ItemKind, number: int, loot: ItemRules) -> int:
    """Return what a shop asks for some of a kind; prices of spells vary besides (R14)."""
    besides = loot.spell_price_percent if isinstance(kind.effect, Teach) else 100
    return max(1, divided(kind.price * number * loot.price_percent * besides, 100 * 100))


PORTAL = "portal"
"""The terrain of portals."""


def link_portals(draft: Draft, counts: Sequence[Count]) -> None:
    """Put portals into rooms and link them in pairs; `counts` holds the number for each room.

    If one room has more than all others together, or the total is odd, other rooms get one so that
    each portal has its twin. The arrival's room gets none of these.
    """
    rng = draft.rng("portals")
    rooms = [
        index
        for index, count in enumerate(counts)
        for _ in range(rng.between(count.low, count.high))
    ]
    rooms = _evened(draft, rooms, rng)
    half = len(rooms) // 2
    for one, other in zip(rooms[:half], rooms[half:], strict=False):
        if one != other:
            _link(draft, one, other, rng)


def _evened(draft: Draft, rooms: list[int], rng: Rng) -> list[int]:
    """Return the rooms of portals, with others added where twins are missing.

    In their order, the first half and the second never have the same room at the same position.
    """
    if not rooms:
        return []
    numbers = Counter(rooms)
    most = max(numbers.values())
    missing = max(2 * most - len(rooms), len(rooms) % 2)
    others = [index for index in range(1, len(draft.rooms)) if index not in numbers]
    added = rng.sample(others, missing)
    return sorted([*rooms, *added], key=lambda index: (-numbers[index], index))


def _link(draft: Draft, one: int, other: int, rng: Rng) -> None:
    """Put a pair of portals into two rooms that have cells for them."""
    cell, twin = (_draw_place(draft, index, rng) for index in (one, other))
    if cell is None or twin is None or distance(cell, twin) < 2:
        return  # side by side they could close a way that either alone leaves open
    draft.lay([cell, twin], PORTAL)
    draft.taken |= {cell, twin}
    draft.portals |= {cell: twin, twin: cell}
    for index, portal in ((one, cell), (other, twin)):
        _raise_block(draft, index, portal)


def _draw_place(draft: Draft, index: int, rng: Rng) -> Cell | None:
    """Return a cell of a room where a portal leaves a detour; None if there is none.

    The first portal of a room gets the cell nearest to its middle.
    """
    room = draft.rooms[index].room
    cells = [cell for cell in standing_cells(draft, room) if can_bear(draft, cell, PORTAL)]
    if not cells:
        return None
    if not draft.portals.keys().isdisjoint(room.cells()):
        return rng.pick(cells)
    x, y = room.centre
    return min(cells, key=lambda cell: (cell[0] - x) ** 2 + (cell[1] - y) ** 2)


def _raise_block(draft: Draft, index: int, portal: Cell) -> None:
    """Lay the block on which a portal stands, as far as the cells around it are free."""
    block = draft.game.ruleset.terrain[PORTAL].stands_on
    if block is not None:
        cells = draft.open_cells(draft.rooms[index].room)
        draft.taken |= set(
            draft.lay([cell for cell in cells if distance(cell, portal) == 1], block)
        )
