"""Items: picked up, laid down, drunk and read (R8)."""

from undertide_server.content.items import Coin
from undertide_server.simulation.components.heroes import Pack, Stack
from undertide_server.simulation.components.items import Lying
from undertide_server.simulation.events import Seen
from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.grammar import a
from undertide_server.simulation.rows import HeroRow
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.combat import who
from undertide_server.simulation.systems.deeds import SCROLLS, deed_of
from undertide_server.simulation.systems.energy import spend
from undertide_server.simulation.systems.refusal import CannotDo
from undertide_server.simulation.systems.shelter import give_up_shelter
from undertide_server.simulation.systems.shops import pay
from undertide_server.simulation.systems.victory import amulet_taken
from undertide_shared.messages import Drop, Take, Use


def take(run: Run, place: FloorPlace, row: HeroRow, _intent: Take) -> None:
    """Pick up the topmost stack underfoot, and pay for a ware.

    Raises CannotDo when there is none, no room for it, or not gold enough.
    """
    entities = place.items.get(row.cell)
    if not entities:
        raise CannotDo("there is nothing here to take")
    lying = run.world.get(entities[-1], Lying)
    if not has_room(run, row, lying.item):
        raise CannotDo("your pack is full")
    pay(run, place, row, lying)
    pick_up(run, place, row)


def pick_up(run: Run, place: FloorPlace, row: HeroRow) -> None:
    """Put what fits of the topmost stack underfoot into the pack; what doesn't fit stays.

    Coins go into the purse.
    """
    entity = place.items[row.cell][-1]
    lying = run.world.get(entity, Lying)
    taken = _stow(run, row, lying.item, lying.count)
    lying.count -= taken
    if lying.count == 0:
        run.places.leave(entity)
        run.world.delete(entity)
    spend(row, run.rules.costs.take)
    what = counted_name(run, lying.item, taken)
    run.tell(
        Seen(place.entity, who(row), "info", f"You take {what}.", f"{row.actor.name} takes {what}.")
    )
    amulet_taken(run, lying.item)


def has_room(run: Run, row: HeroRow, item: str) -> bool:
    """Whether at least one more of `item` fits into the pack; coins always do."""
    if _is_coin(run, item) or len(row.pack.stacks) < run.rules.heroes.pack_size:
        return True
    most = run.rules.items[item].stack
    return any(stack.item == item and stack.count < most for stack in row.pack.stacks)


def _stow(run: Run, row: HeroRow, item: str, count: int) -> int:
    """Fill the purse, or stacks of the same item and then new ones; return how many fitted."""
    if _is_coin(run, item):
        row.hero.gold += count
        return count
    most = run.rules.items[item].stack
    left = count
    for stack in row.pack.stacks:
        if stack.item == item and left:
            added = min(left, most - stack.count)
            stack.count += added
            left -= added
    while left and len(row.pack.stacks) < run.rules.heroes.pack_size:
        added = min(left, most)
        give_stack(row.pack, item, added)
        left -= added
    return count - left


def _is_coin(run: Run, item: str) -> bool:
    return isinstance(run.rules.items[item].effect, Coin)


def give_stack(pack: Pack, item: str, count: int) -> None:
    """Put a new stack into a pack."""
    pack.last_id += 1
    pack.stacks.append(Stack(pack.last_id, item, count))


def drop(run: Run, place: FloorPlace, row: HeroRow, intent: Drop) -> None:
    """Lay down a stack. Raises CannotDo when there is none, or the floor holds no more."""
    stack = _stack(row, intent.item)
    if sum(map(len, place.items.values())) >= run.rules.loot.most_on_floor:
        raise CannotDo("this floor is too littered to lay down more")
    row.pack.stacks.remove(stack)
    run.places.put(run.world.create(Lying(stack.item, stack.count)), place.entity, row.cell)
    spend(row, run.rules.costs.take)
    what = counted_name(run, stack.item, stack.count)
    run.tell(
        Seen(place.entity, who(row), "info", f"You drop {what}.", f"{row.actor.name} drops {what}.")
    )


def use(run: Run, place: FloorPlace, row: HeroRow, intent: Use) -> None:
    """Drink or read one of a stack. Raises CannotDo when it would do nothing."""
    stack = _stack(row, intent.item)
    target = None if intent.x is None or intent.y is None else (intent.x, intent.y)
    effect = run.rules.items[stack.item].effect
    deed = deed_of(run, place, row, effect, target)
    # It is used up before it works: a reader that dies of it must not leave it behind.
    stack.count -= 1
    if stack.count == 0:
        row.pack.stacks.remove(stack)
    spend(row, run.rules.costs.use)
    if isinstance(effect, SCROLLS):
        give_up_shelter(run, row)
    deed()


def counted_name(run: Run, item: str, count: int) -> str:
    """Return an item's name with its article or number."""
    record = run.rules.items[item]
    return a(record.name) if count == 1 else f"{count} {record.plural}"


def _stack(row: HeroRow, stack_id: int) -> Stack:
    for stack in row.pack.stacks:
        if stack.id == stack_id:
            return stack
    raise CannotDo("you carry no such thing")
