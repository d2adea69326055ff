"""Inventories: add items, take them out and check for room. Worn gear takes no room."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from undertide_server.content.records.items import Coin
from undertide_server.simulation.components.heroes import Inventory, ItemStack
from undertide_server.simulation.queries.grammar import a
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.items.growth import grown
from undertide_shared.messages import Slot


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


def has_room(run: Run, row: HeroRow, item: str) -> bool:
    """Return whether at least one more of `item` fits into the pack; coins always do."""
    if is_coin(run, item):
        return True
    here, most = carried(row.inventory), run.items.kind(item).stack
    has_place = len(here) < run.rules.heroes.pack_size
    return has_place or any(stack.item == item and stack.count < most for stack in here)


def fits(run: Run, pack: Inventory, wanted: Mapping[str, int], *, freed: int = 0) -> bool:
    """Return whether the wanted number of each item fits after `freed` stacks have been removed."""
    here = carried(pack)
    room: Counter[str] = Counter()
    for stack in here:
        room[stack.item] += run.items.kind(stack.item).stack - stack.count
    stacks = (
        -(-max(0, wanted[item] - room[item]) // run.items.kind(item).stack) for item in wanted
    )
    return len(here) - freed + sum(stacks) <= run.rules.heroes.pack_size


def stow(run: Run, row: HeroRow, item: str, count: int) -> int:
    """Add items to the purse, or to stacks of the same item and then to new ones.

    Gear that grows with its bearer grows at once. Return how many fitted.
    """
    if is_coin(run, item):
        row.hero.gold += count
        return count
    item = grown(run.items, item, row.hero.deepest)
    most = run.items.kind(item).stack
    left = count
    for stack in carried(row.inventory):
        if stack.item == item and left:
            added = min(left, most - stack.count)
            exchange(row.inventory, stack, replace(stack, count=stack.count + added))
            left -= added
    while left and len(carried(row.inventory)) < run.rules.heroes.pack_size:
        added = min(left, most)
        give_stack(row.inventory, item, added)
        left -= added
    return count - left


def give_stack(pack: Inventory, item: str, count: int, slot: Slot | Literal[""] = "") -> ItemStack:
    """Add a new stack to an inventory, worn in a slot or carried, and return it."""
    pack.last_id += 1
    stack = ItemStack(pack.last_id, item, count, slot)
    pack.stacks.append(stack)
    return stack


def take_out(pack: Inventory, stack: ItemStack, count: int) -> None:
    """Take `count` items out of a stack; remove the stack when none are left."""
    if stack.count == count:
        pack.stacks.remove(stack)
    else:
        exchange(pack, stack, replace(stack, count=stack.count - count))


def exchange(pack: Inventory, stack: ItemStack, other: ItemStack) -> None:
    """Replace a stack with the one that it has become."""
    pack.stacks[pack.stacks.index(stack)] = other
