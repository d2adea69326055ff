"""Prices: of wares, of gear that traders buy, and the parts into which gear breaks (R8)."""

from collections.abc import Mapping

from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.queries.relations import is_peaceful
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_server.util.rounding import divided
from undertide_server.worldgen.items.catalogue import GearFigures, ItemKind
from undertide_server.worldgen.items.forge import essences_in
from undertide_server.worldgen.items.keys import key_of
from undertide_shared.geometry import distance


def pay(run: Run, floor: FloorIndex, row: HeroRow, lying: Lying) -> None:
    """Pay for a stack on the ground, if it is a ware.

    Raises ActionRefusedError when it costs more gold than the hero has.
    """
    if not lying.price:
        return
    gold = row.hero.gold
    if gold < lying.price:
        raise ActionRefusedError(f"it costs {lying.price} gold; you have {gold}")
    row.hero.gold -= lying.price
    own, others = f"You pay {lying.price} gold.", f"{row.actor.name} pays {lying.price} gold."
    lying.price, lying.told = 0, True
    floor.mark_items_changed()
    run.emit(Seen(floor.entity, who(row), "info", own, others))


def trader_beside(floor: FloorIndex, row: HeroRow) -> MonsterRow | None:
    """Return the trader at peace who stands next to a hero, if there is one."""
    for trader in floor.traders:
        if distance(trader.cell, row.cell) <= 1 and is_peaceful(trader):
            return trader
    return None


def offer_for(run: Run, kind: ItemKind) -> int:
    """Return the gold that a trader pays for one item; 0 for an item that no trader buys."""
    return _share(kind.price, run.rules.loot.sale_percent) if kind.gear is not None else 0


def parts_of(run: Run, gear: GearFigures) -> Mapping[str, int]:
    """Return the items that gear breaks into, and the number of each.

    They are the essences of its affixes; plain gear gives gold instead, if the content says so.
    """
    essences = essences_in(gear)
    scrap = _share(run.items.kind(key_of(gear.piece)).price, run.rules.crafting.scrap_percent)
    return essences or ({run.rules.loot.gold: scrap} if scrap else {})


def _share(price: int, percent: int) -> int:
    """Return a share of a price, at least 1; 0 if the percentage is."""
    return max(1, divided(price * percent, 100)) if percent else 0
