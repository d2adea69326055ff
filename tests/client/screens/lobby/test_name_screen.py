from support.client.screen_text import last_row, shown, typed, ui_of
from undertide_client.screens.hero.calling_screen import CallingScreen
from undertide_client.screens.lobby.name_screen import FirstGameScreen, NameScreen, RenameScreen
from undertide_client.screens.widgets.actions import (
    BeginAnew,
    Home,
    Introduce,
    LeaveGame,
    Pop,
    Rename,
)
from undertide_client.screens.widgets.screen import Push
from undertide_shared.messages import CallingInfo

CALLINGS = [CallingInfo("warden", "warden", "One."), CallingInfo("mender", "mender", "Two.")]


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


def screen_of(callings: list[CallingInfo]) -> NameScreen:
    ui = ui_of()
    ui.lobby.callings = callings
    return NameScreen(ui, (LeaveGame(),))


def test_it_offers_the_name_that_the_system_knows() -> None:
    text = shown(screen_of(CALLINGS))
    assert "Welcome to Undertide" in text
    assert "Your name Ann" in text
    assert "Enter go on Esc leave" in text


def test_the_calling_follows_the_name() -> None:
    (push,) = screen_of(CALLINGS).press("enter")
    assert isinstance(push, Push)
    assert isinstance(push.screen, CallingScreen)
    assert push.screen.press("b") == ()
    assert push.screen.press("enter") == (Home(), Introduce("Ann", "mender"))


def test_without_a_choice_of_callings_the_name_is_all() -> None:
    assert screen_of(CALLINGS[:1]).press("enter") == (Home(), Introduce("Ann", ""))


def test_the_choice_of_the_first_game_comes_last_where_there_is_the_tutorial() -> None:
    ui = ui_of()
    ui.lobby.callings = CALLINGS[:1]
    assert NameScreen(ui, (), offers_tutorial=True).press("enter") == (
        Home(),
        Introduce("Ann", ""),
    )
    ui.lobby.presets = ["default", "tutorial"]
    (push,) = NameScreen(ui, (), offers_tutorial=True).press("enter")
    assert isinstance(push, Push)
    assert isinstance(push.screen, FirstGameScreen)
    assert push.screen.press("enter") == (Home(), Introduce("Ann", "", "tutorial"))


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
