"""R12: things for sale in shops."""

from undertide_server.content.records.items import ItemRules, Teach
from undertide_server.content.records.themes import Count
from undertide_server.util.rng import Rng
from undertide_server.util.rounding import divided
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.plan import Loot
from undertide_server.worldgen.items.catalogue import ItemKind
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
        price = _price_of(draft.game.items.kind(item), number, loot)
        draft.loot.append(Loot(item, number, *cell, price=price))
        draft.taken.add(cell)


def _price_of(kind: ItemKind, number: int, loot: ItemRules) -> int:
    """Return what a shop asks for some of a kind; prices of spells vary besides (R14)."""
    besides = loot.spell_price_percent if isinstance(kind.effect, Teach) else 100
    return max(1, divided(kind.price * number * loot.price_percent * besides, 100 * 100))
