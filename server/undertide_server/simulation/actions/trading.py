"""Heroes offer each other a trade, accept it, and end it (R17). That takes no time."""

from undertide_server.simulation.components.progress import Trade, TradeSide
from undertide_server.simulation.mechanics.stopping import stop_auto_action
from undertide_server.simulation.mechanics.trading import (
    call_off,
    exchange_goods,
    goods_of,
    refuse_gold,
    refuse_without_room,
    renumber_offers,
    trade_of,
    why_off,
    words_of,
)
from undertide_server.simulation.queries.heroes import out_of_reach
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import AcceptTrade, EndTrade, OfferTrade

NO_TRADE = "you are in no trade"


def offer_trade(run: Run, floor: FloorIndex, row: HeroRow, intent: OfferTrade) -> None:
    """Offer a companion within reach some things, or change what the hero offers already.

    The auto actions of both end, except for care, so that they stay near. Raises
    ActionRefusedError when the companion can't trade now, when either is in another trade, or when
    the hero can't give that.
    """
    if not row.stands:
        raise ActionRefusedError("only a hero that stands can trade")
    partner = _partner(run, floor, row, intent.seat)
    most = run.rules.heroes.sharing.trade_lines
    if len(intent.items) > most:
        raise ActionRefusedError(f"a trade has at most {most} things a side")
    goods = goods_of(row, intent.items)
    refuse_gold(row, intent.gold)
    trade = _trade_between(run, row, partner)
    side, _ = trade.sides_of(row.entity)
    is_new = trade not in run.progress.trades
    if not is_new and (side.items, side.gold) == (list(intent.items), intent.gold):
        raise ActionRefusedError("you offer that already")
    side.items, side.gold = list(intent.items), intent.gold
    if is_new:
        run.progress.trades.append(trade)
        for hero in (row, partner):
            if hero.auto_action.activity != "revive":
                stop_auto_action(hero)
    renumber_offers(run, trade)
    words = words_of(run, goods, intent.gold)
    run.emit(Told(row.entity, "info", f"You offer {partner.actor.name} a trade: {words}."))
    run.emit(Told(partner.entity, "party", f"{row.actor.name} offers you a trade: {words}."))


def _partner(run: Run, floor: FloorIndex, row: HeroRow, seat: int) -> HeroRow:
    """Return the hero of a seat with whom a hero can trade. Raises ActionRefusedError."""
    found = run.index.of_seat(seat)
    if found is None or found[0] is not floor or found[1] is row:
        raise ActionRefusedError("nobody within reach can trade")
    partner = found[1]
    if not partner.is_played:
        raise ActionRefusedError(f"{partner.actor.name} can't trade now")
    fault = out_of_reach(run, floor, row, partner)
    if fault:
        raise ActionRefusedError(fault)
    return partner


def _trade_between(run: Run, row: HeroRow, partner: HeroRow) -> Trade:
    """Return the open trade of two heroes, or a new one that isn't open yet.

    Raises ActionRefusedError when either is in a trade with somebody else.
    """
    own, theirs = trade_of(run, row.entity), trade_of(run, partner.entity)
    if own is not None and own is not theirs:
        raise ActionRefusedError("end your other trade first")
    if theirs is not None and own is not theirs:
        raise ActionRefusedError(f"{partner.actor.name} is trading with somebody else")
    return own or Trade(TradeSide(row.entity), TradeSide(partner.entity))


def accept_trade(run: Run, _floor: FloorIndex, row: HeroRow, intent: AcceptTrade) -> None:
    """Accept what both offer; the second to accept it makes the exchange.

    Raises ActionRefusedError when there is no trade, when what is offered has another number by
    now, when nothing is offered, or when a pack has no room.
    """
    trade = trade_of(run, row.entity)
    if trade is None:
        raise ActionRefusedError(NO_TRADE)
    words = why_off(run, trade)
    if words is not None:
        call_off(run, trade, words)
        raise ActionRefusedError("the trade is off")
    if intent.number != row.hero.offers_seen:
        raise ActionRefusedError("what is offered has changed")
    own, partner = trade.sides_of(row.entity)
    if not any((own.items, own.gold, partner.items, partner.gold)):
        raise ActionRefusedError("nothing is offered")
    refuse_without_room(run, row, trade)
    if partner.has_accepted:
        exchange_goods(run, trade)
    elif not own.has_accepted:
        own.has_accepted = True
        run.emit(Told(row.entity, "info", "You accept the trade."))
        run.emit(Told(partner.hero, "party", f"{row.actor.name} accepts the trade."))


def end_trade(run: Run, _floor: FloorIndex, row: HeroRow, _intent: EndTrade) -> None:
    """Refuse a trade, or withdraw from it. Raises ActionRefusedError when there is none."""
    trade = trade_of(run, row.entity)
    if trade is None:
        raise ActionRefusedError(NO_TRADE)
    own, others = "you end it", f"{row.actor.name} ends it"
    call_off(run, trade, (own, others) if trade.one.hero == row.entity else (others, own))
