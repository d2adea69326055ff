"""Heroes trade: offers that both accept, and exchanges of all or nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.worlds.companies import State, two_together
from support.worlds.outcomes import held, refusal, told_to
from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.mechanics.inventory import carried, give_stack
from undertide_server.simulation.state.events import Event
from undertide_server.simulation.state.inputs import Asked, PlayerLost, Turned
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.messages import (
    AcceptTrade,
    Climb,
    Drop,
    EndTrade,
    Intent,
    Move,
    OfferTrade,
    Rest,
    Wear,
)

HALL = ["############", "#@.........#", "#..........#", "############"]
POTION, SCROLL, SWORD = "health_potion", "lightning_scroll", "long_sword^1"


class Market:
    """Ann with five potions and a sword, Ben with three scrolls, and Cat with nothing."""

    def __init__(self) -> None:
        self.stage = Stage(HALL, make_test_game())
        self.ann = self.stage.hero("Ann")
        self.ben = self.stage.hero("Ben", cell=(2, 1))
        self.cat = self.stage.hero("Cat", cell=(1, 2))
        for row in (self.ann, self.ben, self.cat):
            row.inventory.stacks.clear()
            row.inventory.last_id = 0
            row.hero.gold = 50
        give_stack(self.ann.inventory, POTION, 5)
        give_stack(self.ann.inventory, SWORD, 1)
        give_stack(self.ben.inventory, SCROLL, 3)
        self._sequence = 0

    def ask(self, row: HeroRow, intent: Intent) -> list[Event]:
        """Let a hero ask for something, without any time for it."""
        self._sequence += 1
        return self.stage.step(Asked(row.hero.seat, self._sequence, intent))

    def accept(self, row: HeroRow) -> list[Event]:
        return self.ask(row, AcceptTrade(row.hero.offers_seen))

    def offered(self) -> None:
        """Let Ann offer two potions and 20 gold, and Ben a scroll."""
        self.ask(self.ann, OfferTrade(1, [(1, 2)], 20))
        self.ask(self.ben, OfferTrade(0, [(1, 1)]))

    @property
    def is_open(self) -> bool:
        return bool(self.stage.run.progress.trades)

    @property
    def holdings(self) -> list[tuple[list[tuple[str, int]], int]]:
        return [(held(row), row.hero.gold) for row in (self.ann, self.ben, self.cat)]


@pytest.fixture
def market() -> Market:
    return Market()


def test_the_exchange_comes_when_both_accept_the_same(market: Market) -> None:
    market.offered()
    before = market.holdings
    market.accept(market.ben)
    assert market.holdings == before
    events = market.accept(market.ann)
    assert market.holdings == [
        ([(POTION, 3), (SWORD, 1), (SCROLL, 1)], 30),
        ([(SCROLL, 2), (POTION, 2)], 70),
        ([], 50),
    ]
    assert not market.is_open
    gives, gets = "2 health potions and 20 gold", "a lightning scroll"
    assert told_to(market.ann, events) == [f"You trade with Ben: {gives} for {gets}."]
    assert told_to(market.ben, events) == [f"You trade with Ann: {gets} for {gives}."]
    assert told_to(market.cat, events) == []


def test_a_trade_takes_no_time_until_it_is_made(market: Market) -> None:
    clock, energy = market.stage.floor.state.clock, market.ann.actor.energy
    market.offered()
    market.accept(market.ann)
    assert (market.stage.floor.state.clock, market.ann.actor.energy) == (clock, energy)
    market.accept(market.ben)
    take = market.stage.run.rules.costs.take
    assert market.stage.floor.state.clock == clock
    assert (market.ann.actor.energy, market.ben.actor.energy) == (energy - take, energy - take)


def test_it_needs_no_turn_of_a_hero_that_still_recovers(market: Market) -> None:
    market.ann.actor.energy = market.ben.actor.energy = -40
    market.offered()
    market.accept(market.ann)
    market.accept(market.ben)
    assert market.ann.hero.gold == 30


def test_any_change_takes_all_consent_back(market: Market) -> None:
    market.offered()
    old = market.ann.hero.offers_seen
    market.accept(market.ben)
    market.ask(market.ben, OfferTrade(0, [(1, 1)], 1))
    before = market.holdings
    market.ask(market.ann, AcceptTrade(old))
    assert refusal(market.ann) == "what is offered has changed"
    market.accept(market.ann)
    assert market.holdings == before
    market.accept(market.ben)
    assert market.ann.hero.gold == 31


def test_an_acceptance_of_an_earlier_trade_counts_for_no_later_one(market: Market) -> None:
    market.offered()
    old = market.ann.hero.offers_seen
    market.ask(market.ben, EndTrade())
    market.offered()
    market.ask(market.ann, AcceptTrade(old))
    assert refusal(market.ann) == "what is offered has changed"


def test_either_may_end_it_and_both_are_told(market: Market) -> None:
    for row, other in ((market.ann, market.ben), (market.ben, market.ann)):
        market.offered()
        before = market.holdings
        events = market.ask(row, EndTrade())
        assert (market.is_open, market.holdings) == (False, before)
        assert told_to(row, events) == ["The trade is off: you end it."]
        assert told_to(other, events) == [f"The trade is off: {row.actor.name} ends it."]
    market.ask(market.ann, EndTrade())
    assert refusal(market.ann) == "you are in no trade"
    market.accept(market.ann)
    assert refusal(market.ann) == "you are in no trade"


@pytest.mark.parametrize(
    ("intent", "reason"),
    [
        (OfferTrade(1, [(1, 6)]), "you don't carry that many"),
        (OfferTrade(1, [(1, 0)]), "you don't carry that many"),
        (OfferTrade(1, [(1, -2)]), "you don't carry that many"),
        (OfferTrade(1, [(1, 1), (1, 1)]), "name each thing once"),
        (OfferTrade(1, [(9, 1)]), "you carry no such thing"),
        (OfferTrade(1, [(3, 1)]), "take it off first"),
        (OfferTrade(1, [], -1), "you have 50 gold"),
        (OfferTrade(1, [], 51), "you have 50 gold"),
        (OfferTrade(1, [(each, 1) for each in range(1, 8)]), "a trade has at most 6 things a side"),
        (OfferTrade(0), "nobody within reach can trade"),
        (OfferTrade(7), "nobody within reach can trade"),
    ],
)
def test_nobody_offers_what_it_can_not_give(market: Market, intent: Intent, reason: str) -> None:
    give_stack(market.ann.inventory, SWORD, 1, "main_hand")
    market.ask(market.ann, intent)
    assert refusal(market.ann) == reason
    assert not market.is_open


def test_a_hero_is_in_one_trade_at_most(market: Market) -> None:
    market.offered()
    market.ask(market.ann, OfferTrade(2, [(1, 1)]))
    assert refusal(market.ann) == "end your other trade first"
    market.ask(market.cat, OfferTrade(0))
    assert refusal(market.cat) == "Ann is trading with somebody else"
    assert len(market.stage.run.progress.trades) == 1


def test_the_same_offer_again_changes_nothing(market: Market) -> None:
    market.offered()
    market.accept(market.ben)
    market.ask(market.ann, OfferTrade(1, [(1, 2)], 20))
    assert refusal(market.ann) == "you offer that already"
    market.accept(market.ann)
    assert not market.is_open


def test_nothing_for_nothing_is_no_trade(market: Market) -> None:
    market.ask(market.ann, OfferTrade(1))
    market.accept(market.ben)
    assert refusal(market.ben) == "nothing is offered"


def test_out_of_reach_nobody_offers_anything(market: Market) -> None:
    market.stage.run.index.move(market.ben, (9, 1))
    market.ask(market.ann, OfferTrade(1, [(1, 1)]))
    assert refusal(market.ann) == "Ben is too far away"


def leave(market: Market, how: str) -> None:
    """Let Ben, who has accepted, leave in some way, in one step with the acceptance of Ann."""
    stage, ben = market.stage, market.ben
    if how == "walks":
        stage.run.index.move(ben, (9, 1))
    elif how == "behind a wall":
        stage.run.index.move(ben, (4, 1))
        stage.turn((2, 1), "wall")
        stage.turn((3, 1), "wall")
    elif how == "falls":
        ben.hero.dies_in = 100
    elif how == "sleeps":
        ben.hero.presence = "asleep"
    elif how == "dies":
        stage.run.index.leave(ben.entity)
    elif how == "drops":
        ben.inventory.stacks.clear()
    elif how == "uses some":
        give_stack(ben.inventory, POTION, 1)
        ben.inventory.stacks.pop(0)


LEAVINGS = ["walks", "behind a wall", "falls", "sleeps", "dies", "drops", "uses some"]


@pytest.mark.parametrize("how", LEAVINGS)
@pytest.mark.parametrize("at_once", [True, False])
def test_nothing_moves_when_one_leaves_meanwhile(
    market: Market, how: str, *, at_once: bool
) -> None:
    market.offered()
    market.accept(market.ben)
    leave(market, how)
    before = market.holdings
    if not at_once:
        events = market.stage.step()
        assert "The trade is off" in told_to(market.ann, events)[-1]
        assert not market.is_open
    market.accept(market.ann)
    assert refusal(market.ann) in {"the trade is off", "you are in no trade"}
    assert (market.holdings, market.is_open) == (before, False)


def test_a_lost_player_ends_it(market: Market) -> None:
    market.offered()
    market.accept(market.ben)
    market.stage.step(PlayerLost(1))
    assert not market.is_open


def test_what_was_put_on_meanwhile_is_not_traded(market: Market) -> None:
    market.ask(market.ann, OfferTrade(1, [(2, 1)]))
    market.accept(market.ben)
    market.ask(market.ann, Wear(2))
    market.stage.step(Turned(1))
    assert not market.is_open
    assert held(market.ben) == [(SCROLL, 3)]


def test_what_was_dropped_meanwhile_is_not_traded(market: Market) -> None:
    market.ask(market.ann, OfferTrade(1, [(1, 2)]))
    market.accept(market.ben)
    market.ask(market.ann, Drop(1))
    market.stage.step(Turned(1))
    assert not market.is_open


def test_gold_spent_meanwhile_is_not_traded(market: Market) -> None:
    market.offered()
    market.accept(market.ben)
    market.ann.hero.gold = 19
    market.accept(market.ann)
    assert market.ben.hero.gold == 50


def test_a_full_pack_stops_the_exchange_for_both(market: Market) -> None:
    size = market.stage.run.rules.heroes.pack_size
    while len(carried(market.ben.inventory)) < size:
        give_stack(market.ben.inventory, "leather_cap^1", 1)
    market.ask(market.ann, OfferTrade(1, [(2, 1)]))
    market.ask(market.ben, OfferTrade(0, [(1, 1)]))
    before = market.holdings
    market.accept(market.ben)
    assert refusal(market.ben) == "your pack has no room for all that you would get"
    market.ask(market.ben, OfferTrade(0, [(1, 3)]))
    market.accept(market.ann)
    assert market.holdings == before
    market.accept(market.ben)
    assert (SWORD, 1) in held(market.ben)
    assert (SCROLL, 3) in held(market.ann)


def test_a_pack_that_filled_up_after_its_hero_accepted_stops_it_too(market: Market) -> None:
    market.ask(market.ann, OfferTrade(1, [(2, 1)]))
    market.accept(market.ben)
    while len(carried(market.ben.inventory)) < market.stage.run.rules.heroes.pack_size:
        give_stack(market.ben.inventory, "leather_cap^1", 1)
    before = market.holdings
    market.accept(market.ann)
    assert refusal(market.ann) == "Ben has no room for all of it"
    assert (market.holdings, market.is_open) == (before, True)


def test_an_offer_stops_the_errand_of_the_one_who_gets_it(market: Market) -> None:
    market.ben.auto_action.activity = "explore"
    market.ask(market.ann, OfferTrade(1, [(1, 1)]))
    assert _errand(market.ben) == "none"
    market.ben.body.life -= 1
    market.ask(market.ben, Rest())
    market.stage.step(Turned(1))
    assert _errand(market.ben) == "rest"
    market.ask(market.ann, OfferTrade(1, [(1, 2)]))
    assert _errand(market.ben) == "rest"


def test_an_offer_does_not_break_off_care(market: Market) -> None:
    market.ben.auto_action.activity = "revive"
    market.ask(market.ann, OfferTrade(1, [(1, 1)]))
    assert market.is_open
    assert _errand(market.ben) == "revive"


def _errand(row: HeroRow) -> str:
    return row.auto_action.activity


def test_it_comes_before_the_intents_that_wait(market: Market) -> None:
    market.ask(market.ann, Move(0, 1))
    market.ask(market.ann, OfferTrade(1, [(1, 1)]))
    intents = market.ann.intents
    waiting = [intent for _, intent in intents.waiting]
    assert (waiting, intents.settled, intents.outcome) == ([Move(0, 1)], 2, "done")


def test_a_fallen_hero_trades_nothing(market: Market) -> None:
    market.ann.hero.dies_in = 100
    market.ask(market.ann, OfferTrade(1, [(1, 1)]))
    assert refusal(market.ann) == "only a hero that stands can trade"


OFFERS = st.builds(
    OfferTrade,
    st.integers(0, 3),
    st.lists(st.tuples(st.integers(0, 4), st.integers(-1, 6)), max_size=3),
    st.integers(-5, 60),
)
ACTS = st.one_of(
    OFFERS,
    st.builds(AcceptTrade, st.integers(0, 6)),
    st.sampled_from([EndTrade(), Drop(1), Wear(2), Move(1, 0), Move(-1, 0)]),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), ACTS, st.booleans()), max_size=14))
def test_whatever_they_do_nothing_is_lost_or_made(
    acts: list[tuple[int, Intent, bool]],
) -> None:
    market = Market()
    heroes = (market.ann, market.ben, market.cat)
    for seat, intent, passes in acts:
        market.ask(heroes[seat], intent)
        if passes:
            market.stage.step(Turned(1))
        lying = market.stage.floor.items.values()
        on_ground = [market.stage.run.world.components(entity) for each in lying for entity in each]
        counts = [count for row in heroes for _, count in held(row)]
        counts += [part.count for parts in on_ground for part in parts if hasattr(part, "count")]
        assert sum(counts) == 9
        assert sum(row.hero.gold for row in heroes) == 150
        assert all(row.hero.gold >= 0 for row in heroes)
        trading = [side for trade in market.stage.run.progress.trades for side in _heroes(trade)]
        assert len(trading) == len(set(trading))


def _heroes(trade: object) -> list[int]:
    return [trade.one.hero, trade.other.hero]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("well", ""),
        ("hurt", ""),
        ("link-dead", "Ben can't trade now"),
        ("asleep", "Ben can't trade now"),
        ("fallen", "Ben can't trade now"),
        ("far", "Ben is too far away"),
    ],
)
def test_a_partner_stands_is_played_and_near(state: State, reason: str) -> None:
    pair = two_together(state)
    pair.ann.hero.gold = 5
    pair.stage.step(Asked(0, 1, OfferTrade(1, [], 5)))
    assert refusal(pair.ann) == reason
    assert bool(pair.stage.run.progress.trades) is not bool(reason)


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("hurt", ""),
        ("asleep", "only a hero that stands can trade"),
        ("fallen", "only a hero that stands can trade"),
        ("far", "Ann is too far away"),
    ],
)
def test_only_one_who_stands_offers_anything(state: State, reason: str) -> None:
    pair = two_together(state)
    pair.ben.hero.gold = 5
    pair.stage.step(Asked(1, 1, OfferTrade(0, [], 5)))
    assert refusal(pair.ben) == reason
    assert pair.ben.hero.presence == ("asleep" if state == "asleep" else "present")


def test_nobody_trades_with_another_floor() -> None:
    pair = two_together(stage=Stage(["##########", "#@...>...#", "##########"]))
    pair.ann.hero.gold = 5
    pair.stage.run.index.move(pair.ben, (5, 1))
    pair.stage.let_leave(1)
    pair.stage.ask(Climb(), seat=1)
    pair.stage.step(Asked(0, 1, OfferTrade(1, [], 5)))
    assert refusal(pair.ann) == "nobody within reach can trade"
