"""A trade ends when its heroes part."""

import pytest

from support.worlds.companies import STATES, Pair, State, befall, two_together
from support.worlds.outcomes import held, told_to
from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.components.heroes import ItemStack
from undertide_server.simulation.components.progress import Trade, TradeSide
from undertide_server.simulation.mechanics.dying import die
from undertide_server.simulation.mechanics.inventory import free_slots, give_stack
from undertide_server.simulation.mechanics.trading import (
    call_off,
    exchange_goods,
    renumber_offers,
    trade_of,
    words_of,
)
from undertide_server.simulation.snapshot import restore, state_hash, take_snapshot
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Event, Told, thing
from undertide_server.simulation.state.inputs import Asked, PlayerLost
from undertide_shared.messages import Climb, OfferTrade

HALL = ["############", "#@.........#", "############"]


def test_a_trade_goes_on_until_one_walks_out_of_reach() -> None:
    stage = Stage(HALL, make_test_game())
    ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(2, 1))
    give_stack(ann.inventory, "lightning_scroll", 1)
    stage.ask(OfferTrade(1, [(ann.inventory.last_id, 1)]))
    stage.run.index.move(ben, (4, 1))
    assert stage.step() == []
    assert len(stage.run.progress.trades) == 1
    stage.run.index.move(ben, (5, 1))
    events = stage.step()
    assert stage.run.progress.trades == []
    assert told_to(ann, events) == ["The trade is off: Ben is too far away."]
    assert told_to(ben, events) == ["The trade is off: Ann is too far away."]


def test_an_open_trade_outlives_a_restore() -> None:
    stage = Stage(HALL, make_test_game())
    ann = stage.hero("Ann")
    stage.hero("Ben", cell=(2, 1))
    stage.ask(OfferTrade(1, [(ann.inventory.stacks[0].id, 1)], 0))
    run = restore(stage.game, take_snapshot(stage.run))
    assert run.progress.trades == stage.run.progress.trades
    assert state_hash(run) == state_hash(stage.run)


def offered(state: State) -> tuple[Pair, list[Event]]:
    """Let Ann offer Ben gold, and something befall him; return what was told then."""
    pair = two_together()
    pair.ann.hero.gold = pair.ben.hero.gold = 20
    pair.stage.step(Asked(0, 1, OfferTrade(1, [], 5)))
    before = len(pair.stage.run.progress.trades)
    assert before == 1
    told: list[Event] = []
    if state == "link-dead":
        told = pair.stage.step(PlayerLost(1))
    else:
        befall(pair.stage, pair.ben, state)
        told = pair.stage.run.events + pair.stage.step()
    return pair, told


@pytest.mark.parametrize("state", STATES)
def test_a_trade_is_off_when_one_no_longer_stands_is_played_and_near(state: State) -> None:
    pair, _ = offered(state)
    assert bool(pair.stage.run.progress.trades) is (state in {"well", "hurt"})


def test_either_reads_why_a_trade_is_off() -> None:
    pair, events = offered("link-dead")
    assert told_to(pair.ann, events) == ["The trade is off: your partner is in no state to trade."]
    assert "The trade is off: you are in no state to trade." in told_to(pair.ben, events)
    pair, _ = offered("well")
    pair.ann.hero.gold = 4
    events = pair.stage.step()
    assert told_to(pair.ann, events) == ["The trade is off: you no longer have what you offered."]
    assert told_to(pair.ben, events) == [
        "The trade is off: your partner no longer has what was offered."
    ]


def test_a_trade_is_that_of_both_and_a_new_offer_is_accepted_by_nobody() -> None:
    pair, _ = offered("well")
    (trade,) = pair.stage.run.progress.trades
    assert [trade_of(pair.stage.run, row.entity) for row in (pair.ann, pair.ben)] == [trade, trade]
    trade.one.has_accepted = trade.other.has_accepted = True
    renumber_offers(pair.stage.run, trade)
    assert (trade.one.has_accepted, trade.other.has_accepted) == (False, False)
    assert (pair.ann.hero.offers_seen, pair.ben.hero.offers_seen) == (2, 2)


