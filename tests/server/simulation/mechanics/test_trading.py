"""A trade ends when its heroes part."""

import pytest

from support.worlds.companies import STATES, Pair, State, befall, two_together
from support.worlds.outcomes import told_to
from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.trading import renumber_offers, trade_of
from undertide_server.simulation.snapshot import restore, state_hash, take_snapshot
from undertide_server.simulation.state.events import Event
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
