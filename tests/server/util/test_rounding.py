"""Rounding half away from zero."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_server.util.rounding import divided


@pytest.mark.parametrize(
    ("number", "by", "result"),
    [(1, 2, 1), (-1, 2, -1), (5, 2, 3), (7, 3, 2), (-7, 3, -2)],
)
def test_halves_go_away_from_zero(number: int, by: int, result: int) -> None:
    assert divided(number, by) == result


@given(st.integers(-10_000, 10_000), st.integers(1, 100))
def test_is_never_further_off_than_half(number: int, by: int) -> None:
    assert abs(Fraction(number, by) - divided(number, by)) <= Fraction(1, 2)
    assert divided(-number, by) == -divided(number, by)
