"""Shops: wares lie around with a price in gold, and heroes pay it (R10, R12)."""

from undertide_server.simulation.components.items import Lying
from undertide_server.simulation.mechanics.combat import who
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run


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
    lying.price = 0
    floor.note_items_changed()
    run.tell(Seen(floor.entity, who(row), "info", own, others))
