"""R12: placing portals in pairs, the two of a pair in different rooms."""

from collections import Counter
from collections.abc import Sequence

from undertide_server.content.records.themes import Count
from undertide_server.util.rng import Rng
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.stages.trapping import can_bear, standing_cells
from undertide_shared.geometry import Cell, distance

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
