import pytest

from support.client.screen_text import LARGE, SMALL, shown, ui_of
from undertide_client.screens.menus.seat_code_screens import GO_ON, ReturnScreen, SeatCodeScreen
from undertide_client.screens.widgets.actions import LeaveGame, Pop, RunCommand
from undertide_client.screens.widgets.screen import Actions


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_new_code_is_shown_with_what_it_is_for(size: tuple[int, int]) -> None:
    text = shown(SeatCodeScreen(ui_of(), "abcd-efgh"), size=size)
    for words in ("abcd-efgh", "without an ssh key", "Write it down now", "I have noted it"):
        assert words in text


@pytest.mark.parametrize(
    ("key", "wanted"),
    [("y", (RunCommand(GO_ON),)), ("escape", (LeaveGame(),)), ("enter", (LeaveGame(),)), ("x", ())],
)
def test_a_held_key_does_not_take_the_code_away(key: str, wanted: Actions) -> None:
    assert SeatCodeScreen(ui_of(), "abcd-efgh").press(key) == wanted


def test_a_typed_code_brings_back() -> None:
    form = ReturnScreen(ui_of())
    assert form.press("enter") == ()
    assert "type the code" in shown(form)
    form.paste(" abcd-efgh ")
    assert form.press("enter") == (RunCommand(("return", "abcd-efgh")),)
    assert form.press("escape") == (Pop(),)
