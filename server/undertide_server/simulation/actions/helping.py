"""Heroes help companions: they tend or revive the fallen (R16), and give things (R17)."""

from undertide_server.content.records.effects import Heal, life_healed
from undertide_server.simulation.components.heroes import ItemStack
from undertide_server.simulation.mechanics.dying import get_up
from undertide_server.simulation.mechanics.inventory import (
    counted_name,
    fits,
    stow,
    take_out,
    unworn,
)
from undertide_server.simulation.mechanics.stopping import stop_auto_action
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.queries.heroes import fallen_at, out_of_reach, tends
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import distance
from undertide_shared.messages import Give


def begin_tending(run: Run, floor: FloorIndex, row: HeroRow, fallen: HeroRow) -> None:
    """Begin the auto action in which a hero tends a fallen companion, and spend the first moment.

    It goes on until the companion gets up or dies, or until the hero is hurt or does something
    else.
    """
    row.auto_action.activity, row.auto_action.goal = "revive", fallen.cell
    row.auto_action.path.clear()
    row.spend_energy(run.rules.costs.wait)
    if not fallen.hero.tended:
        name = row.actor.name
        own, others = f"You tend {fallen.actor.name}.", f"{name} tends {fallen.actor.name}."
        run.emit(Seen(floor.entity, who(row), "party", own, others))


def go_on_tending(run: Run, floor: FloorIndex, row: HeroRow) -> bool:
    """Spend the next moment with a fallen companion. Return False if there is none any longer."""
    goal = row.auto_action.goal
    fallen = None if goal is None else fallen_at(floor, goal)
    if fallen is None or not tends(row, fallen):
        stop_auto_action(row)
        return False
    row.spend_energy(run.rules.costs.wait)
    return True


def revive_with(
    run: Run, floor: FloorIndex, row: HeroRow, fallen: HeroRow, stack: ItemStack
) -> None:
    """Revive a fallen companion at once with one healing item, which is used up.

    Raises ActionRefusedError when the item doesn't heal.
    """
    use = run.items.kind(stack.item).effect
    if not isinstance(use, Heal):
        raise ActionRefusedError(f"{fallen.actor.name} has fallen: only what heals can help")
    take_out(row.inventory, stack, 1)
    row.spend_energy(run.rules.costs.use)
    get_up(run, floor, fallen, life_healed(use, fallen.body.max_life))
    name, other = row.actor.name, fallen.actor.name
    run.emit(
        Seen(floor.entity, who(row), "party", f"You revive {other}.", f"{name} revives {other}.")
    )
    run.emit(Seen(floor.entity, who(fallen), "good", "You get up again.", ""))


def give(run: Run, floor: FloorIndex, row: HeroRow, intent: Give) -> None:
    """Give some items of a stack to a waking hero within reach (R17).

    A healing item revives a fallen one beside at once instead (R16). Raises ActionRefusedError when
    that seat's hero isn't there, when the stack has fewer items, when they are worn, or when the
    other's pack has no room for all of them.
    """
    other = _taker(run, floor, row, intent.seat)
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
    row.spend_energy(run.rules.costs.take)
    what, giver, taker = counted_name(run, item, count), row.actor.name, other.actor.name
    own, others = f"You give {taker} {what}.", f"{giver} gives {taker} {what}."
    run.emit(Seen(floor.entity, who(row), "info", own, others))


def _taker(run: Run, floor: FloorIndex, row: HeroRow, seat: int) -> HeroRow:
    """Return the waking hero of a seat within reach, or the fallen one beside.

    Raises ActionRefusedError when there is none.
    """
    found = run.index.of_seat(seat)
    if found is not None:
        there, other = found
        takes = other.hero.presence == "present" or other.is_fallen
        if there is floor and takes and other is not row:
            fault = out_of_reach(run, floor, row, other)
            if other.is_fallen and distance(row.cell, other.cell) > 1:
                fault = f"{other.actor.name} has fallen: go there to help"
            if fault:
                raise ActionRefusedError(fault)
            return other
    raise ActionRefusedError("nobody within reach can take it")
