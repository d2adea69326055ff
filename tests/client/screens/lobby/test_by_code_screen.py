import pytest

from support.client.screen_text import ui_of
from undertide_client.screens.lobby.by_code_screen import JoinByCodeScreen, WatchByCodeScreen
from undertide_client.screens.widgets.actions import JoinSession, Pop, WatchSession

CODE = "k7m2q-x4hq9tbncd2w"


@pytest.mark.parametrize(
    ("kind", "action"),
    [(JoinByCodeScreen, JoinSession(CODE)), (WatchByCodeScreen, WatchSession(CODE))],
)
def test_a_code_that_was_told_is_written_and_lets_in(
    kind: type[JoinByCodeScreen], action: JoinSession | WatchSession
) -> None:
    for typed in (f"  {CODE}\n", f"http://host:4414/#/play/{CODE}"):
        screen = kind(ui_of())
        screen.paste(typed)
        assert screen.press("enter") == (Pop(), action)
    assert kind(ui_of()).press("enter") == (Pop(),)
