import pytest

from undertide_client.displays.base import KeyPress, MousePress
from undertide_client.displays.cells import blank_cells
from undertide_client.displays.pane import MAX_SIZE, UNKNOWN_SIZE, Pane, usable

SCREEN = (80, 24)


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
