from support.client.screen_text import last_row, playing, typed
from undertide_client.screens.menus.chat_screen import ChatScreen
from undertide_client.screens.widgets.actions import Pop, Speak
from undertide_shared.limits import MAX_CHAT


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
