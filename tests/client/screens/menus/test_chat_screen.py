from support.client.screen_text import last_row, playing, typed
from undertide_client.screens.menus.chat_screen import ChatScreen
from undertide_client.screens.widgets.actions import Pop, Speak
from undertide_client.screens.widgets.drawing import HALF
from undertide_shared.limits import MAX_CHAT


def test_what_is_written_is_said() -> None:
    screen = typed(ChatScreen(playing()), "hi all")
    assert "Say: hi all" in last_row(screen)
    assert f"{MAX_CHAT - 6} left" in last_row(screen)
    assert screen.press("enter") == (Pop(), Speak("hi all"))


def test_letters_that_are_commands_elsewhere_are_only_letters_here() -> None:
    assert typed(ChatScreen(playing()), "Qo?").press("enter") == (Pop(), Speak("Qo?"))


def test_wide_writing_keeps_its_cells() -> None:
    screen = typed(ChatScreen(playing()), "你好 😀")
    assert f"Say: 你{HALF}好{HALF} 😀{HALF} " in last_row(screen)
    assert screen.press("enter") == (Pop(), Speak("你好 😀"))


def test_nothing_written_says_nothing() -> None:
    assert ChatScreen(playing()).press("enter") == (Pop(),)
    assert typed(ChatScreen(playing()), "hi").press("escape") == (Pop(),)


def test_whoever_hears_not_everybody_is_reminded_before_it_speaks() -> None:
    ui = playing()
    ui.hearing = "nobody"
    assert "Say (you hear nobody):" in last_row(ChatScreen(ui))
