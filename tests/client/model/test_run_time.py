import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_client.model.errors import BadMomentError
from undertide_client.model.run_time import RunMoment, clock, moment_of


@pytest.mark.parametrize(
    ("elapsed", "words"),
    [
        (0, "0:00:00"),
        (999, "0:00:00"),
        (42_500, "0:00:42"),
        (3_750_000, "1:02:30"),
        (-5, "0:00:00"),
    ],
)
def test_real_time_is_told_in_hours_minutes_and_seconds(elapsed: int, words: str) -> None:
    assert clock(elapsed) == words


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("0", RunMoment(None, 0)),
        (" 1234 ", RunMoment(None, 1234)),
        ("2:30", RunMoment(150_000)),
        ("1:02:30", RunMoment(3_750_000)),
        ("90:00", RunMoment(5_400_000)),
    ],
)
def test_a_tick_or_a_time_is_understood(text: str, moment: RunMoment) -> None:
    assert moment_of(text) == moment


@pytest.mark.parametrize("text", ["", "-1", "1:", ":30", "1:2:3:4", "half", "1.5", "٣", "9" * 13])
def test_anything_else_is_told_what_was_expected(text: str) -> None:
    with pytest.raises(BadMomentError, match="a time such as 1:02:30"):
        moment_of(text)


@given(st.integers(0, 10**9))
def test_a_time_is_read_as_it_is_told_to_the_second(elapsed: int) -> None:
    assert moment_of(clock(elapsed)) == RunMoment(elapsed // 1000 * 1000)
