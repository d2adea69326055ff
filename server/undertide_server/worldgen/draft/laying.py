"""Terrain strewn about a room."""

from collections.abc import Iterable

from undertide_server.content.records.themes import Strewn
from undertide_server.util.rng import Rng
from undertide_server.util.rounding import divided
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.layouts.layout import Room


def strew(draft: Draft, room: Room, strewn: Iterable[Strewn], rng: Rng) -> None:
    """Turn a random share of a room's open cells into each terrain."""
    for each in strewn:
        cells = draft.open_cells(room)
        share = divided(len(cells) * each.percent, 100)
        draft.lay(rng.sample(cells, share), each.terrain)
