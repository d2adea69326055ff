"""Each seat may write so many bytes an hour into the journal, and no more."""

from itertools import count

import pytest

from undertide_server.sessions.clock.journal_budget import HOUR, STEP_BYTES, JournalBudget
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.messages import Cast, Wait


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
