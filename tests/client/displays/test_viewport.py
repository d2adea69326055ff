# ruff: noqa: RUF001 (sizes are shown with the multiplication sign)
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_client.displays.base import KeyPress, MousePress
from undertide_client.displays.cells import Cells, blank_cells
from undertide_client.displays.viewport import (
    MAX_SIZE,
    SCROLL_KEYS,
    UNKNOWN_SIZE,
    Pane,
    Viewport,
    clamp,
    compose,
    fits,
    notice,
    screen_cell,
    scroll,
    usable,
)

SIZES = st.tuples(st.integers(1, 130), st.integers(1, 50))
SCREEN = (80, 24)


def numbered(width: int, height: int) -> Cells:
    """A picture in which every cell differs from every other."""
    codes = (np.arange(width * height, dtype=np.uint32) + 0x100).reshape(height, width)
    return Cells(codes, codes.copy(), codes.copy())


def text_of(cells: Cells, row: int) -> str:
    return "".join(chr(code) for code in cells.codes[row])


def test_a_screen_that_fits_is_shown_whole_with_blanks_around() -> None:
    shown = compose(numbered(3, 2), Viewport(), (5, 4))
    assert shown.size == (5, 4)
    assert shown.codes[:2, :3].tolist() == numbered(3, 2).codes.tolist()
    assert (shown.codes[2:] == ord(" ")).all()
    assert (shown.codes[:, 3:] == ord(" ")).all()


def test_a_smaller_terminal_shows_the_top_left_and_says_so() -> None:
    shown = compose(numbered(80, 24), Viewport(), (70, 20))
    assert shown.codes[:19].tolist() == numbered(80, 24).codes[:19, :70].tolist()
    assert text_of(shown, 19).rstrip() == (
        "terminal 70×20 is smaller than the screen 80×24: ctrl+arrows scroll"
    )


def test_the_notice_is_shortened_to_the_width() -> None:
    for width in range(1, 90):
        line = notice((80, 24), (width, 20))
        assert 0 < len(line) <= width
    assert notice((80, 24), (60, 18)) == (
        "60×18 of 80×24: ctrl+arrows scroll; the page fits any screen"
    )
    assert notice((80, 24), (40, 20)) == "40×20 of 80×24: ctrl+arrows scroll"
    assert notice((80, 24), (18, 20)) == "ctrl+arrows scroll"


def test_scrolling_reaches_every_cell_and_no_further() -> None:
    screen, terminal = (80, 24), (60, 20)
    viewport = Viewport()
    for key in ("ctrl+right", "ctrl+down") * 5:
        viewport = scroll(viewport, key, screen, terminal)
    assert viewport == Viewport(20, 5)
    shown = compose(numbered(80, 24), viewport, terminal)
    assert shown.codes[18, 59] == numbered(80, 24).codes[23, 79]
    for key in ("ctrl+left", "ctrl+up") * 5:
        viewport = scroll(viewport, key, screen, terminal)
    assert viewport == Viewport(0, 0)


def test_one_scroll_keeps_most_of_what_was_seen() -> None:
    assert scroll(Viewport(), "ctrl+right", (80, 24), (40, 12)) == Viewport(8, 0)
    assert scroll(Viewport(), "ctrl+down", (80, 24), (40, 12)) == Viewport(0, 4)


def test_a_terminal_of_one_row_shows_the_screen() -> None:
    assert compose(numbered(80, 24), Viewport(), (10, 1)).codes[0, 0] == 0x100


@given(SIZES, SIZES, st.lists(st.sampled_from(sorted(SCROLL_KEYS)), max_size=20))
def test_the_part_shown_is_the_screens_own(
    size: tuple[int, int], terminal: tuple[int, int], keys: list[str]
) -> None:
    screen = numbered(*size)
    viewport = Viewport()
    for key in keys:
        viewport = scroll(viewport, key, size, terminal)
    assert viewport == clamp(viewport, size, terminal)
    shown = compose(screen, viewport, terminal)
    assert shown.size == terminal
    for place in ((0, 0), (terminal[0] - 1, 0), (terminal[0] // 2, terminal[1] // 2)):
        cell = screen_cell(viewport, place, size, terminal)
        if cell is not None:
            assert shown.codes[place[1], place[0]] == screen.codes[cell[1], cell[0]]


@given(SIZES, SIZES)
def test_nothing_scrolls_where_all_fits(size: tuple[int, int], more: tuple[int, int]) -> None:
    terminal = (size[0] + more[0], size[1] + more[1])
    assert fits(size, terminal)
    assert all(scroll(Viewport(), key, size, terminal) == Viewport() for key in SCROLL_KEYS)


def test_clicks_find_the_cell_that_is_shown() -> None:
    screen, terminal = (80, 24), (60, 20)
    assert screen_cell(Viewport(8, 4), (2, 3), screen, terminal) == (10, 7)
    assert screen_cell(Viewport(8, 4), (2, 19), screen, terminal) is None, "the notice"
    assert screen_cell(Viewport(), (85, 3), screen, (100, 30)) is None, "beside the screen"
    assert screen_cell(Viewport(), (79, 23), screen, (100, 30)) == (79, 23)


def pane() -> Pane:
    made = Pane()
    made.show(blank_cells(SCREEN))
    return made


@pytest.mark.parametrize(
    ("told", "used"),
    [((100, 30), (100, 30)), ((0, 30), UNKNOWN_SIZE), ((9999, 9999), MAX_SIZE)],
)
def test_a_size_is_known_and_bounded(told: tuple[int, int], used: tuple[int, int]) -> None:
    assert usable(told) == used


def test_the_picture_has_the_size_of_the_terminal() -> None:
    picture = pane().picture((100, 30))
    assert picture is not None
    assert picture.size == (100, 30)
    assert Pane().picture((100, 30)) is None


def test_a_small_terminal_scrolls_and_clicks_follow() -> None:
    shown, small = pane(), (40, 12)
    assert shown.scrolls(KeyPress("ctrl+right"), small)
    shown.picture(small)
    assert shown.on_screen(MousePress(3, 4, "left"), small) == MousePress(11, 4, "left")


def test_a_terminal_with_room_scrolls_nowhere() -> None:
    assert not pane().scrolls(KeyPress("ctrl+right"), (100, 30))
    assert not pane().scrolls(KeyPress("x"), (40, 12))


def test_a_click_beside_the_screen_is_none() -> None:
    assert pane().on_screen(MousePress(99, 29, "left"), (100, 30)) is None
    assert pane().on_screen(KeyPress("x"), (100, 30)) == KeyPress("x")
