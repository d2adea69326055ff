import pytest

from support.client.screen_text import shown, ui_of
from undertide_client.screens.widgets.actions import Pop, ShowNote
from undertide_client.screens.widgets.confirm_screen import ConfirmScreen


def question() -> ConfirmScreen:
    return ConfirmScreen(
        ui_of(), "Hand over?", "Only they can give the role back.", "do", (ShowNote("x"),)
    )


def test_it_says_what_follows() -> None:
    text = shown(question())
    for words in ("Hand over?", "Only they can give the role back.", "y do n cancel"):
        assert words in text


def test_only_a_yes_does_it() -> None:
    assert question().press("y") == (Pop(), ShowNote("x"))


@pytest.mark.parametrize("key", ["n", "escape", "ctrl+c", "enter", "kp_enter"])
def test_everything_that_leaves_leaves_it_undone(key: str) -> None:
    assert question().press(key) == (Pop(),)


def test_other_keys_do_nothing() -> None:
    assert question().press("x") == ()


def test_the_right_button_leaves_it_undone() -> None:
    assert question().click(0, 0, True) == (Pop(),)
    assert question().click(0, 0, False) == ()
