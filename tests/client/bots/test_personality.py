import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_client.bots.personality import WORDS, Personality, name_of
from undertide_shared.text import clean_name


@given(st.lists(st.integers(0, 10**6), unique=True, max_size=50))
def test_no_two_names_are_the_same(indices: list[int]) -> None:
    assert len({name_of(index) for index in indices}) == len(indices)


@given(st.integers(0, 10**7))
def test_every_name_is_one_that_a_server_accepts(index: int) -> None:
    assert clean_name(name_of(index)) == name_of(index)


def test_the_first_names_are_bare_words() -> None:
    assert [name_of(index) for index in range(len(WORDS))] == list(WORDS)


@given(st.integers(0, 10**6))
def test_whims_are_sensible_and_always_the_same(number: int) -> None:
    personality = Personality.of(number)
    assert personality == Personality.of(number)
    assert 0 < personality.caution < personality.rest_below < 100
    assert 0 < personality.tide_limit < 100
    assert personality.diligence > 0
    assert personality.patience > 0
    assert 0 < personality.thinking < 1


@pytest.mark.parametrize("field", Personality.__slots__)
def test_bots_differ_in_every_whim(field: str) -> None:
    assert len({getattr(Personality.of(number), field) for number in range(20)}) > 1
