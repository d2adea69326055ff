from support.client.screen_text import drawn, playing, text_of
from undertide_client.app.stack import MAX_SCREENS, ScreenStack
from undertide_client.displays.cells import Console
from undertide_client.screens.hero.items_screen import PackScreen
from undertide_client.screens.lobby.lobby_screen import LobbyScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.menus.help_screen import HelpScreen
from undertide_client.screens.widgets.actions import Home, Pop
from undertide_client.screens.widgets.screen import Push


def stack() -> ScreenStack:
    return ScreenStack(LobbyScreen(playing()))


def test_the_lowest_screen_is_never_taken_away() -> None:
    screens = stack()
    for action in (Pop(), Pop(), Home(), Pop()):
        screens.change(action)
    assert screens.top is screens.lowest


def test_screens_go_on_top_and_come_off_again() -> None:
    screens, first, second = stack(), HelpScreen(playing()), HelpScreen(playing())
    screens.change(Push(first))
    screens.change(Push(second))
    assert screens.top is second
    screens.change(Pop())
    assert screens.top is first
    screens.change(Push(second))
    screens.change(Home())
    assert screens.top is screens.lowest


def test_screens_never_pile_up_without_bound() -> None:
    screens = stack()
    for _ in range(100):
        screens.change(Push(HelpScreen(playing())))
    for _ in range(MAX_SCREENS - 1):
        screens.change(Pop())
    assert screens.top is screens.lowest


def test_another_lowest_screen_takes_the_place_of_all() -> None:
    screens = stack()
    screens.change(Push(HelpScreen(playing())))
    lowest = MapScreen(playing())
    screens.begin(lowest)
    assert screens.top is screens.lowest is lowest


def test_what_a_covering_screen_hides_is_not_drawn() -> None:
    ui = playing()
    screens = ScreenStack(LobbyScreen(ui))
    console = Console(80, 24)
    screens.change(Push(PackScreen(ui)))
    screens.draw(console)
    assert "You play as Ann" in text_of(console)
    screens.change(Push(MapScreen(ui)))
    screens.draw(console)
    assert text_of(console) == text_of(drawn(MapScreen(ui)))


def test_the_topmost_screen_of_a_kind_is_found() -> None:
    screens, first, second = stack(), HelpScreen(playing()), HelpScreen(playing())
    assert screens.find(HelpScreen) is None
    for screen in (first, second, PackScreen(playing())):
        screens.change(Push(screen))
    assert screens.find(HelpScreen) is second
