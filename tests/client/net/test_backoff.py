import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_client.net.backoff import FIRST_CONTACT, Backoff


def test_waits_double_up_to_the_longest() -> None:
    backoff = Backoff(first=1.0, longest=10.0, attempts=7)
    assert [backoff.wait(failures, 0.0) for failures in range(1, 7)] == [1, 2, 4, 8, 10, 10]


def test_it_gives_up_after_the_last_attempt() -> None:
    backoff = Backoff(attempts=3)
    assert backoff.wait(2, 0.0) is not None
    assert backoff.wait(3, 0.0) is None


@given(st.integers(1, 10**6), st.floats(0.0, 1.0, exclude_max=True))
def test_jitter_takes_at_most_half_away(failures: int, jitter: float) -> None:
    backoff = Backoff(attempts=10**7)
    whole = backoff.wait(failures, 0.0)
    jittered = backoff.wait(failures, jitter)
    assert whole is not None
    assert jittered is not None
    assert whole / 2 <= jittered <= whole <= backoff.longest


def test_a_wrong_address_is_told_within_ten_seconds() -> None:
    waits = [FIRST_CONTACT.wait(failures, 0.0) for failures in range(1, FIRST_CONTACT.attempts)]
    assert sum(wait for wait in waits if wait is not None) == pytest.approx(7.5)
