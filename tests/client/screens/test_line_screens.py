from replay_examples import watched_again
from screen_text import drawn, playing, rows_of, ui_of
from undertide_client.screens.lobby.rename_screen import RenameScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.menus.chat_screen import ChatScreen
from undertide_client.screens.replay.go_to_screen import GoToScreen
from undertide_client.screens.widgets.actions import JumpTo, Pop, Rename, Speak
from undertide_client.screens.widgets.line_screen import LineScreen
from undertide_shared.limits import MAX_CHAT


def typed(screen: LineScreen, text: str) -> LineScreen:
    for character in text:
        screen.press("space" if character == " " else character)
    return screen


def last_row(screen: LineScreen) -> str:
    return rows_of(drawn(MapScreen(screen.ui), screen))[-1]


def test_what_is_written_is_said() -> None:
    screen = typed(ChatScreen(playing()), "hi all")
    assert "Say: hi all" in last_row(screen)
    assert f"{MAX_CHAT - 6} left" in last_row(screen)
    assert screen.press("enter") == (Pop(), Speak("hi all"))


def test_letters_that_are_commands_elsewhere_are_only_letters_here() -> None:
    assert typed(ChatScreen(playing()), "Qo?").press("enter") == (Pop(), Speak("Qo?"))


def test_nothing_written_says_nothing() -> None:
    assert ChatScreen(playing()).press("enter") == (Pop(),)
    assert typed(ChatScreen(playing()), "hi").press("escape") == (Pop(),)


def test_pasted_lines_are_written_but_not_sent() -> None:
    screen = ChatScreen(playing())
    assert screen.paste("first line\nQ\nsecond\x1b[2J") == ()
    assert screen.press("enter") == (Pop(), Speak("first line Q second[2J"))


def test_a_long_line_scrolls_with_its_cursor_and_is_bounded() -> None:
    screen = typed(ChatScreen(playing()), "a" * (MAX_CHAT - 4) + "tail and more")
    assert "tail" in last_row(screen)
    assert "0 left" in last_row(screen)
    screen.press("home")
    assert "tail" not in last_row(screen)


def test_a_new_name_begins_with_the_old_and_is_checked() -> None:
    screen = RenameScreen(ui_of())
    assert "Your name: Ann" in last_row(screen)
    screen.press("ctrl+u")
    assert screen.press("enter") == ()
    assert "a name needs" in last_row(screen)
    typed(screen, "Bob")
    assert "a name needs" not in last_row(screen)
    assert screen.press("enter") == (Pop(), Rename("Bob"))


def test_a_moment_to_go_to_is_written_as_a_tick_or_a_time() -> None:
    assert "Go to (a tick, or a time such as 1:02:30):" in last_row(GoToScreen(watched_again()))
    assert typed(GoToScreen(watched_again()), "1:02:30").press("enter") == (Pop(), JumpTo(37_500))
    assert typed(GoToScreen(watched_again()), "500").press("enter") == (Pop(), JumpTo(500))
    assert GoToScreen(watched_again()).press("enter") == (Pop(),)


def test_a_moment_that_is_none_is_told_and_can_be_mended() -> None:
    screen = typed(GoToScreen(watched_again()), "soon")
    assert screen.press("enter") == ()
    assert "expected a tick, or a time" in last_row(screen)
    screen.press("ctrl+u")
    assert typed(screen, "2:30").press("enter") == (Pop(), JumpTo(1_500))


def test_whoever_hears_not_everybody_is_reminded_before_it_speaks() -> None:
    ui = playing()
    ui.hearing = "nobody"
    assert "Say (you hear nobody):" in last_row(ChatScreen(ui))
