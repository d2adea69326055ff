"""Heroes give items to each other."""

from undertide_server.simulation.actions.reviving import revive_with
from undertide_server.simulation.mechanics.combat import who
from undertide_server.simulation.mechanics.energy import spend
from undertide_server.simulation.mechanics.inventory import (
    counted_name,
    fits,
    stow,
    take_out,
    unworn,
)
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import distance
from undertide_shared.messages import Give


def give(run: Run, floor: FloorIndex, row: HeroRow, intent: Give) -> None:
    """Give some items of a stack to a waking hero in an adjacent cell.

    A healing item revives a fallen one at once instead (R16). Raises ActionRefusedError when that
    seat's hero isn't there, when the stack has fewer items, when they are worn, or when the other's
    pack has no room for all of them.
    """
    other = _beside(run, floor, row, intent.seat)
    stack = unworn(row, intent.item)
    if not 1 <= intent.count <= stack.count:
        raise ActionRefusedError("you don't carry that many")
    if other.is_fallen:
        revive_with(run, floor, row, other, stack)
        return
    item, count = stack.item, intent.count
    if not fits(run, other.inventory, {item: count}):
        raise ActionRefusedError(f"{other.actor.name} has no room for that")
    take_out(row.inventory, stack, count)
    stow(run, other, item, count)
    spend(row, run.rules.costs.take)
    what, giver, taker = counted_name(run, item, count), row.actor.name, other.actor.name
    own, others = f"You give {taker} {what}.", f"{giver} gives {taker} {what}."
    run.tell(Seen(floor.entity, who(row), "info", own, others))


def _beside(run: Run, floor: FloorIndex, row: HeroRow, seat: int) -> HeroRow:
    """Return the waking or fallen hero of a seat if it is in an adjacent cell.

    Raises ActionRefusedError when there is none.
    """
    found = run.index.of_seat(seat)
    if found is not None:
        there, other = found
        takes = (other.hero.presence == "present" or other.is_fallen) and other is not row
        if there is floor and takes and distance(other.cell, row.cell) <= 1:
            return other
    raise ActionRefusedError("nobody next to you can take it")
