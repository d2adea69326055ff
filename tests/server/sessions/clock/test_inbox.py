"""The inbox: what waits for a step, in the order in which the step takes it."""

import pytest

from undertide_server.sessions.clock.inbox import MAX_ASKED, Inbox
from undertide_server.sessions.clock.journal_budget import JournalBudget
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.simulation.state.inputs import Asked, PlayerLost, SeatTaken
from undertide_shared.messages import EndTrade, MarkCell, Move, Wait


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
