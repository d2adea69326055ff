"""Nobody fills everyone's log with marks."""

import pytest

from undertide_server.sessions.clock.mark_rate import (
    MARKS_AT_ONCE,
    MARKS_PER_SECOND,
    TOO_MANY,
    MarkRate,
)
from undertide_server.sessions.model.errors import RequestRefusedError


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
