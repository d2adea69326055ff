from support.client.screen_text import last_row, shown, typed, ui_of
from undertide_client.screens.lobby.name_screen import NameScreen, RenameScreen
from undertide_client.screens.widgets.actions import Home, Introduce, LeaveGame, Pop, Rename
from undertide_shared.messages import CallingInfo

CALLINGS = [
    CallingInfo("warden", "warden", "One."),
    CallingInfo("mender", "mender", "Two.", plays="Stay behind."),
]


def screen_of(callings: list[CallingInfo]) -> NameScreen:
    ui = ui_of()
    ui.lobby.callings = callings
    return NameScreen(ui, (LeaveGame(),))


def test_it_offers_the_name_that_the_system_knows() -> None:
    text = shown(screen_of(CALLINGS))
    assert "Welcome to Undertide" in text
    assert "Your name Ann" in text
    assert "Enter go on ↓ choose what you are Esc leave" in text


def test_the_first_calling_is_proposed_and_enter_takes_it() -> None:
    screen = screen_of(CALLINGS)
    assert "You are a warden" in shown(screen)
    assert screen.press("enter") == (Home(), Introduce("Ann", "warden"))


def test_another_calling_is_a_key_away_and_told_of() -> None:
    screen = screen_of(CALLINGS)
    assert "choose what you are" in shown(screen)
    assert screen.press("down") == screen.press("right") == ()
    text = shown(screen)
    assert "You are a ◂ mender ▸" in text
    assert "Two. Stay behind." in text
    screen.press("up")
    assert screen.press("enter") == (Home(), Introduce("Ann", "mender"))


def test_without_a_choice_of_callings_the_name_is_all() -> None:
    screen = screen_of(CALLINGS[:1])
    assert "You are a" not in shown(screen)
    assert screen.press("enter") == (Home(), Introduce("Ann", ""))


def test_a_player_can_leave_without_an_answer() -> None:
    screen = screen_of(CALLINGS)
    shown(screen)
    assert screen.press("escape") == (LeaveGame(),)
    assert screen.click(40, 12, True) == (LeaveGame(),)


def test_a_new_name_begins_with_the_old_and_is_checked() -> None:
    screen = RenameScreen(ui_of())
    assert "Your name: Ann" in last_row(screen)
    screen.press("ctrl+u")
    assert screen.press("enter") == ()
    assert "a name needs" in last_row(screen)
    typed(screen, "Bob")
    assert "a name needs" not in last_row(screen)
    assert screen.press("enter") == (Pop(), Rename("Bob"))
