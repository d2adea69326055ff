from support.client.line_writing import last_row, typed
from support.client.screen_text import ui_of
from undertide_client.screens.lobby.rename_screen import RenameScreen
from undertide_client.screens.widgets.actions import Pop, Rename


def test_a_new_name_begins_with_the_old_and_is_checked() -> None:
    screen = RenameScreen(ui_of())
    assert "Your name: Ann" in last_row(screen)
    screen.press("ctrl+u")
    assert screen.press("enter") == ()
    assert "a name needs" in last_row(screen)
    typed(screen, "Bob")
    assert "a name needs" not in last_row(screen)
    assert screen.press("enter") == (Pop(), Rename("Bob"))
