"""Heroes wear gear and take it off (R6)."""

from dataclasses import replace

from undertide_server.simulation.components.heroes import Inventory, ItemStack
from undertide_server.simulation.mechanics.inventory import (
    counted_name,
    exchange,
    free_slots,
    stack_of,
)
from undertide_server.simulation.mechanics.stats import refit
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.items.catalogue import GearFigures
from undertide_shared.messages import Doff, Slot, Wear

HANDS: tuple[Slot, ...] = ("main_hand", "off_hand")
"""Slots of gear that is held rather than worn."""
TAKEN_UP, PUT_AWAY = ("take up", "takes up"), ("put away", "puts away")
PUT_ON, TAKEN_OFF = ("put on", "puts on"), ("take off", "takes off")


def wear(run: Run, floor: FloorIndex, row: HeroRow, intent: Wear) -> None:
    """Put on gear from the pack, and take off the gear in its way.

    Raises ActionRefusedError when it can't be worn, is already worn there or doesn't fit there, or
    when the pack has no room for the gear that comes off.
    """
    stack = stack_of(row, intent.item)
    gear = run.items.kind(stack.item).gear
    if gear is None:
        raise ActionRefusedError("that can't be worn")
    slot = intent.slot or gear.slots[0]
    if slot not in gear.slots:
        raise ActionRefusedError("it doesn't fit there")
    if stack.slot == slot:
        raise ActionRefusedError("you already wear it")
    in_the_way = _in_the_way(run, row.inventory, stack, gear, slot)
    room = free_slots(run, row.inventory) + (not stack.slot)
    if len(in_the_way) > room:
        raise ActionRefusedError("your pack has no room for what you would take off")
    for other in in_the_way:
        exchange(row.inventory, other, replace(other, slot=""))
    exchange(row.inventory, stack, replace(stack, slot=slot))
    _changed(run, floor, row, stack, TAKEN_UP if slot in HANDS else PUT_ON)


def doff(run: Run, floor: FloorIndex, row: HeroRow, intent: Doff) -> None:
    """Take off gear.

    Raises ActionRefusedError when it is not worn, or the pack has no room for it.
    """
    stack = stack_of(row, intent.item)
    if not stack.slot:
        raise ActionRefusedError("you don't wear that")
    if free_slots(run, row.inventory) < 1:
        raise ActionRefusedError("your pack is full")
    held = stack.slot in HANDS
    exchange(row.inventory, stack, replace(stack, slot=""))
    _changed(run, floor, row, stack, PUT_AWAY if held else TAKEN_OFF)


def _in_the_way(
    run: Run, pack: Inventory, stack: ItemStack, gear: GearFigures, slot: Slot
) -> list[ItemStack]:
    """Return the worn stacks that must come off before gear fits a slot.

    Two-handed gear leaves the off hand no room.
    """
    worn = {other.slot: other for other in pack.stacks if other.slot and other is not stack}
    taken = [slot, "off_hand"] if gear.two_handed else [slot]
    main = worn.get("main_hand")
    if slot == "off_hand" and main is not None and _takes_both_hands(run, main):
        taken.append("main_hand")
    return [worn[each] for each in taken if each in worn]


def _takes_both_hands(run: Run, stack: ItemStack) -> bool:
    gear = run.items.kind(stack.item).gear
    return gear is not None and gear.two_handed


def _changed(
    run: Run, floor: FloorIndex, row: HeroRow, stack: ItemStack, words: tuple[str, str]
) -> None:
    """Spend the time for a change of gear, and give the hero its new figures."""
    row.spend_energy(run.rules.costs.wear)
    refit(run, row)
    what = counted_name(run, stack.item, 1)
    own, others = f"You {words[0]} {what}.", f"{row.actor.name} {words[1]} {what}."
    run.emit(Seen(floor.entity, who(row), "info", own, others))
