import pytest

from support.client.screen_text import LARGE, SMALL, drawn, rows_of, shown, ui_of
from undertide_client.screens.people.invite_screen import InviteScreen
from undertide_client.screens.widgets.actions import Pop
from undertide_shared.messages import Invited

CODE = "k7m2q-x4hq9tbncd2w"


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_code_stands_alone_in_its_row(size: tuple[int, int]) -> None:
    screen = InviteScreen(ui_of(), Invited("k7m2q", CODE))
    (row,) = [row for row in rows_of(drawn(screen, size=size)) if CODE in row]
    assert row.strip(" │") == CODE
    assert screen.press("x") == ()
    assert screen.press("enter") == screen.press("escape") == (Pop(),)


def test_what_stands_there_is_named_for_what_it_is() -> None:
    code = shown(InviteScreen(ui_of(), Invited("k7m2q", CODE)))
    session = shown(InviteScreen(ui_of(), Invited("k7m2q", "k7m2q")))
    assert "The invite code" in code
    assert "which ends this one" in code
    assert "The session's id" in session
    assert "which ends this one" not in session
