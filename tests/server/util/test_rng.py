"""Chance: the same everywhere, and fair enough."""

import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_server.util.rng import derive, seed_of, text_of_seed

SEED = bytes(range(16))


def test_same_seed_purpose_and_keys_give_the_same_numbers() -> None:
    one, other = derive(SEED, "blow", 3, "x"), derive(SEED, "blow", 3, "x")
    assert [one.below(1000) for _ in range(50)] == [other.below(1000) for _ in range(50)]


@pytest.mark.parametrize(
    "other", [(SEED[::-1], "blow", 3), (SEED, "bloom", 3), (SEED, "blow", 4), (SEED, "blow", "3")]
)
def test_another_seed_purpose_or_key_gives_other_numbers(other: tuple[bytes, str, int]) -> None:
    seed, purpose, key = other
    ours = derive(SEED, "blow", 3)
    theirs = derive(seed, purpose, key)
    assert [ours.below(1 << 60) for _ in range(4)] != [theirs.below(1 << 60) for _ in range(4)]


def test_numbers_are_those_of_other_processes() -> None:
    script = (
        "from undertide_server.util.rng import derive;"
        "print([derive(bytes(range(16)), 'blow', 3, 'x').below(10**9)])"
    )
    said = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
    assert said.stdout.decode().strip() == str([derive(SEED, "blow", 3, "x").below(10**9)])


@given(st.integers(-5, 5), st.integers(0, 9), st.integers(0, 1000))
def test_between_stays_within_its_bounds(low: int, width: int, key: int) -> None:
    assert low <= derive(SEED, "between", key).between(low, low + width) <= low + width


@given(st.lists(st.integers()), st.integers(0, 1000))
def test_shuffling_keeps_every_item(items: list[int], key: int) -> None:
    assert sorted(derive(SEED, "shuffle", key).shuffled(items)) == sorted(items)


def test_weights_are_kept() -> None:
    rng = derive(SEED, "weights")
    drawn = Counter(rng.weighted("abc", [1, 0, 3]) for _ in range(4000))
    assert drawn["b"] == 0
    assert 2.5 < drawn["c"] / drawn["a"] < 3.5


def test_percent_is_as_likely_as_it_says() -> None:
    rng = derive(SEED, "percent")
    assert 200 < sum(rng.percent(25) for _ in range(1000)) < 300


def test_impossible_draws_are_refused() -> None:
    rng = derive(SEED, "impossible")
    with pytest.raises(ValueError, match="positive"):
        rng.below(0)
    with pytest.raises(ValueError, match="positive"):
        rng.pick([])
    with pytest.raises(ValueError, match="positive"):
        rng.weighted("ab", [0, 0])
    with pytest.raises(ValueError, match="2 items but 1 weights"):
        rng.weighted("ab", [1])


def test_the_text_of_a_seed_is_that_seed_and_any_other_text_stands_for_one() -> None:
    seed = seed_of("7")
    assert seed_of(text_of_seed(seed)) == seed
    assert seed_of(text_of_seed(seed)[:-1]) != seed[:-1]
    assert len(seed_of("x")) == len(seed)
