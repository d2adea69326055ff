"""The open trade of the followed hero: what both sides offer (R17)."""

from undertide_server.simulation.components.heroes import ItemStack
from undertide_server.simulation.components.progress import TradeSide
from undertide_server.simulation.mechanics.trading import trade_of
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.views.pack import goods_shown
from undertide_shared.messages import TradeTable


def trades_of(run: Run, row: HeroRow) -> list[TradeTable]:
    """Return the open trade of a hero, as a list of at most one."""
    trade = trade_of(run, row.entity)
    if trade is None:
        return []
    own, partner = trade.sides_of(row.entity)
    floor, companion = run.index.heroes[partner.hero]
    table = TradeTable(
        number=row.hero.offers_seen,
        seat=companion.hero.seat,
        gives=list(own.items),
        gives_gold=own.gold,
        gets=goods_shown(run, _offered(companion, partner), floor.state.number),
        gets_gold=partner.gold,
        accepts=own.has_accepted,
        is_accepted=partner.has_accepted,
    )
    return [table]


def _offered(companion: HeroRow, side: TradeSide) -> list[ItemStack]:
    """Return what a companion offers as stacks with ids from 1, so that they tell nothing else."""
    counts = dict(side.items)
    stacks = [stack for stack in companion.inventory.stacks if stack.id in counts]
    return [
        ItemStack(number, stack.item, counts[stack.id])
        for number, stack in enumerate(stacks, start=1)
    ]
