"""Terrain strewn about a room, or filling it."""

from collections.abc import Iterable

from undertide_server.content.records.themes import Strewn
from undertide_server.util.rng import Rng
from undertide_server.util.rounding import divided
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.layouts.layout import Room
from undertide_shared.geometry import Cell


def strew(draft: Draft, room: Room, strewn: Iterable[Strewn], rng: Rng) -> None:
    """Turn a random share of a room's open cells into each terrain."""
    for each in strewn:
        cells = draft.open_cells(room)
        share = divided(len(cells) * each.percent, 100)
        draft.lay(rng.sample(cells, share), each.terrain)


def fill(draft: Draft, cells: Iterable[Cell], terrain: str) -> None:
    """Turn cells into solid terrain until only ways through them are left.

    It grows from what is solid already, or ways around each patch of it would be left too. Each
    round but the last lays at least one cell.
    """
    left = list(cells)
    while laid := set(draft.lay([cell for cell in left if _is_beside_solid(draft, cell)], terrain)):
        left = [cell for cell in left if cell not in laid]


def _is_beside_solid(draft: Draft, cell: Cell) -> bool:
    x, y = cell
    around = draft.tiles[y - 1 : y + 2, x - 1 : x + 2]
    return not draft.game.terrain.walkable[around].all()
