from support.client.screen_text import playing, shown
from undertide_client.screens.menus.history_screen import HistoryScreen
from undertide_client.screens.widgets.actions import Pop
from undertide_client.screens.widgets.drawing import TIMES


def test_the_history_opens_at_its_end_and_scrolls() -> None:
    ui = playing()
    for number in range(100):
        ui.mirror.add_note(f"line {number}")
    screen = HistoryScreen(ui)
    assert "line 99" in shown(screen)
    assert "100/102" not in shown(screen)
    screen.press("home")
    assert "You enter the drowned warren." in shown(screen)
    assert "line 99" not in shown(screen)
    assert screen.press("escape") == (Pop(),)


def test_the_history_counts_what_was_repeated() -> None:
    ui = playing()
    for _ in range(3):
        ui.mirror.add_note("Again.")
    assert f"Again. {TIMES}3" in shown(HistoryScreen(ui))
