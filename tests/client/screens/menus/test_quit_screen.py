from support.client.client_examples import hero_status
from support.client.screen_text import playing, shown, ui_of
from undertide_client.screens.menus.quit_screen import QuitScreen
from undertide_client.screens.widgets.actions import LeaveGame, Pop


def test_leaving_is_asked_about_first() -> None:
    screen = QuitScreen(playing())
    text = shown(screen)
    assert "Leave the game?" in text
    assert "falls asleep" in text
    assert screen.press("y") == (LeaveGame(),)
    assert screen.press("ctrl+c") == (LeaveGame(),)
    assert screen.press("n") == screen.press("escape") == (Pop(),)
    assert screen.press("x") == ()


def test_a_spectator_leaves_no_hero_behind() -> None:
    assert "goes on without you" in shown(QuitScreen(ui_of()))
    assert "goes on without you" in shown(QuitScreen(playing(hero=hero_status(state="dead"))))
