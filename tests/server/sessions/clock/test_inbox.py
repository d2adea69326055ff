"""The inbox: what waits for a step, in the order in which the step takes it."""

from itertools import count

import pytest

from undertide_server.sessions.clock.inbox import (
    HOUR,
    MARKS_AT_ONCE,
    MARKS_PER_SECOND,
    MAX_ASKED,
    STEP_BYTES,
    TOO_MANY,
    Inbox,
    JournalBudget,
    MarkRate,
)
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.simulation.state.inputs import Asked, PlayerLost, SeatTaken
from undertide_shared.messages import Cast, EndTrade, MarkCell, Move, Wait


def intents_until_refused(budget: JournalBudget, seat: int, now: float) -> int:
    """Return how many intents a seat can send at once."""
    sequences = count()

    def send_on() -> None:
        while True:
            budget.pay_for_intent(seat, next(sequences), Wait(), now)

    with pytest.raises(RequestRefusedError) as caught:
        send_on()
    assert caught.value.code == "too_fast"
    assert caught.value.sequence is not None
    return caught.value.sequence


def test_a_seat_gets_its_bytes_at_once_and_again_in_an_hour_and_others_have_their_own() -> None:
    budget = JournalBudget(10_000)
    at_once = intents_until_refused(budget, 0, 0.0)
    assert at_once <= 10_000 / STEP_BYTES
    assert intents_until_refused(budget, 0, HOUR / 2) == pytest.approx(at_once / 2, abs=1)
    assert intents_until_refused(budget, 1, HOUR / 2) == at_once


def test_a_long_intent_costs_more_than_a_short_one_and_a_return_more_than_both() -> None:
    def afforded(budget: JournalBudget) -> bool:
        try:
            budget.pay_for_intent(0, 1, Cast("x" * 100), 0.0)
        except RequestRefusedError:
            return False
        return True

    assert not afforded(JournalBudget(100))
    assert afforded(JournalBudget(200))
    with pytest.raises(RequestRefusedError, match="too_fast"):
        JournalBudget(200).pay_for_return(0, 0.0)


def test_without_a_limit_everything_is_free() -> None:
    budget = JournalBudget()
    for _ in range(1000):
        budget.pay_for_return(0, 0.0)


def test_some_marks_at_once_and_then_one_at_a_time() -> None:
    rate = MarkRate()
    for number in range(MARKS_AT_ONCE):
        rate.count(0, number, 100.0)
    with pytest.raises(RequestRefusedError) as refused:
        rate.count(0, 7, 100.0)
    error = refused.value
    assert (error.code, error.reason, error.sequence) == ("too_fast", TOO_MANY, 7)
    later = 100.1 + 1 / MARKS_PER_SECOND
    rate.count(0, 8, later)
    with pytest.raises(RequestRefusedError):
        rate.count(0, 9, later)


def test_each_seat_has_its_own_marks() -> None:
    rate = MarkRate()
    for number in range(MARKS_AT_ONCE):
        rate.count(0, number, 100.0)
    rate.count(1, 1, 100.0)


def test_seats_come_first_and_intents_in_the_order_of_seats() -> None:
    inbox = Inbox()
    inbox.queue_intent(2, 1, Wait(), 0.0)
    inbox.queue_intent(0, 5, Move(1, 0), 0.0)
    inbox.queue_intent(2, 2, Wait(), 0.0)
    inbox.add_seating(SeatTaken(3, "Ann"))
    inbox.add_seating(PlayerLost(1))
    assert inbox.take_inputs() == [
        SeatTaken(3, "Ann"),
        PlayerLost(1),
        Asked(0, 5, Move(1, 0)),
        Asked(2, 1, Wait()),
        Asked(2, 2, Wait()),
    ]


def test_a_trade_waits_for_a_step_but_takes_no_turn() -> None:
    inbox = Inbox()
    inbox.queue_intent(0, 1, EndTrade(), 0.0)
    assert (set(inbox.asking), bool(inbox)) == (set(), True)
    inbox.queue_intent(0, 2, Wait(), 0.0)
    assert inbox.asking == {0}
    assert inbox.take_inputs() == [Asked(0, 1, EndTrade()), Asked(0, 2, Wait())]
    assert (set(inbox.asking), bool(inbox)) == (set(), False)


def test_what_was_taken_is_gone() -> None:
    inbox = Inbox()
    assert not inbox
    inbox.queue_intent(0, 1, Wait(), 0.0)
    inbox.add_seating(PlayerLost(0))
    assert inbox
    assert inbox.seating
    inbox.take_inputs()
    assert not inbox
    assert not inbox.seating
    assert inbox.asking == frozenset()
    assert inbox.take_inputs() == []


def test_too_many_of_one_seat_are_refused_and_say_which() -> None:
    inbox = Inbox()
    for sequence in range(MAX_ASKED):
        inbox.queue_intent(0, sequence, Wait(), 0.0)
    with pytest.raises(RequestRefusedError) as caught:
        inbox.queue_intent(0, 99, Wait(), 0.0)
    assert (caught.value.code, caught.value.sequence) == ("too_fast", 99)
    inbox.queue_intent(1, 1, Wait(), 0.0)
    assert len(inbox.take_inputs()) == MAX_ASKED + 1


def test_intents_of_a_seat_whose_player_is_gone_are_dropped() -> None:
    inbox = Inbox()
    inbox.queue_intent(0, 1, Wait(), 0.0)
    inbox.queue_intent(1, 1, Wait(), 0.0)
    inbox.drop_intents(0)
    inbox.drop_intents(7)
    assert inbox.asking == {1}
    assert inbox.take_inputs() == [Asked(1, 1, Wait())]


def test_a_seat_without_bytes_left_adds_nothing() -> None:
    inbox = Inbox(JournalBudget(40))
    inbox.queue_intent(0, 1, Wait(), 0.0)
    with pytest.raises(RequestRefusedError) as caught:
        inbox.queue_intent(0, 2, Wait(), 0.0)
    assert (caught.value.code, caught.value.sequence) == ("too_fast", 2)
    assert inbox.take_inputs() == [Asked(0, 1, Wait())]


class TestMarks:
    def test_they_come_after_seats_and_before_other_intents(self) -> None:
        inbox = Inbox()
        inbox.queue_intent(0, 1, Wait(), 0.0)
        inbox.queue_intent(2, 1, MarkCell("danger", 1, 1), 0.0)
        inbox.add_seating(PlayerLost(1))
        assert inbox.take_inputs() == [
            PlayerLost(1),
            Asked(2, 1, MarkCell("danger", 1, 1)),
            Asked(0, 1, Wait()),
        ]
        assert not inbox

    def test_no_turn_waits_for_them(self) -> None:
        inbox = Inbox()
        inbox.queue_intent(0, 1, MarkCell("danger", 1, 1), 0.0)
        assert inbox
        assert not inbox.asking

    def test_those_of_a_lost_player_are_discarded(self) -> None:
        inbox = Inbox()
        inbox.queue_intent(0, 1, MarkCell("danger", 1, 1), 0.0)
        inbox.queue_intent(1, 1, MarkCell("loot", 1, 1), 0.0)
        inbox.drop_intents(0)
        assert inbox.take_inputs() == [Asked(1, 1, MarkCell("loot", 1, 1))]
