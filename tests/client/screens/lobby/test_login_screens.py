import pytest

from support.client.screen_text import shown, ui_of
from undertide_client.screens.lobby.login_screens import (
    EraseScreen,
    LogInScreen,
    PasswordScreen,
    SignUpScreen,
)
from undertide_client.screens.widgets.actions import Pop, SendRequest
from undertide_client.screens.widgets.form_screen import FormScreen
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_shared.limits import MAX_PASSWORD
from undertide_shared.messages import ChangePassword, EraseAccount, LogIn, SignUp

GOOD = "correct horse"


def typed(screen: FormScreen, *lines: str) -> Actions:
    """Fill in a form line by line, with Enter after each."""
    done: Actions = ()
    for line in lines:
        screen.press("ctrl+u")
        for character in line:
            screen.press("space" if character == " " else character)
        done = screen.press("enter")
    return done


def test_one_logs_in_by_name_and_password() -> None:
    screen = LogInScreen(ui_of())
    assert "Name Ann" in shown(screen)
    assert typed(screen, "ann", GOOD) == (SendRequest(LogIn("ann", GOOD)),)


def test_the_host_s_key_is_shown_without_a_name() -> None:
    digits = "0af5" * 16
    key = bytes.fromhex(digits)
    assert typed(LogInScreen(ui_of()), "", digits) == (SendRequest(LogIn("", token=key)),)


@pytest.mark.parametrize("written", ["", "0af5", "hunter22" * 8])
def test_what_is_no_key_is_told(written: str) -> None:
    screen = LogInScreen(ui_of())
    assert typed(screen, "", written) == ()
    assert "enter the 64 digits of operator.key" in shown(screen)


def test_an_account_is_made_and_a_password_changed() -> None:
    assert typed(SignUpScreen(ui_of()), "ann", GOOD, GOOD) == (SendRequest(SignUp("ann", GOOD)),)
    changed = typed(PasswordScreen(ui_of()), "old one", GOOD, GOOD)
    assert changed == (SendRequest(ChangePassword("old one", GOOD)),)


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (("ann", "short", "short"), "at least 8 characters"),
        (("ann", GOOD, GOOD + "s"), "the two passwords differ"),
        (("", GOOD, GOOD), "a name needs"),
    ],
)
def test_what_no_server_would_take_is_told_before_it_is_asked(
    lines: tuple[str, ...], fault: str
) -> None:
    screen = SignUpScreen(ui_of())
    assert typed(screen, *lines) == ()
    assert fault in shown(screen)


def test_a_login_without_a_password_is_none() -> None:
    screen = LogInScreen(ui_of())
    assert typed(screen, "ann", "") == ()
    assert "enter a password" in shown(screen)


@pytest.mark.parametrize("kind", [LogInScreen, SignUpScreen, PasswordScreen])
def test_no_password_is_ever_shown(kind: type[FormScreen]) -> None:
    screen = kind(ui_of())
    typed(screen, *["hunter2"] * len(screen.fields))
    screen.press("up")
    names = [one for one in screen.fields if one.title == "Name"]
    assert shown(screen).count("hunter2") == len(names)
    assert "*******" in shown(screen)


def test_a_password_is_bounded_and_may_be_pasted() -> None:
    screen = LogInScreen(ui_of())
    typed(screen, "ann")
    assert screen.paste("p" * 500) == ()
    assert screen.press("enter") == (SendRequest(LogIn("ann", "p" * MAX_PASSWORD)),)


def test_it_can_be_thought_better_of() -> None:
    assert LogInScreen(ui_of()).press("escape") == (Pop(),)


def test_an_account_is_erased_for_its_password_and_after_a_question() -> None:
    form = EraseScreen(ui_of())
    assert typed(form, "") == ()
    assert "enter a password" in shown(form)
    (push,) = typed(EraseScreen(ui_of()), GOOD)
    assert isinstance(push, Push)
    assert "Nobody can bring the account back" in shown(push.screen)
    assert push.screen.press("enter") == (Pop(),)
    assert push.screen.press("y") == (Pop(), SendRequest(EraseAccount(GOOD)))
