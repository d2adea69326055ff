"""R12: things for sale in shops."""

from undertide_server.content.themes import Count
from undertide_server.rng import Rng
from undertide_server.worldgen.draft import Draft
from undertide_server.worldgen.layouts.layout import Room
from undertide_server.worldgen.loot import odds
from undertide_server.worldgen.plan import Loot
from undertide_server.worldgen.rounding import divided
from undertide_server.worldgen.trapping import standing_cells


def offer_wares(draft: Draft, room: Room, count: Count, rng: Rng) -> None:
    """Lay things for sale into a room: what has a price, by the weights of the floor (R8)."""
    rules = draft.game.ruleset
    found = dict(zip(*odds(rules, draft.branch.number), strict=True))
    priced = {item: found[item] for item in found if rules.items[item].price}
    wanted = rng.between(count.low, count.high)
    if not wanted or not any(priced.values()):
        return
    for cell in rng.sample(standing_cells(draft, room), wanted):
        item = rng.weighted(list(priced), list(priced.values()))
        price = divided(rules.items[item].price * rules.loot.price_percent, 100)
        draft.loot.append(Loot(item, 1, *cell, price=max(1, price)))
        draft.taken.add(cell)
