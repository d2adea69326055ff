from typing import Final

import numpy as np
import pyte
import pyte.graphics
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from wcwidth import wcwidth

from undertide_client.displays.cells import Cells, blank_cells
from undertide_client.displays.colours import Depth
from undertide_client.displays.diff import BEGIN_FRAME, END_FRAME, Painter
from undertide_client.displays.glyphs import FILLER, ascii_glyph, paired, terminal_glyph
from undertide_client.displays.reduction import reduce_cells

CHARACTERS: Final = [ord(each) for each in "  ab@│═█é?\x1b\x07\n\u202e界😀"] + 3 * [FILLER]
COLOURS: Final = [0x000000, 0xFFFFFF, 0x0A0B0C, 0xCD0000, 0x204060, 0x8B5A2B]
DEPTHS: Final[list[Depth]] = ["true", "256", "16"]
DOUBTFUL: Final = "㉈☰䷀🇩ก"
"""Characters whose widths tables and terminals see differently: 1, 2, 2, 2 and 1 by the table."""


def array(values: list[int], width: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint32]]:
    return np.array(values, np.uint32).reshape(-1, width)


@st.composite
def pictures(draw: st.DrawFn) -> list[Cells]:
    """A few pictures, mostly of one size, each often much like the one before."""
    width, height = draw(st.tuples(st.integers(1, 9), st.integers(1, 5)))
    count = width * height
    lists = [
        st.lists(st.sampled_from(choices), min_size=count, max_size=count)
        for choices in (CHARACTERS, COLOURS, COLOURS)
    ]
    codes, ink, paper = (draw(each) for each in lists)
    made = [Cells(array(codes, width), array(ink, width), array(paper, width))]
    for _ in range(draw(st.integers(1, 3))):
        for _ in range(draw(st.integers(0, 4))):
            place = draw(st.integers(0, count - 1))
            codes[place] = draw(st.sampled_from(CHARACTERS))
            ink[place] = draw(st.sampled_from(COLOURS))
            paper[place] = draw(st.sampled_from(COLOURS))
        made.append(Cells(array(codes, width), array(ink, width), array(paper, width)))
    return made


def colour_of(depth: Depth, value: int, *, paper: bool) -> str:
    """What pyte calls a colour."""
    if depth == "true":
        return f"{value:06x}"
    if depth == "256":
        return str(pyte.graphics.FG_BG_256[value])
    if value < 8:
        return str(
            pyte.graphics.BG_ANSI[40 + value] if paper else pyte.graphics.FG_ANSI[30 + value]
        )
    table = pyte.graphics.BG_AIXTERM if paper else pyte.graphics.FG_AIXTERM
    return str(table[(92 if paper else 82) + value])


def assert_shows(screen: pyte.Screen, cells: Cells, depth: Depth, *, utf8: bool = True) -> None:
    glyph = terminal_glyph if utf8 else ascii_glyph
    reduced = reduce_cells(cells, depth)
    wide = paired(cells.codes) if utf8 else np.zeros(cells.codes.shape, np.bool_)
    for (y, x), code in np.ndenumerate(cells.codes):
        shown = screen.buffer[y][x]
        if wide[y, x]:
            assert (shown.data, screen.buffer[y][x + 1].data) == (chr(int(code)), "")
        elif x and wide[y, x - 1]:
            continue
        else:
            assert shown.data == (" " if code == FILLER else chr(glyph(int(code))))
        assert shown.bg == colour_of(depth, int(reduced.paper[y, x]), paper=True)
        if shown.data != " ":
            assert shown.fg == colour_of(depth, int(reduced.ink[y, x]), paper=False)


def emulator(size: tuple[int, int]) -> tuple[pyte.Screen, pyte.ByteStream]:
    screen = pyte.Screen(*size)
    stream = pyte.ByteStream(screen)
    stream.feed(b"\x1b[?7l")
    return screen, stream


@pytest.mark.parametrize("depth", DEPTHS)
@settings(max_examples=60)
@given(made=pictures(), utf8=st.booleans())
def test_a_terminal_shows_every_picture_in_turn(
    depth: Depth, made: list[Cells], utf8: bool
) -> None:
    screen, stream = emulator(made[0].size)
    painter = Painter(depth, utf8=utf8)
    for cells in made:
        stream.feed(painter.paint(cells))
        assert_shows(screen, cells, depth, utf8=utf8)


@settings(max_examples=60)
@given(made=pictures())
def test_nothing_is_written_for_a_picture_that_is_shown(made: list[Cells]) -> None:
    painter = Painter("true", utf8=True)
    for cells in made:
        painter.paint(cells)
        assert painter.paint(cells) == b""


