"""Inventories: add items, take them out, check for room, outfit new heroes (R7).

A pack has slots. Worn gear takes none, and some items need none: a hero carries one stack of each
beside the slots.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from undertide_server.content.records.items import Coin
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.simulation.components.heroes import Inventory, ItemStack
from undertide_server.simulation.queries.grammar import a
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.items.catalogue import GearFigures, ItemCatalogue
from undertide_server.worldgen.items.forge import grown
from undertide_server.worldgen.items.keys import Piece, essence_of, key_of
from undertide_shared.messages import Slot
from undertide_shared.text import LETTERS


def carried(pack: Inventory) -> list[ItemStack]:
    """Return the stacks that are not worn."""
    return [stack for stack in pack.stacks if not stack.slot]


def stack_of(row: HeroRow, stack_id: int) -> ItemStack:
    """Return a hero's stack by its id. Raises ActionRefusedError when there is none."""
    for stack in row.inventory.stacks:
        if stack.id == stack_id:
            return stack
    raise ActionRefusedError("you carry no such thing")


def unworn(row: HeroRow, stack_id: int) -> ItemStack:
    """Return a hero's stack by its id.

    Raises ActionRefusedError when there is none, or when it is worn.
    """
    stack = stack_of(row, stack_id)
    if stack.slot:
        raise ActionRefusedError("take it off first")
    return stack


def counted_name(run: Run, item: str, count: int) -> str:
    """Return an item's name with its article or number; artifacts have names of their own."""
    kind = run.items.kind(item)
    if kind.gear is not None and kind.gear.artifact:
        return kind.name
    return a(kind.name) if count == 1 else f"{count} {kind.plural}"


def is_coin(run: Run, item: str) -> bool:
    """Return whether an item goes into the purse."""
    return isinstance(run.items.kind(item).effect, Coin)


def takes_slot(run: Run, stack: ItemStack) -> bool:
    """Return whether a stack takes a slot of the pack."""
    return not stack.slot and run.items.kind(stack.item).takes_slot


def free_slots(run: Run, pack: Inventory) -> int:
    """Return the number of free slots of a pack; below 0 if the content has shrunk it."""
    return run.rules.heroes.pack_size - sum([takes_slot(run, stack) for stack in pack.stacks])


def room_for(run: Run, pack: Inventory, item: str) -> int:
    """Return how many more of `item` the pack can hold.

    Stacks of the same item fill up first, then free slots take new ones. An item that takes no slot
    has room for one stack. Coins don't go into the pack.
    """
    kind = run.items.kind(item)
    held = [stack.count for stack in pack.stacks if stack.item == item and not stack.slot]
    if not kind.takes_slot:
        return max(0, kind.stack - sum(held))
    in_stacks = sum(kind.stack - count for count in held)
    return in_stacks + max(0, free_slots(run, pack)) * kind.stack


def has_room(run: Run, row: HeroRow, item: str) -> bool:
    """Return whether at least one more of `item` fits into the pack; coins always do."""
    return is_coin(run, item) or room_for(run, row.inventory, item) > 0


def refuse_without_room(run: Run, row: HeroRow, item: str) -> None:
    """Raise ActionRefusedError, which says why, when no more of `item` fits into the pack."""
    if has_room(run, row, item):
        return
    kind = run.items.kind(item)
    if kind.takes_slot:
        raise ActionRefusedError("your pack is full")
    raise ActionRefusedError(f"you can't carry more than {kind.stack} {kind.plural}")


