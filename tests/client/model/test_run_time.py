import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_client.model.errors import BadMomentError
from undertide_client.model.run_time import clock, ticks_of


@pytest.mark.parametrize(
    ("ticks", "words"),
    [(0, "0:00:00"), (9, "0:00:00"), (425, "0:00:42"), (37_500, "1:02:30"), (-5, "0:00:00")],
)
def test_ticks_are_told_as_a_time(ticks: int, words: str) -> None:
    assert clock(ticks) == words


@pytest.mark.parametrize(
    ("text", "ticks"),
    [("0", 0), (" 1234 ", 1234), ("2:30", 1500), ("1:02:30", 37_500), ("90:00", 54_000)],
)
def test_a_tick_or_a_time_is_understood(text: str, ticks: int) -> None:
    assert ticks_of(text) == ticks


@pytest.mark.parametrize("text", ["", "-1", "1:", ":30", "1:2:3:4", "half", "1.5", "٣", "9" * 13])
def test_anything_else_is_told_what_was_expected(text: str) -> None:
    with pytest.raises(BadMomentError, match="a time such as 1:02:30"):
        ticks_of(text)


@given(st.integers(0, 10**9))
def test_a_time_is_read_as_it_is_told_to_the_second(ticks: int) -> None:
    assert ticks_of(clock(ticks)) == ticks // 10 * 10