def with_cell(cells: Cells, place: tuple[int, int], code: int, ink: int, paper: int) -> Cells:
    codes, inks, papers = cells.codes.copy(), cells.ink.copy(), cells.paper.copy()
    codes[place], inks[place], papers[place] = code, ink, paper
    return Cells(codes, inks, papers)


def test_a_changed_cell_costs_few_bytes() -> None:
    before = blank_cells((120, 50))
    painter = Painter("true", utf8=True)
    painter.paint(before)
    after = with_cell(before, (40, 100), ord("@"), 0xFFFFFF, 0x102030)
    written = painter.paint(after)
    assert written.startswith(BEGIN_FRAME)
    assert written.endswith(END_FRAME)
    assert len(written) < 70


def test_a_step_of_a_hero_costs_few_bytes() -> None:
    floor = blank_cells((120, 50))
    painter = Painter("256", utf8=True)
    painter.paint(with_cell(floor, (40, 100), ord("@"), 0xFFFFFF, 0))
    assert len(painter.paint(with_cell(floor, (40, 101), ord("@"), 0xFFFFFF, 0))) < 50


def test_another_colour_that_looks_the_same_here_costs_nothing() -> None:
    before = with_cell(blank_cells((3, 2)), (1, 1), ord("@"), 0xFF0000, 0)
    painter = Painter("16", utf8=True)
    painter.paint(before)
    assert painter.paint(with_cell(before, (1, 1), ord("@"), 0xFE0203, 0x010101)) == b""


def test_the_ink_of_a_blank_costs_nothing() -> None:
    before = blank_cells((3, 2))
    painter = Painter("true", utf8=True)
    painter.paint(before)
    assert painter.paint(with_cell(before, (1, 1), ord(" "), 0xFF0000, 0)) == b""


def row_of(text: str) -> list[int]:
    return [each for one in text for each in (ord(one), *([FILLER] * (wcwidth(one) - 1)))]


def pictures_of(*texts: str) -> list[Cells]:
    """Return pictures of one row each, in one style, as wide as the widest and one cell more."""
    rows = [row_of(text) for text in texts]
    width = max(map(len, rows)) + 1
    made = []
    for row in rows:
        codes = array(row + [ord(" ")] * (width - len(row)), width)
        made.append(Cells(codes, np.full_like(codes, 0xFFFFFF), np.zeros_like(codes)))
    return made


@pytest.mark.parametrize("drawn", [0, 1, 2])
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.text("ab 界" + DOUBTFUL, max_size=8), min_size=2, max_size=4))
def test_however_wide_a_character_is_drawn_all_others_stay_in_their_places(
    monkeypatch: pytest.MonkeyPatch, drawn: int, texts: list[str]
) -> None:
    own_width = pyte.screens.wcwidth
    monkeypatch.setattr(
        pyte.screens, "wcwidth", lambda one: drawn if one in DOUBTFUL else own_width(one)
    )
    made = pictures_of(*texts)
    screen, stream = emulator(made[0].size)
    painter = Painter("true", utf8=True)
    for cells in made:
        stream.feed(painter.paint(cells))
        codes = cells.codes[0]
        for x, code in enumerate(codes.tolist()):
            shown, one = screen.buffer[0][x].data, chr(code)
            if one in "ab界":
                assert shown.startswith(one) if drawn == 0 else shown == one
            elif one == " " and (x == 0 or chr(codes[x - 1]) not in DOUBTFUL):
                assert shown == " " or (x and codes[x - 1] == FILLER)
    monkeypatch.undo()


def test_letters_whose_width_is_certain_cost_no_move() -> None:
    [cells] = pictures_of("Zoë is at ☼ Ω Жук ≋")
    assert Painter("true", utf8=True).paint(cells).count(b"H") == 1


def test_another_size_is_drawn_anew() -> None:
    painter = Painter("true", utf8=True)
    painter.paint(blank_cells((5, 5)))
    screen, stream = emulator((7, 3))
    cells = with_cell(blank_cells((7, 3)), (2, 6), ord("x"), 0xFFFFFF, 0x0A0B0C)
    stream.feed(painter.paint(cells))
    assert_shows(screen, cells, "true")


def test_no_control_character_of_a_cell_is_written() -> None:
    codes = array([*range(0x20), *range(0x7F, 0x9F)], 8)
    cells = Cells(codes, np.zeros_like(codes), np.zeros_like(codes))
    body = Painter("16", utf8=True).paint(cells)[len(BEGIN_FRAME) : -len(END_FRAME)]
    assert body.count(b"?") == codes.size
    assert set(body) & set(range(0x20)) <= {0x1B, 0x0D, 0x0A}
    assert body.count(b"\x1b") == 2, "one move and one style; the rows follow by line ends"
