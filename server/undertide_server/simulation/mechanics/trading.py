"""Trades of two heroes: their offers, the exchange, and when a trade is off (R17)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from undertide_server.simulation.components.heroes import Inventory, ItemStack
from undertide_server.simulation.components.progress import Trade, TradeSide
from undertide_server.simulation.mechanics.inventory import (
    counted_name,
    fits,
    stow,
    take_out,
    unworn,
)
from undertide_server.simulation.queries.heroes import out_of_reach
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run


@dataclass(frozen=True, slots=True)
class Trader:
    """A hero who can trade now, with the stacks and the gold that it offers."""

    floor: FloorIndex
    row: HeroRow
    goods: list[tuple[ItemStack, int]]
    gold: int


GONE, POORER = "you are in no state to trade", "you no longer have what you offered"
_THEIRS = {GONE: "is in no state to trade", POORER: "no longer has what was offered"}
"""What the partner reads in place of each."""


def trade_of(run: Run, hero: int) -> Trade | None:
    """Return the open trade of a hero, given by its entity, if there is one."""
    for trade in run.progress.trades:
        if hero in {trade.one.hero, trade.other.hero}:
            return trade
    return None


def end_broken_trades(run: Run) -> None:
    """Call off the open trades that can't go on."""
    for trade in list(run.progress.trades):
        words = why_off(run, trade)
        if words is not None:
            call_off(run, trade, words)


def goods_of(row: HeroRow, items: Sequence[tuple[int, int]]) -> list[tuple[ItemStack, int]]:
    """Return the stacks that a hero offers, and how many of each.

    Raises ActionRefusedError when a stack isn't there, is worn, has fewer items, or is named twice.
    """
    if len({stack_id for stack_id, _ in items}) < len(items):
        raise ActionRefusedError("name each thing once")
    goods = [(unworn(row, stack_id), count) for stack_id, count in items]
    if any(not 1 <= count <= stack.count for stack, count in goods):
        raise ActionRefusedError("you don't carry that many")
    return goods


def refuse_gold(row: HeroRow, gold: int) -> None:
    """Raise ActionRefusedError when a hero doesn't have this much gold to offer."""
    if not 0 <= gold <= row.hero.gold:
        raise ActionRefusedError(f"you have {row.hero.gold} gold")


def why_off(run: Run, trade: Trade) -> tuple[str, str] | None:
    """Return why a trade is off, in words for either hero; None while it can go on.

    It is off when a hero doesn't stand, has no player, is out of the other's reach or on another
    floor, or no longer has what it offers.
    """
    one, other = _trader(run, trade.one), _trader(run, trade.other)
    for trader, is_one in ((one, True), (other, False)):
        if isinstance(trader, str):
            own, others = trader, f"your partner {_THEIRS[trader]}"
            return (own, others) if is_one else (others, own)
    assert isinstance(one, Trader)
    assert isinstance(other, Trader)
    if one.floor is not other.floor:
        return "your partner is on another floor", "your partner is on another floor"
    mine = out_of_reach(run, one.floor, one.row, other.row)
    return (mine, out_of_reach(run, one.floor, other.row, one.row)) if mine else None


def _trader(run: Run, side: TradeSide) -> Trader | str:
    """Return a hero of a trade as it is now, or why it can't trade."""
    found = run.index.of_hero(side.hero)
    if found is None or not found[1].is_played:
        return GONE
    floor, row = found
    try:
        goods = goods_of(row, side.items)
        refuse_gold(row, side.gold)
    except ActionRefusedError:
        return POORER
    return Trader(floor, row, goods, side.gold)


def call_off(run: Run, trade: Trade, words: tuple[str, str]) -> None:
    """End a trade without an exchange, and tell either hero why."""
    run.progress.trades.remove(trade)
    for side, text in zip((trade.one, trade.other), words, strict=True):
        run.emit(Told(side.hero, "info", f"The trade is off: {text}."))


def renumber_offers(run: Run, trade: Trade) -> None:
    """Give changed offers a new number, which nobody has accepted yet."""
    for side in (trade.one, trade.other):
        side.has_accepted = False
        found = run.index.of_hero(side.hero)
        if found is not None:
            found[1].hero.offers_seen += 1


def refuse_without_room(run: Run, row: HeroRow, trade: Trade) -> None:
    """Raise ActionRefusedError when the pack of a hero has no room for its partner's goods."""
    own, partner = (_trader(run, side) for side in trade.sides_of(row.entity))
    if isinstance(own, Trader) and isinstance(partner, Trader) and not _has_room(run, own, partner):
        raise ActionRefusedError("your pack has no room for all that you would get")


def exchange_goods(run: Run, trade: Trade) -> None:
    """Exchange the goods of two heroes and end the trade; it takes each a moment.

    Nothing moves, and ActionRefusedError is raised, when the pack of either has no room for all of
    it. The trade must be able to go on: see `why_off`.
    """
    one, other = _trader(run, trade.one), _trader(run, trade.other)
    assert isinstance(one, Trader)
    assert isinstance(other, Trader)
    for taker, giver in ((one, other), (other, one)):
        if not _has_room(run, taker, giver):
            raise ActionRefusedError(f"{taker.row.actor.name} has no room for all of it")
    run.progress.trades.remove(trade)
    for trader in (one, other):
        for stack, count in trader.goods:
            take_out(trader.row.inventory, stack, count)
        trader.row.hero.gold -= trader.gold
        trader.row.spend_energy(run.rules.costs.take)
    for taker, giver in ((one, other), (other, one)):
        for stack, count in giver.goods:
            stow(run, taker.row, stack.item, count)
        taker.row.hero.gold += giver.gold
        gives, gets = words_of(run, taker.goods, taker.gold), words_of(run, giver.goods, giver.gold)
        text = f"You trade with {giver.row.actor.name}: {gives} for {gets}."
        run.emit(Told(taker.row.entity, "good", text))


def _has_room(run: Run, taker: Trader, giver: Trader) -> bool:
    """Return whether a pack has room for the goods of `giver` once its own are out."""
    pack = taker.row.inventory
    left = Inventory(list(pack.stacks), pack.last_id, dict(pack.lettered))
    for stack, count in taker.goods:
        take_out(left, stack, count)
    wanted: Counter[str] = Counter()
    for stack, count in giver.goods:
        wanted[stack.item] += count
    return fits(run, left, wanted)


def words_of(run: Run, goods: Sequence[tuple[ItemStack, int]], gold: int) -> str:
    """Return the offer of a hero in words: "a cap, 2 health potions and 5 gold", or "nothing"."""
    parts = [counted_name(run, stack.item, count) for stack, count in goods]
    parts += [f"{gold} gold"] if gold else []
    if not parts:
        return "nothing"
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
