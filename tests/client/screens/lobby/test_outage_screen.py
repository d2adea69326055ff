import pytest

from support.client.screen_text import shown, ui_of
from undertide_client.net.status import LinkStatus, Phase
from undertide_client.screens.lobby.outage_screen import OutageScreen
from undertide_client.screens.widgets.actions import LeaveGame, TryNow


def outage(phase: Phase) -> OutageScreen:
    ui = ui_of()
    ui.status = LinkStatus(phase, "the connection broke", 4.0, 3)
    ui.wait_left = 2.6
    return OutageScreen(ui)


def test_an_outage_says_what_went_wrong_and_what_comes_next() -> None:
    screen = outage("waiting")
    text = shown(screen)
    for words in ("the connection broke", "Trying again in 3 s, attempt 3", "ws://host:4414"):
        assert words in text
    assert screen.press("enter") == (TryNow(),)
    assert screen.press("Q") == (LeaveGame(),)
    assert screen.press("a") == ()


def test_an_attempt_under_way_is_told() -> None:
    screen = outage("connecting")
    assert "Connecting… attempt 3" in shown(screen)
    assert screen.press("ctrl+c") == (LeaveGame(),)


@pytest.mark.parametrize("phase", ["refused", "gave up"])
def test_where_it_is_over_any_key_leaves(phase: Phase) -> None:
    screen = outage(phase)
    assert "won't help" in shown(screen)
    assert screen.press("x") == (LeaveGame(),)
