"""R8: heroes break gear into essences or gold, and forge and exchange essences."""

from collections import Counter
from dataclasses import replace

from undertide_server.simulation.components.heroes import ItemStack
from undertide_server.simulation.mechanics.inventory import (
    counted_name,
    exchange,
    fits,
    is_coin,
    stack_of,
    stow,
    take_out,
    unworn,
)
from undertide_server.simulation.mechanics.shops import parts_of
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import DIRECTIONS, FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.items.catalogue import GearFigures
from undertide_server.worldgen.items.errors import CannotForgeError
from undertide_server.worldgen.items.forge import forged, grown
from undertide_server.worldgen.items.keys import key_of
from undertide_shared.messages import Break, Craft


def break_down(run: Run, floor: FloorIndex, row: HeroRow, intent: Break) -> None:
    """Break gear down into the essences of its affixes, one for each level; plain gear into gold.

    Raises ActionRefusedError when the gear is worn, when nothing would be left of it, or when the
    pouch has no room for the essences.
    """
    stack = unworn(row, intent.item)
    parts = parts_of(run, _gear(run, stack.item))
    if not parts:
        raise ActionRefusedError("nothing useful would be left of it")
    essences = {item: count for item, count in parts.items() if not is_coin(run, item)}
    if not fits(run, row.inventory, essences, freed=1):
        raise ActionRefusedError("your pouch has no room for its essences")
    row.inventory.stacks.remove(stack)
    for item, count in parts.items():
        stow(run, row, item, count)
    row.spend_energy(run.rules.costs.craft)
    what = counted_name(run, stack.item, 1)
    gained = " and ".join(counted_name(run, each, count) for each, count in parts.items())
    own, others = f"You break {what}: {gained}.", f"{row.actor.name} breaks {what}."
    run.emit(Seen(floor.entity, who(row), "info", own, others))


def craft(run: Run, floor: FloorIndex, row: HeroRow, intent: Craft) -> None:
    """Forge essences into plain gear, or turn essences into one of another sort.

    Raises ActionRefusedError when no forge is near, when the item is worn, when the hero lacks
    essences, or when the result would exceed a limit, which it names.
    """
    if not _is_at_forge(run, floor, row):
        raise ActionRefusedError("there is no forge next to you")
    stack = unworn(row, intent.item)
    wanted = _wanted(row, intent)
    if run.items.kind(stack.item).essence is None:
        _forge(run, floor, row, stack, wanted)
    else:
        _exchange(run, floor, row, stack, wanted)


def _exchange(
    run: Run, floor: FloorIndex, row: HeroRow, stack: ItemStack, wanted: Counter[int]
) -> None:
    """Turn essences of other sorts into one more of the sort of a stack."""
    price = run.rules.crafting.exchange
    if not price:
        raise ActionRefusedError("that isn't gear")
    if stack.id in wanted:
        raise ActionRefusedError("choose essences of other sorts to give for it")
    _by_affix(run, row, wanted)
    if wanted.total() != price:
        raise ActionRefusedError(f"it takes {price} other essences to make one of your choice")
    if not fits(run, row.inventory, {stack.item: 1}, freed=_emptied(row, wanted)):
        raise ActionRefusedError("your pack has no room for it")
    given = " and ".join(
        counted_name(run, stack_of(row, each).item, count) for each, count in wanted.items()
    )
    _take(row, wanted)
    stow(run, row, stack.item, 1)
    row.spend_energy(run.rules.costs.craft)
    what = counted_name(run, stack.item, 1)
    own, others = f"You turn {given} into {what}.", f"{row.actor.name} makes {what}."
    run.emit(Seen(floor.entity, who(row), "info", own, others))


def _emptied(row: HeroRow, wanted: Counter[int]) -> int:
    """Return how many stacks are used up."""
    return sum(stack_of(row, each).count == count for each, count in wanted.items())


def _take(row: HeroRow, wanted: Counter[int]) -> None:
    for stack_id, count in wanted.items():
        take_out(row.inventory, stack_of(row, stack_id), count)


def _forge(
    run: Run, floor: FloorIndex, row: HeroRow, stack: ItemStack, wanted: Counter[int]
) -> None:
    """Forge essences into plain gear, whose figures then suit the depth of the floor."""
    gear = _gear(run, stack.item)
    try:
        piece = forged(run.items, gear, _by_affix(run, row, wanted), floor.state.number)
    except CannotForgeError as refused:
        raise ActionRefusedError(refused.reason) from refused
    _take(row, wanted)
    made = grown(run.items, key_of(piece), row.hero.deepest)
    exchange(row.inventory, stack, replace(stack, item=made))
    row.spend_energy(run.rules.costs.craft)
    what = counted_name(run, made, 1)
    own, others = f"You forge {what}.", f"{row.actor.name} forges {what}."
    run.emit(Seen(floor.entity, who(row), "good", own, others))


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
