from support.client.client_examples import HERO
from support.client.screen_text import colours_at, drawn, find, playing, shown
from undertide_client.screens.map.look_screen import LookScreen
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Pop
from undertide_shared.messages import Sighting

OWN = (2, 2)
"""The hero's own cell."""


def test_a_look_at_a_cell_says_what_is_there() -> None:
    screen = LookScreen(playing(), OWN)
    assert "Look: Ann, seen from inside, floor" in shown(screen)
    for key in ("right", "right", "l", "6"):
        screen.press(key)
    text = shown(screen)
    assert "Look: goblin (wounded, hunting), floor" in text
    assert "It is small, green and not alone." in text
    assert screen.press("enter") == (Pop(),)
    assert screen.press("escape") == (Pop(),)


def test_the_cursor_is_seen_on_the_map() -> None:
    screen = LookScreen(playing(), (6, 2))
    console = drawn(screen)
    x, y = find(console, "g")[0]
    assert colours_at(console, x, y) == (palette.PAPER, palette.CURSOR)


def test_the_cursor_stays_on_the_floor() -> None:
    screen = LookScreen(playing())
    for _ in range(30):
        screen.press("y")
    assert screen.cell == (0, 0)
    for _ in range(30):
        screen.press("n")
    assert screen.cell == (9, 5)


def test_the_cursor_is_followed_across_a_large_floor() -> None:
    row = "." * 200
    screen = LookScreen(playing(drawing=row, sightings=[Sighting(HERO, 1, 0, 0)]))
    for _ in range(150):
        screen.press("right")
    console = drawn(screen)
    cursor = [(x, y) for x in range(54) for y in range(19) if _is_cursor(colours_at(console, x, y))]
    assert len(cursor) == 1


def _is_cursor(colours: tuple[tuple[int, ...], tuple[int, ...]]) -> bool:
    return colours[1] == palette.CURSOR


def test_tab_goes_round_what_is_in_sight() -> None:
    screen = LookScreen(playing(), OWN)
    cells = []
    for _ in range(3):
        screen.press("tab")
        cells.append(screen.cell)
    assert cells == [(6, 2), (1, 4), (6, 2)]
    screen.press("shift+tab")
    assert screen.cell == (1, 4)


def test_the_first_step_back_goes_to_the_last() -> None:
    screen = LookScreen(playing(), OWN)
    screen.press("shift+tab")
    assert screen.cell == (1, 4)


def test_without_anything_in_sight_tab_stays() -> None:
    screen = LookScreen(playing(sightings=[Sighting(HERO, 1, 2, 2)]))
    screen.press("tab")
    assert screen.cell == (2, 2)
