import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.client.screen_text import colours_at, rows_of
from undertide_client.displays.cells import Console
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import (
    HALF,
    LEAST,
    Area,
    bar,
    column,
    dim,
    draw_text,
    fill,
    fitted,
    frame,
    in_cells,
    popup,
    put_centred,
    put_right,
    put_spans,
    rule,
    squeezed,
    wrapped,
)

INK = palette.INK


def console() -> Console:
    return Console(20, 4)


def test_text_goes_where_it_is_drawn() -> None:
    target = console()
    assert draw_text(target, 3, 1, "hello", INK, paper=palette.BOX) == 8
    assert rows_of(target)[1] == "   hello".ljust(20)
    assert colours_at(target, 3, 1) == (INK, palette.BOX)


def test_text_is_cut_at_its_width_and_at_the_edge() -> None:
    target = console()
    draw_text(target, 0, 0, "abcdef", INK, width=4)
    draw_text(target, 17, 1, "abcdef", INK)
    assert rows_of(target)[0].rstrip() == "abc…"
    assert rows_of(target)[1].strip() == "ab…"


@pytest.mark.parametrize(("x", "y"), [(-1, 0), (20, 0), (0, -1), (0, 4)])
def test_text_outside_of_the_console_is_left_out(x: int, y: int) -> None:
    target = console()
    before = rows_of(target)
    assert draw_text(target, x, y, "hello", INK) == x
    assert rows_of(target) == before


def test_text_ends_or_centres_where_asked() -> None:
    target = console()
    assert put_right(target, 20, 0, "abc", INK, 10) == 17
    put_centred(target, Area(0, 0, 20, 4), 1, "abcd", INK)
    assert rows_of(target)[0] == "abc".rjust(20)
    assert rows_of(target)[1].strip() == "abcd"
    assert rows_of(target)[1].index("a") == 8


def test_spans_follow_each_other_in_their_colours() -> None:
    target = console()
    end = put_spans(target, 0, 0, (("ab", INK), ("cdef", palette.GOLD)), 4)
    assert (end, rows_of(target)[0].rstrip()) == (4, "abc…")
    assert colours_at(target, 3, 0)[0] == palette.GOLD


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("abc", "abc"),
        ("e\u0301a", "ea"),
        ("龍x", f"龍{HALF}x"),
        (f"龍{HALF}x", f"龍{HALF}x"),
        ("😀", f"😀{HALF}"),
        ("☰", f"☰{HALF}"),  # wide by the table that terminals go by, though some draw it narrow
        (f"a{HALF}", "a"),
        ("a\u200bb", "a?b"),
        ("\x1b[2J", "?[2J"),
    ],
)
def test_text_has_a_character_for_each_cell(text: str, cells: str) -> None:
    assert in_cells(text) == cells


@given(st.text(alphabet="ab 龍界😀", max_size=60), st.integers(1, 12))
def test_no_character_is_halved(text: str, width: int) -> None:
    lines = (*wrapped(text, width), fitted(text, width)) if width > 1 else ()
    for line in lines:
        assert len(line) <= width
        assert in_cells(line) == line, "each wide character keeps both of its cells"
    whole = "".join(wrapped(text, max(2, width))).replace(HALF, "")
    assert whole.replace(" ", "") == text.replace(" ", "")


def test_fitting_into_nothing_gives_nothing() -> None:
    assert fitted("abc", 0) == fitted("abc", -3) == ""
    assert fitted("abc", 1) == "…"


def test_text_is_wrapped_between_words() -> None:
    assert wrapped("the quick brown fox", 9) == ("the quick", "brown fox")
    assert wrapped("", 9) == ()


@pytest.mark.parametrize(("share", "full"), [(-1.0, 0), (0.0, 0), (0.5, 5), (1.0, 10), (7.0, 10)])
def test_a_bar_is_as_full_as_its_share(share: float, full: int) -> None:
    target = console()
    bar(target, Area(2, 1, 10, 1), share, palette.TIDE)
    papers = [colours_at(target, x, 1)[1] for x in range(2, 12)]
    assert papers == [palette.TIDE] * full + [palette.FIELD] * (10 - full)


def test_a_bar_ends_in_eighths_and_carries_its_text() -> None:
    target = console()
    bar(target, Area(0, 0, 10, 1), 0.45, palette.TIDE)
    assert rows_of(target)[0][4] == "▌"
    bar(target, Area(0, 1, 14, 1), 0.5, palette.TIDE, ("Life", "7/14"))
    assert rows_of(target)[1][:14] == " Life    7/14 "


@given(
    st.integers(-30, 30),
    st.integers(-9, 9),
    st.integers(0, 50),
    st.integers(0, 9),
    st.text(max_size=30),
)
def test_nothing_drawn_ever_fails_for_want_of_room(
    x: int, y: int, width: int, height: int, text: str
) -> None:
    target = console()
    area = Area(x, y, width, height)
    fill(target, area, palette.BOX)
    draw_text(target, x, y, text, INK, width=width)
    put_right(target, x, y, text, INK, width)
    put_centred(target, area, y, text, INK)
    rule(target, x, y, width, text)
    if x >= 0:
        bar(target, area, 0.4, palette.TIDE, (text, text))


def test_a_frame_has_a_title_and_leaves_a_margin() -> None:
    target = console()
    inside = frame(target, Area(0, 0, 20, 4), "Pack", "Esc back")
    assert rows_of(target)[0].startswith("╭─ Pack ─")
    assert " Esc back " in rows_of(target)[3]
    assert inside == Area(2, 1, 16, 2)


def test_a_popup_shades_what_lies_below_and_never_leaves_the_console() -> None:
    target = console()
    draw_text(target, 0, 0, "x", (200, 200, 200))
    inside = popup(target, 99, 3)
    assert inside.width == 16
    shaded = console()
    draw_text(shaded, 0, 0, "x", (200, 200, 200))
    dim(shaded, 0.5)
    assert colours_at(shaded, 0, 0)[0] == (100, 100, 100)


def test_a_column_ends_with_a_free_cell() -> None:
    assert column("almost dead", 12) == "almost dead "
    assert column("almost dead", 11) == "almost de… "
    assert column("", 3) == "   "


def test_the_longest_piece_of_a_line_makes_room_for_the_others() -> None:
    line = [("ψ ", INK), ("bracers of the apothecary", INK), ("  worn: hands", INK)]
    assert squeezed(line, 60) == line
    texts = [text for text, _ in squeezed(line, 30)]
    assert texts == ["ψ ", "bracers of the…", "  worn: hands"]


def test_a_piece_that_was_a_column_stays_one_when_it_is_cut() -> None:
    line = [("essence of the apothecary     ", INK), ("9 there", INK)]
    assert [text for text, _ in squeezed(line, 20)] == ["essence of … ", "9 there"]


def test_a_short_gap_never_grows() -> None:
    assert squeezed([(" ", INK)], 0) == [(" ", INK)]


@given(st.lists(st.text(max_size=30), max_size=5), st.integers(0, 60))
def test_pieces_fit_unless_hardly_anything_would_be_left(texts: list[str], width: int) -> None:
    kept = squeezed([(text, INK) for text in texts], width)
    total = sum(len(text) for text, _ in kept)
    before = sum(len(in_cells(text)) for text in texts)
    assert len(kept) == len(texts)
    assert total <= max(width, before)
    widest = max(LEAST, 2 * 30)  # Each of 30 characters may take two cells.
    assert total <= width or all(len(text) <= widest for text, _ in kept)
