"""Heroes sell gear to traders (R8)."""

from undertide_server.simulation.mechanics.inventory import counted_name, take_out, unworn
from undertide_server.simulation.mechanics.shops import offer_for, trader_beside
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import Sell


def sell(run: Run, floor: FloorIndex, row: HeroRow, intent: Sell) -> None:
    """Sell one piece of gear to the trader beside, who keeps it.

    Raises ActionRefusedError when no trader is beside, when it is worn, or when it is no gear.
    """
    trader = trader_beside(run, floor, row)
    if trader is None:
        raise ActionRefusedError("no trader is next to you")
    stack = unworn(row, intent.item)
    gold = offer_for(run, run.items.kind(stack.item))
    if not gold:
        raise ActionRefusedError(f"the {trader.actor.name} buys only gear")
    take_out(row.inventory, stack, 1)
    row.hero.gold += gold
    row.spend_energy(run.rules.costs.take)
    what = counted_name(run, stack.item, 1)
    own, others = f"You sell {what} for {gold} gold.", f"{row.actor.name} sells {what}."
    run.tell(Seen(floor.entity, who(row), "info", own, others))
