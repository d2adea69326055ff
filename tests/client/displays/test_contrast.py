import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_client.displays.contrast import GLYPH, TEXT, contrast, due, lifted, luminance

COLOUR = st.tuples(*[st.integers(0, 255)] * 3)


def test_contrast_is_that_of_wcag() -> None:
    white, black = np.array([255, 255, 255]), np.array([0, 0, 0])
    assert contrast(white, black) == contrast(black, white) == pytest.approx(21)
    assert contrast(np.array([0x76] * 3), white) == pytest.approx(4.54, abs=0.01)
    assert luminance(np.array([255, 0, 0])) == pytest.approx(0.2126)


@given(COLOUR, COLOUR)
def test_lifted_inks_have_the_contrast_that_is_asked_for(
    ink: tuple[int, ...], paper: tuple[int, ...]
) -> None:
    before, behind = np.array([ink], np.float64), np.array([paper], np.float64)
    for least in (GLYPH, TEXT):
        after = lifted(before, behind, least)
        assert contrast(after, behind)[0] >= least
        if contrast(before, behind)[0] >= least:
            assert (after == before).all()


def test_what_can_be_read_must_stay_so() -> None:
    paper = np.zeros((3, 3))
    inks = np.array([[255.0] * 3, [0x60] * 3, [0x20] * 3])
    assert due(inks, paper).tolist() == [TEXT, GLYPH, 0]
