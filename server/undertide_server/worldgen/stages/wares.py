"""R12: things for sale in shops."""

from undertide_server.content.records.themes import Count
from undertide_server.util.rng import Rng
from undertide_server.util.rounding import divided
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.plan import Loot
from undertide_server.worldgen.items.finds import wares_of
from undertide_server.worldgen.layouts.layout import Room
from undertide_server.worldgen.stages.trapping import standing_cells


def offer_wares(draft: Draft, room: Room, count: Count, rng: Rng) -> None:
    """Lay things for sale into a room: items with a price, by the weights of the floor (R8)."""
    loot = draft.game.ruleset.loot
    wares = wares_of(draft.game.ruleset, draft.branch.number)
    wanted = rng.between(count.low, count.high)
    if not wanted or not wares.are_any:
        return
    for cell in rng.sample(standing_cells(draft, room), wanted):
        item, number = wares.draw(rng, loot.ware_gear)
        price = divided(draft.game.items.kind(item).price * number * loot.price_percent, 100)
        draft.loot.append(Loot(item, number, *cell, price=max(1, price)))
        draft.taken.add(cell)
