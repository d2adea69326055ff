"""Items: heroes pick them up, drop them, use them, and sell them to traders (R8)."""

from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.effects.dispatch import effect_of_item, work_magic
from undertide_server.simulation.mechanics.finds import tell_find
from undertide_server.simulation.mechanics.inventory import (
    counted_name,
    refuse_without_room,
    stack_of,
    stow,
    take_out,
    unworn,
)
from undertide_server.simulation.mechanics.shops import offer_for, pay, trader_beside
from undertide_server.simulation.mechanics.stats import refit
from undertide_server.simulation.mechanics.victory import announce_amulet
from undertide_server.simulation.queries.grammar import a, who
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import Drop, Sell, Take, Use


def take_item(run: Run, floor: FloorIndex, row: HeroRow, _intent: Take) -> None:
    """Pick up the topmost stack underfoot, and pay for it if it is a ware.

    Raises ActionRefusedError when there is none, when the pack has no room, or when it costs more
    gold than the hero has.
    """
    entities = floor.items.get(row.cell)
    if not entities:
        raise ActionRefusedError("there is nothing here to take")
    lying = run.world.get(entities[-1], Lying)
    refuse_without_room(run, row, lying.item)
    pay(run, floor, row, lying)
    pick_up(run, floor, row)


def pick_up(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Put as much as fits of the topmost stack underfoot into the pack; the rest stays.

    Coins go into the purse.
    """
    entity = floor.items[row.cell][-1]
    lying = run.world.get(entity, Lying)
    taken = stow(run, row, lying.item, lying.count)
    lying.count -= taken
    if lying.count == 0:
        run.index.leave(entity)
        run.world.delete(entity)
    row.spend_energy(run.rules.costs.take)
    what = counted_name(run, lying.item, taken)
    if not tell_find(run, floor, row, lying, what):
        own, others = f"You take {what}.", f"{row.actor.name} takes {what}."
        run.emit(Seen(floor.entity, who(row), "info", own, others))
    announce_amulet(run, lying.item)


def drop_item(run: Run, floor: FloorIndex, row: HeroRow, intent: Drop) -> None:
    """Drop a stack, and take it off first if it is worn.

    Raises ActionRefusedError when there is no such stack, or the floor can hold no more items.
    """
    stack = stack_of(row, intent.item)
    if sum(map(len, floor.items.values())) >= run.rules.loot.most_on_floor:
        raise ActionRefusedError("this floor has no room for more items")
    row.inventory.stacks.remove(stack)
    if stack.slot:
        refit(run, row)
    lying = Lying(stack.item, stack.count, dropped_by=row.entity)
    run.index.place(run.world.create(lying), floor.entity, row.cell)
    row.spend_energy(run.rules.costs.take)
    what = counted_name(run, stack.item, stack.count)
    run.emit(
        Seen(floor.entity, who(row), "info", f"You drop {what}.", f"{row.actor.name} drops {what}.")
    )


def use_item(run: Run, floor: FloorIndex, row: HeroRow, intent: Use) -> None:
    """Drink or read one item of a stack. Raises ActionRefusedError when it would do nothing."""
    stack = stack_of(row, intent.item)
    target = None if intent.x is None or intent.y is None else (intent.x, intent.y)
    effect = run.items.kind(stack.item).effect
    if effect is None:
        raise ActionRefusedError("that is worn, not used")
    apply_effect = effect_of_item(run, floor, row, effect, target)
    # Remove it before it takes effect: a reader whom it kills must not leave it behind.
    take_out(row.inventory, stack, 1)
    row.spend_energy(run.rules.costs.use)
    if not effect.is_magic:
        apply_effect()
        return
    scroll, name = a(run.items.kind(stack.item).name), row.actor.name
    own, others = f"You read {scroll}.", f"{name} reads {scroll}."
    work_magic(run, Seen(floor.entity, who(row), "combat", own, others, "magic"), apply_effect)


def sell_gear(run: Run, floor: FloorIndex, row: HeroRow, intent: Sell) -> None:
    """Sell one piece of gear to the trader beside, who keeps it.

    Raises ActionRefusedError when no trader is beside, when it is worn, or when it is no gear.
    """
    trader = trader_beside(floor, row)
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
    run.emit(Seen(floor.entity, who(row), "info", own, others))
