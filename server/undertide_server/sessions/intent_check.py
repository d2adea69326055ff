"""The check of an intent before it reaches the journal: what it names must be in the game.

The rules still decide whether the hero can do it when its turn comes: whether the item is still
there, the cell in reach, the spell known.
"""

from collections.abc import Iterator, Sequence

from undertide_server.content.schema.faults import quoted
from undertide_server.simulation.mechanics.seats import hero_of_seat
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.limits import MAX_NUMBER, MAX_STACK
from undertide_shared.messages import (
    AcceptTrade,
    Accompany,
    Break,
    Cast,
    Climb,
    Craft,
    Doff,
    Drop,
    Give,
    Intent,
    MarkCell,
    Move,
    OfferTrade,
    Perform,
    Regroup,
    Sell,
    Shoot,
    Travel,
    Use,
    Wear,
)


def fault_of(run: Run, floor: FloorIndex, row: HeroRow, intent: Intent) -> str:
    """Return why an intent of a hero can mean nothing, for its player; empty if it can."""
    return next(filter(None, _faults(run, floor, row, intent)), "")


def _faults(run: Run, floor: FloorIndex, row: HeroRow, intent: Intent) -> Iterator[str]:
    """Yield a text for each part of an intent, empty if the part is sound."""
    match intent:
        case Move(dx=dx, dy=dy):
            yield _step_fault(dx, dy)
        case (
            Drop(item=item) | Wear(item=item) | Doff(item=item) | Break(item=item) | Sell(item=item)
        ):
            yield _item_fault(row, item)
        case Use(item=item, x=x, y=y):
            yield _item_fault(row, item)
            yield _cell_fault(floor, x, y)
        case Shoot(x=x, y=y) | Travel(x=x, y=y) | MarkCell(x=x, y=y) | Climb(x=x, y=y):
            yield _cell_fault(floor, x, y)
        case Cast() | Perform():
            yield _key_fault(run, intent)
            yield _cell_fault(floor, intent.x, intent.y)
        case Give(item=item, seat=seat, count=count):
            yield _item_fault(row, item)
            yield _seat_fault(run, seat)
            yield _count_fault(count)
        case Accompany(seat=seat) | Regroup(seat=int(seat)):
            yield _seat_fault(run, seat)
        case Craft(item=item, essences=essences):
            yield _item_fault(row, item)
            yield from _stacks_faults(row, essences)
        case OfferTrade() | AcceptTrade():
            yield from _trade_faults(run, row, intent)


def _trade_faults(run: Run, row: HeroRow, intent: OfferTrade | AcceptTrade) -> Iterator[str]:
    if isinstance(intent, AcceptTrade):
        yield _number_fault("number", intent.number)
        return
    yield _seat_fault(run, intent.seat)
    yield from _stacks_faults(row, intent.items)
    yield _number_fault("gold", intent.gold)


def _key_fault(run: Run, intent: Cast | Perform) -> str:
    if isinstance(intent, Cast):
        known = intent.spell in run.rules.spells
        return "" if known else f"there is no spell {quoted(intent.spell)}"
    known = intent.ability in run.rules.abilities
    return "" if known else f"there is no ability {quoted(intent.ability)}"


def _step_fault(dx: int, dy: int) -> str:
    return "" if max(abs(dx), abs(dy)) <= 1 else "a move goes to one of the cells beside"


def _item_fault(row: HeroRow, item: int) -> str:
    known = 1 <= item <= row.inventory.last_id
    return "" if known else f"your pack never held an item with the id {item}"


def _cell_fault(floor: FloorIndex, x: int | None, y: int | None) -> str:
    height, width = floor.state.tiles.shape
    inside = 0 <= (x or 0) < width and 0 <= (y or 0) < height
    return "" if inside else f"there is no cell ({x}, {y}) on this floor"


def _seat_fault(run: Run, seat: int) -> str:
    return f"there is no hero in seat {seat}" if hero_of_seat(run, seat) is None else ""


def _count_fault(count: int) -> str:
    return "" if 1 <= count <= MAX_STACK else f"expected a count of 1 to {MAX_STACK}, not {count}"


def _number_fault(name: str, number: int) -> str:
    fine = 0 <= number <= MAX_NUMBER
    return "" if fine else f"expected {name} of 0 to {MAX_NUMBER}, not {number}"


def _stacks_faults(row: HeroRow, stacks: Sequence[tuple[int, int]]) -> Iterator[str]:
    items = {item for item, _ in stacks}
    yield "" if len(items) == len(stacks) else "name each stack once"
    for item, count in stacks:
        yield _item_fault(row, item)
        yield _count_fault(count)
