import pytest

from support.client.screen_text import LARGE, SMALL, shown, ui_of
from undertide_client.screens.menus.title_screen import (
    AddressScreen,
    ReturnScreen,
    TitleEntry,
    TitleScreen,
)
from undertide_client.screens.widgets.actions import LeaveGame, Pop, RunCommand
from undertide_client.screens.widgets.screen import Actions, Push

NEW = TitleEntry("n", "new game", "A dungeon of your own.", ("play", "--new"))
JOIN = TitleEntry("j", "join", "Join others.", ("join",), wants_address=True)
QUIT = TitleEntry("q", "quit", "Leave.", ())


def title(failure: str = "") -> TitleScreen:
    return TitleScreen(ui_of(), [NEW, JOIN, QUIT], failure)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_it_shows_the_ways_in_and_what_the_first_does(size: tuple[int, int]) -> None:
    text = shown(title(), size=size)
    for words in ("U N D E R T I D E", "n) new game", "j) join", "q) quit", "A dungeon of your"):
        assert words in text


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        ("n", (RunCommand(("play", "--new")),)),
        ("enter", (RunCommand(("play", "--new")),)),
        ("q", ()),
        ("escape", (LeaveGame(),)),
        ("x", ()),
    ],
)
def test_a_key_chooses(key: str, wanted: Actions) -> None:
    assert title().press(key) == wanted


def test_the_letter_of_quit_leaves_when_pressed_again() -> None:
    screen = title()
    assert screen.press("q") == ()
    assert screen.press("q") == (LeaveGame(),)


def test_the_arrows_choose_another_line() -> None:
    screen = title()
    shown(screen)
    screen.press("down")
    assert "Join others." in shown(screen)
    (push,) = screen.press("enter")
    assert isinstance(push, Push)
    assert isinstance(push.screen, AddressScreen)


def test_why_the_last_command_failed_is_told() -> None:
    assert "the port is taken" in shown(title("the port is taken"))


def test_an_address_follows_its_command() -> None:
    form = AddressScreen(ui_of(), JOIN)
    assert "Join" in shown(form)
    assert form.press("enter") == ()
    form.paste("ws://host:1")
    assert form.press("enter") == (RunCommand(("join", "--", "ws://host:1")),)


def test_what_is_no_address_is_told_in_the_form() -> None:
    form = AddressScreen(ui_of(), JOIN)
    form.paste("ws://host:99999999")
    assert form.press("enter") == ()
    assert "the port is a number" in shown(form)


def test_a_typed_code_brings_back() -> None:
    form = ReturnScreen(ui_of())
    assert form.press("enter") == ()
    assert "type the code" in shown(form)
    form.paste(" abcd-efgh ")
    assert form.press("enter") == (RunCommand(("return", "abcd-efgh")),)
    assert form.press("escape") == (Pop(),)
