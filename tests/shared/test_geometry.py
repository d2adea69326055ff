from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from undertide_shared.geometry import distance, line, sign

CELLS = st.tuples(st.integers(-9, 9), st.integers(-9, 9))


def test_distance_counts_diagonal_steps_as_one() -> None:
    assert distance((1, 1), (4, 3)) == distance((4, 3), (1, 1)) == 3
    assert distance((2, 2), (2, 2)) == 0


@given(st.integers(-100, 100))
def test_signs_lead_towards_a_number(number: int) -> None:
    assert sign(number) in {-1, 0, 1}
    assert abs(number - sign(number)) == max(0, abs(number) - 1)


@given(CELLS, CELLS)
def test_a_line_leads_step_by_step_and_is_the_same_from_either_end(
    one: tuple[int, int], other: tuple[int, int]
) -> None:
    between = line(one, other)
    assert line(other, one) == between
    assert len(between) == max(0, distance(one, other) - 1)
    way = [min(one, other), *between, max(one, other)]
    assert all(distance(a, b) <= 1 for a, b in pairwise(way))
