"""R6: what of worn resistance counts."""

from hypothesis import given
from hypothesis import strategies as st

from undertide_server.simulation.rules.resistance import counted

worn_values = st.lists(st.integers(-20, 60), min_size=6, max_size=6)


def test_what_is_within_the_limits_counts_whole() -> None:
    assert counted((5, 4, 3, 2, 1, 0), 9, 45) == (5, 4, 3, 2, 1, 0)


def test_physical_never_reaches_ten() -> None:
    assert counted((30, 0, 0, 0, 0, 0), 9, 45)[0] == 9


def test_the_excess_is_counted_down_from_the_highest_ties_in_order() -> None:
    assert counted((9, 9, 9, 9, 9, 2), 9, 45) == (8, 8, 9, 9, 9, 2)


@given(worn_values)
def test_no_combination_breaks_a_limit(worn: list[int]) -> None:
    counts = counted(worn, 9, 45)
    assert counts[0] <= 9
    assert sum(counts) <= 45
    assert all(count <= value for count, value in zip(counts, worn, strict=True))


@given(worn_values)
def test_nothing_is_taken_without_need(worn: list[int]) -> None:
    held = [min(worn[0], 9), *worn[1:]]
    assert sum(counted(worn, 9, 45)) == min(45, sum(held))
