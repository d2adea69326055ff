"""What new heroes carry, and wear from the beginning (R7)."""

from dataclasses import replace

from undertide_server.simulation.components.heroes import Inventory
from undertide_server.simulation.mechanics.inventory import exchange, give_stack
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.items.catalogue import GearFigures
from undertide_server.worldgen.items.keys import Piece, key_of
from undertide_shared.messages import Slot

FIRST_FLOOR = 1
"""The depth that the gear of new heroes is made for."""


def outfit(run: Run, calling: str) -> Inventory:
    """Return the pack of a new hero: what all of them have, and what its calling adds.

    It wears the gear that it has, each piece where the ones before it left a place.
    """
    pack = Inventory()
    for start in (*run.rules.heroes.start, *run.rules.callings[calling].start):
        give_stack(pack, _key(run, start.item), start.count)
    taken: set[Slot] = set()
    for stack in list(pack.stacks):
        gear = run.items.kind(stack.item).gear
        free = [slot for slot in gear.slots if slot not in taken] if gear else []
        if gear is not None and free:
            exchange(pack, stack, replace(stack, slot=free[0]))
            taken |= _filled(gear, free[0])
    return pack


def _key(run: Run, item: str) -> str:
    """Return the key of something that new heroes have, which rules name as it is named there."""
    return item if item in run.rules.items else key_of(Piece(item, FIRST_FLOOR))


def _filled(gear: GearFigures, slot: Slot) -> set[Slot]:
    """Return the slots that nothing else can be worn in while something is worn there."""
    return {slot, "off_hand"} if gear.two_handed else {slot}
