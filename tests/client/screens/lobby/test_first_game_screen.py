from support.client.screen_text import shown, ui_of
from undertide_client.screens.lobby.first_game_screen import FirstGameScreen
from undertide_client.screens.widgets.actions import BeginAnew


def screen() -> FirstGameScreen:
    return FirstGameScreen(ui_of(), lambda preset: (BeginAnew(preset),))


def test_the_tutorial_comes_first() -> None:
    offered = screen()
    text = shown(offered)
    assert "a lesson on each of eight small floors" in text
    assert offered.press("enter") == (BeginAnew("tutorial"),)


def test_the_game_itself_is_the_other_choice() -> None:
    offered = screen()
    assert offered.press("b") == ()
    assert "Begin the whole game at once." in shown(offered)
    assert offered.press("enter") == (BeginAnew(""),)
