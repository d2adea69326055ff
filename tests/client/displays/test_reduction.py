"""Pictures on a terminal's palette: what could be read can still be read."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from undertide_client.displays.cells import Cells
from undertide_client.displays.contrast import GLYPH, TEXT, contrast
from undertide_client.displays.reduction import VGA, XTERM, colours_of_256, reduce_cells

COLOURS = st.integers(0, 0xFFFFFF)


def one(colour: int) -> NDArray[np.uint32]:
    return np.array([[colour]], np.uint32)


def pair(ink: int, paper: int) -> Cells:
    return Cells(one(ord("a")), one(ink), one(paper))


def rgb(colour: int) -> NDArray[np.int_]:
    return np.array([colour >> 16, colour >> 8 & 0xFF, colour & 0xFF])


def kept(ink: int, paper: int) -> float:
    """Return the contrast that must be left of these colours."""
    now = float(contrast(rgb(ink), rgb(paper)))
    return TEXT if now >= TEXT else GLYPH if now >= GLYPH else 0


@given(COLOURS, COLOURS)
def test_256_colours_keep_what_can_be_read(ink: int, paper: int) -> None:
    cells, palette = reduce_cells(pair(ink, paper), "256"), colours_of_256()
    shown = contrast(palette[cells.ink[0, 0]], palette[cells.paper[0, 0]])
    assert shown >= kept(ink, paper)


@pytest.mark.parametrize("palette", [XTERM, VGA], ids=["xterm", "vga"])
@given(COLOURS, COLOURS)
def test_sixteen_colours_keep_what_can_be_read(
    palette: tuple[int, ...], ink: int, paper: int
) -> None:
    cells = reduce_cells(pair(ink, paper), "16")
    shown = [rgb(palette[int(each[0, 0])]) for each in (cells.ink, cells.paper)]
    assert contrast(*shown) >= kept(ink, paper)
    assert ink == paper or cells.ink[0, 0] != cells.paper[0, 0]


def test_the_palette_of_256_is_that_of_xterm() -> None:
    palette = colours_of_256().astype(int).tolist()
    assert palette[16] == [0, 0, 0]
    assert palette[17] == [0, 0, 95]
    assert palette[52] == [95, 0, 0]
    assert palette[231:233] == [[255, 255, 255], [8, 8, 8]]
    assert palette[255] == [238, 238, 238]


def test_true_colour_is_left_as_it_is() -> None:
    cells = pair(0x123456, 0x654321)
    assert reduce_cells(cells, "true") is cells


def test_256_colours_reduce_ink_and_paper() -> None:
    cells = reduce_cells(pair(0xFFFFFF, 0x000000), "256")
    assert (cells.ink[0, 0], cells.paper[0, 0]) == (231, 16)
