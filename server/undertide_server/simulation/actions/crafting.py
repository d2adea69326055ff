"""R8: heroes break gear down into essences, and forge essences into plain gear."""

from collections import Counter
from dataclasses import replace

from undertide_server.simulation.mechanics.combat import who
from undertide_server.simulation.mechanics.energy import spend
from undertide_server.simulation.mechanics.inventory import (
    counted_name,
    exchange,
    fits,
    stack_of,
    stow,
    take_out,
    unworn,
)
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import DIRECTIONS, FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.items.catalogue import GearFigures
from undertide_server.worldgen.items.errors import CannotForgeError
from undertide_server.worldgen.items.forge import essences_in, forged
from undertide_server.worldgen.items.keys import key_of
from undertide_shared.messages import Break, Craft


def break_down(run: Run, floor: FloorIndex, row: HeroRow, intent: Break) -> None:
    """Break gear down into the essences of its affixes, one for each level.

    Raises ActionRefusedError when the gear is plain or worn, or when the pack has no room for the
    essences.
    """
    stack = unworn(row, intent.item)
    essences = essences_in(_gear(run, stack.item))
    if not essences:
        raise ActionRefusedError("plain gear holds no essences")
    if not fits(run, row.inventory, essences, freed=1):
        raise ActionRefusedError("your pack has no room for its essences")
    row.inventory.stacks.remove(stack)
    for essence, count in essences.items():
        stow(run, row, essence, count)
    spend(row, run.rules.costs.craft)
    what = counted_name(run, stack.item, 1)
    gained = " and ".join(counted_name(run, each, count) for each, count in essences.items())
    own, others = f"You break {what}: {gained}.", f"{row.actor.name} breaks {what}."
    run.tell(Seen(floor.entity, who(row), "info", own, others))


def craft(run: Run, floor: FloorIndex, row: HeroRow, intent: Craft) -> None:
    """Forge essences into plain gear, whose figures then suit this floor's depth.

    Raises ActionRefusedError when no forge is near, when the gear is worn, when the hero lacks
    essences, or when the result would exceed a limit, which it names.
    """
    if not _is_at_forge(run, floor, row):
        raise ActionRefusedError("there is no forge next to you")
    stack = unworn(row, intent.item)
    gear = _gear(run, stack.item)
    wanted = _wanted(row, intent)
    try:
        piece = forged(run.items, gear, _by_affix(run, row, wanted), floor.state.number)
    except CannotForgeError as refused:
        raise ActionRefusedError(refused.reason) from refused
    for stack_id, count in wanted.items():
        take_out(row.inventory, stack_of(row, stack_id), count)
    made = key_of(piece)
    exchange(row.inventory, stack, replace(stack, item=made))
    spend(row, run.rules.costs.craft)
    what = counted_name(run, made, 1)
    own, others = f"You forge {what}.", f"{row.actor.name} forges {what}."
    run.tell(Seen(floor.entity, who(row), "good", own, others))


def _gear(run: Run, item: str) -> GearFigures:
    """Return the figures of gear. Raises ActionRefusedError for other items."""
    gear = run.items.kind(item).gear
    if gear is None:
        raise ActionRefusedError("that isn't gear")
    return gear


def _is_at_forge(run: Run, floor: FloorIndex, row: HeroRow) -> bool:
    """Return whether a hero stands on a forge or beside one."""
    x, y = row.cell
    around = ((x + dx, y + dy) for dx, dy in ((0, 0), *DIRECTIONS))
    inside = ((x, y) for x, y in around if 0 <= x < floor.width and 0 <= y < floor.height)
    records = run.game.terrain.records
    return any(records[floor.state.tiles.item(y, x)].forge for x, y in inside)


def _wanted(row: HeroRow, intent: Craft) -> Counter[int]:
    """Return the number of essences to take from each stack, by id.

    Raises ActionRefusedError when a stack holds fewer.
    """
    wanted: Counter[int] = Counter()
    for stack_id, count in intent.essences:
        if count < 1:
            raise ActionRefusedError("choose at least one essence")
        wanted[stack_id] += count
        if wanted[stack_id] > stack_of(row, stack_id).count:
            raise ActionRefusedError("you don't carry that many")
    return wanted


def _by_affix(run: Run, row: HeroRow, wanted: Counter[int]) -> Counter[str]:
    """Return the number of essences to use for each affix.

    Raises ActionRefusedError for other items.
    """
    found: Counter[str] = Counter()
    for stack_id, count in wanted.items():
        affix = run.items.kind(stack_of(row, stack_id).item).essence
        if affix is None:
            raise ActionRefusedError("that isn't an essence")
        found[affix] += count
    return found