def fits(run: Run, pack: Inventory, wanted: Mapping[str, int], *, freed: int = 0) -> bool:
    """Return whether the wanted number of each item fits after `freed` slots became free."""
    slots = 0
    for item, count in wanted.items():
        kind = run.items.kind(item)
        held = [stack.count for stack in carried(pack) if stack.item == item]
        if kind.takes_slot:
            in_stacks = sum(kind.stack - each for each in held)
            slots += -(-max(0, count - in_stacks) // kind.stack)
        elif count > kind.stack - sum(held):
            return False
    return slots <= max(0, free_slots(run, pack) + freed)


def stow(run: Run, row: HeroRow, item: str, count: int) -> int:
    """Add items to the purse, or to stacks of the same item and then to new ones.

    Gear that grows with its bearer grows at once. Return how many fitted.
    """
    if is_coin(run, item):
        row.hero.gold += count
        return count
    item = grown(run.items, item, row.hero.deepest)
    most = run.items.kind(item).stack
    fitting = left = min(count, room_for(run, row.inventory, item))
    for stack in carried(row.inventory):
        if stack.item == item and left:
            added = min(left, max(0, most - stack.count))
            exchange(row.inventory, stack, replace(stack, count=stack.count + added))
            left -= added
    while left:
        added = min(left, most)
        give_stack(row.inventory, item, added)
        left -= added
    return fitting


def give_stack(pack: Inventory, item: str, count: int, slot: Slot | Literal[""] = "") -> ItemStack:
    """Add a new stack to an inventory, worn in a slot or carried, and return it."""
    pack.last_id += 1
    pack.stacks.append(ItemStack(pack.last_id, item, count, slot))
    _give_letters(pack)
    return pack.stacks[-1]


def _give_letters(pack: Inventory) -> None:
    """Give a letter to each stack that lacks one: the last letter of its item, or the first free.

    Essences get none, and neither do stacks for which none is left.
    """
    free = dict.fromkeys(LETTERS)
    for stack in pack.stacks:
        free.pop(stack.letter, None)
    for stack in list(pack.stacks):
        if stack.letter or not free or essence_of(stack.item) is not None:
            continue
        earlier = (letter for letter in free if pack.lettered.get(letter) == stack.item)
        letter = next(earlier, next(iter(free)))
        del free[letter]
        exchange(pack, stack, replace(stack, letter=letter))


def take_out(pack: Inventory, stack: ItemStack, count: int) -> None:
    """Take `count` items out of a stack; remove the stack when none are left."""
    if stack.count == count:
        pack.stacks.remove(stack)
    else:
        exchange(pack, stack, replace(stack, count=stack.count - count))


def exchange(pack: Inventory, stack: ItemStack, other: ItemStack) -> None:
    """Replace a stack with the one that it has become."""
    pack.stacks[pack.stacks.index(stack)] = other
    if other.letter:
        pack.lettered[other.letter] = other.item


FIRST_FLOOR = 1
"""The depth for which the gear of new heroes is made."""


def outfit(
    rules: Ruleset, items: ItemCatalogue, calling: str, *, is_first: bool = True
) -> Inventory:
    """Return the inventory of a new hero: the items of all heroes, and those of its calling.

    Only the first hero of a seat gets the items of all heroes (R16).

    It wears each piece of gear in the first slot that earlier pieces left free.
    """
    pack = Inventory()
    free = rules.heroes.start if is_first else ()
    for start in (*free, *rules.callings[calling].start):
        give_stack(pack, _key(rules, start.item), start.count)
    taken: set[Slot] = set()
    for stack in list(pack.stacks):
        gear = items.kind(stack.item).gear
        slots = [slot for slot in gear.slots if slot not in taken] if gear else []
        if gear is not None and slots:
            exchange(pack, stack, replace(stack, slot=slots[0]))
            taken |= _filled(gear, slots[0])
    return pack


def _key(rules: Ruleset, item: str) -> str:
    """Return the key of a starting item.

    Plain items are keys already; gear gets a key for its depth.
    """
    return item if item in rules.items else key_of(Piece(item, FIRST_FLOOR))


def _filled(gear: GearFigures, slot: Slot) -> set[Slot]:
    """Return the slots that gear occupies when it is worn in `slot`."""
    return {slot, "off_hand"} if gear.two_handed else {slot}