def test_a_trade_is_off_when_one_takes_the_stairs() -> None:
    pair = two_together(stage=Stage(["##########", "#@...>...#", "##########"]))
    pair.ann.hero.gold = 20
    pair.stage.run.index.move(pair.ben, (5, 1))
    pair.stage.run.index.move(pair.ann, (4, 1))
    pair.stage.step(Asked(0, 1, OfferTrade(1, [], 5)))
    pair.stage.let_leave(1)
    events = pair.stage.ask(Climb(), seat=1)
    assert "The trade is off: your partner is on another floor." in told_to(pair.ann, events)


@pytest.mark.parametrize(("free", "fits"), [(2, True), (1, False)])
def test_all_of_the_goods_change_hands_or_none(free: int, fits: bool) -> None:
    pair = two_together()
    run, (ann, ben) = pair.stage.run, (pair.ann, pair.ben)
    most = run.items.kind("frost_scroll").stack
    for row in (ann, ben):
        row.inventory.stacks = [stack for stack in row.inventory.stacks if stack.slot]
    while free_slots(run, ann.inventory) > free:
        give_stack(ann.inventory, "lightning_scroll", run.items.kind("lightning_scroll").stack)
    items = []
    for _ in range(2):
        give_stack(ben.inventory, "frost_scroll", most)
        items.append((ben.inventory.last_id, most))
    ann.hero.gold, ben.hero.gold = 30, 5
    trade = Trade(TradeSide(ann.entity, gold=20), TradeSide(ben.entity, items, gold=1))
    run.progress.trades, run.events = [trade], []
    before = held(ann), held(ben)
    if fits:
        exchange_goods(run, trade)
        goods = [("frost_scroll", most)] * 2
        assert [held(ann), held(ben)] == [before[0] + goods, before[1][:-2]]
        assert (ann.hero.gold, ben.hero.gold) == (11, 24)
        assert (ann.actor.energy, ben.actor.energy) == (-run.rules.costs.take,) * 2
        potions = words_of(run, [(ItemStack(0, "frost_scroll", most), most)] * 2, 1)
        assert run.events == [
            Told(ann.entity, "good", f"You trade with Ben: 20 gold for {potions}."),
            Told(ben.entity, "good", f"You trade with Ann: {potions} for 20 gold."),
        ]
        assert run.progress.trades == []
    else:
        with pytest.raises(ActionRefusedError, match="Ann has no room for all of it"):
            exchange_goods(run, trade)
        assert ((held(ann), held(ben)), run.events) == (before, [])
        assert (ann.hero.gold, ben.hero.gold, run.progress.trades) == (30, 5, [trade])


def test_why_a_trade_is_off_is_told_to_each_hero_alone() -> None:
    pair, _ = offered("well")
    (trade,) = pair.stage.run.progress.trades
    pair.stage.run.events = []
    call_off(pair.stage.run, trade, ("you left", "Ann left"))
    assert pair.stage.run.events == [
        Told(pair.ann.entity, "info", "The trade is off: you left."),
        Told(pair.ben.entity, "info", "The trade is off: Ann left."),
    ]
    assert pair.stage.run.progress.trades == []


def test_an_empty_offer_is_called_nothing() -> None:
    assert words_of(two_together().stage.run, [], 0) == "nothing"


def test_a_trade_ends_with_the_death_of_either() -> None:
    pair, _ = offered("well")
    die(pair.stage.run, pair.stage.floor, pair.ben, thing("a trap", pair.ben.cell))
    events = pair.stage.step()
    assert pair.stage.run.progress.trades == []
    assert told_to(pair.ann, events) == ["The trade is off: your partner is in no state to trade."]
