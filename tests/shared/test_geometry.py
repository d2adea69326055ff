from hypothesis import given
from hypothesis import strategies as st

from undertide_shared.geometry import distance, sign


def test_distance_counts_diagonal_steps_as_one() -> None:
    assert distance((1, 1), (4, 3)) == distance((4, 3), (1, 1)) == 3
    assert distance((2, 2), (2, 2)) == 0


@given(st.integers(-100, 100))
def test_signs_lead_towards_a_number(number: int) -> None:
    assert sign(number) in {-1, 0, 1}
    assert abs(number - sign(number)) == max(0, abs(number) - 1)
