from typing import Any

import pytest
from msgspec.structs import replace

from support.client.client_examples import session_info
from support.client.screen_text import drawn, rows_of, shown, ui_of
from undertide_client.displays.cells import Console
from undertide_client.screens.lobby.live_map import UPPER, draw_live_map, session_with_map
from undertide_client.screens.lobby.lobby_screen import LobbyScreen
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Area
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Thumbnail

RED, GREEN = (255, 0, 0), (0, 255, 0)
MAP = Thumbnail("k7m2q", 3, "a crypt", 4, 2, [0xFF0000, 0x00FF00], [1, 2, 0, 2, 2, 4])
"""Two red dots over a row of four green ones."""
ROOMY = (100, 40)


def mapped(thumbnail: Thumbnail, area: Area) -> Console:
    console = Console(100, 40)
    draw_live_map(console, area, thumbnail, "Ada's game")
    return console


def lobby_with_map(**changes: Any) -> Ui:
    ui = ui_of()
    ui.lobby.sessions = [session_info("k7m2q", host="Ada", **{"heroes": 2, "asleep": 0} | changes)]
    ui.lobby.thumbnails = {"k7m2q": MAP}
    return ui


def test_two_dots_stand_in_a_cell_and_a_small_map_is_enlarged() -> None:
    console = mapped(MAP, Area(0, 0, 20, 9))
    assert rows_of(console)[0].startswith("Ada's game, floor 3")
    cells = console.rgb[1:3, 6:14]
    assert (cells["ch"] == UPPER).all()
    assert [tuple(ink) for ink in cells["fg"][0]] == [RED] * 4 + [palette.PAPER] * 4
    assert [tuple(paper) for paper in cells["bg"][0]] == [RED] * 4 + [palette.PAPER] * 4
    assert {tuple(ink) for ink in cells["fg"][1]} == {GREEN}


def test_a_large_map_is_reduced_to_its_area() -> None:
    large = Thumbnail("k7m2q", 1, "a hall", 80, 40, [0xFF0000], [1, 3200])
    console = mapped(large, Area(5, 5, 30, 9))
    ys, xs = (console.rgb["ch"] == UPPER).nonzero()
    assert xs.min() >= 5
    assert xs.max() < 35
    assert ys.min() >= 6
    assert ys.max() < 14


def test_heroes_stand_on_it() -> None:
    console = mapped(replace(MAP, heroes=[(3, 1, 0x60C0FF)]), Area(0, 0, 20, 9))
    assert rows_of(console)[2][12] == "@"


@pytest.mark.parametrize("cells", [[], [1], [9, 99], [1, 10**9], [0, 8]])
def test_runs_that_cannot_be_true_are_drawn_as_far_as_they_go(cells: list[int]) -> None:
    mapped(Thumbnail("k7m2q", 3, "a crypt", 4, 2, [0xFF0000], cells), Area(0, 0, 20, 9))


def test_the_chosen_game_is_shown_if_it_is_live_else_the_liveliest() -> None:
    live = session_info("aaaaa", heroes=2, asleep=0)
    other = session_info("bbbbb", heroes=1, asleep=0)
    hidden = session_info("ccccc", heroes=1, asleep=0, watchable=False)
    asleep = session_info("ddddd", heroes=1, asleep=1)
    sessions = [live, other, hidden, asleep]
    found = [session_with_map(sessions, chosen) for chosen in range(4)]
    assert found == [live, other, live, live]
    assert session_with_map([hidden, asleep], 0) is None


def test_the_lobby_has_it_where_there_is_room() -> None:
    screen = LobbyScreen(lobby_with_map())
    text = shown(screen, size=ROOMY)
    assert "Ada's game, floor 3: a crypt" in text
    assert "Enter Join Ada's game" in text
    assert (drawn(screen, size=ROOMY).rgb["ch"] == UPPER).any()
    assert screen.pictured == "k7m2q"
    assert "a crypt" not in shown(screen)
    assert screen.pictured == ""


def test_a_terminal_with_plain_glyphs_or_a_lobby_without_a_live_game_has_none() -> None:
    plain = lobby_with_map()
    plain.plain_glyphs = True
    for ui in (plain, lobby_with_map(asleep=2)):
        screen = LobbyScreen(ui)
        assert "a crypt" not in shown(screen, size=ROOMY)
        assert screen.pictured == ""
