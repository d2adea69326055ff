"""The first items of new heroes, and the gear that they wear from the beginning (R7)."""

from dataclasses import replace

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.simulation.components.heroes import Inventory
from undertide_server.simulation.mechanics.inventory import exchange, give_stack
from undertide_server.worldgen.items.catalogue import GearFigures, ItemCatalogue
from undertide_server.worldgen.items.keys import Piece, key_of
from undertide_shared.messages import Slot

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
