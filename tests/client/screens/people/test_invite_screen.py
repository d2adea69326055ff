import pytest

from support.client.screen_text import LARGE, SMALL, drawn, rows_of, shown, ui_of
from support.network import be_in_networks
from undertide_client.screens.people.invite_screen import InviteScreen
from undertide_client.screens.widgets.actions import Copy, Pop
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Invited

INVITE = Invited("k7m", "k7m-x4hq9")
LINK = "http://host:4414/#/play/k7m-x4hq9"


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_link_stands_alone_in_its_row(size: tuple[int, int]) -> None:
    rows = rows_of(drawn(InviteScreen(ui_of(), INVITE), size=size))
    (row,) = [row for row in rows if LINK in row]
    assert row.strip(" │") == LINK


@pytest.mark.parametrize("key", ["c", "y"])
def test_the_link_is_copied_in_one_piece(key: str) -> None:
    assert InviteScreen(ui_of(), INVITE).press(key) == (Copy(LINK),)


@pytest.mark.parametrize("key", ["enter", "escape", "q"])
def test_the_screen_is_closed(key: str) -> None:
    assert InviteScreen(ui_of(), INVITE).press(key) == (Pop(),)


def test_no_other_key_does_anything() -> None:
    assert InviteScreen(ui_of(), INVITE).press("x") == ()


def test_what_is_read_aloud_is_named_for_what_it_is() -> None:
    code = shown(InviteScreen(ui_of(), INVITE))
    session = shown(InviteScreen(ui_of(), Invited("k7m2q", "k7m2q")))
    assert "The code, for i or I in the lobby: k7m-x4hq9" in code
    assert "which ends this one" in code
    assert "The session's id, for i or I in the lobby: k7m2q" in session
    assert "which ends this one" not in session


@pytest.mark.parametrize(
    ("address", "told"), [("ws://127.0.0.1:4414", True), ("ws://192.0.2.7:4414", False)]
)
def test_an_invite_that_nobody_else_can_use_says_so(address: str, told: bool) -> None:
    text = shown(InviteScreen(Ui(address, "Ann"), INVITE))
    assert ("on this machine alone" in text) is told


def test_the_links_have_the_addresses_that_the_machine_has_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = InviteScreen(Ui("ws://[::]:4414", "Ann"), INVITE)
    be_in_networks(monkeypatch, "192.168.0.5", "2001:db8::7")
    text = shown(screen)
    assert "http://192.168.0.5:4414/#/play/k7m-x4hq9" in text
    assert "http://[2001:db8::7]:4414/#/play/k7m-x4hq9" in text
    be_in_networks(monkeypatch, "10.2.2.2")
    assert "http://10.2.2.2:4414/#/play/k7m-x4hq9" in shown(screen)
    assert "may be able" not in shown(screen)
    assert screen.press("c") == (Copy("http://10.2.2.2:4414/#/play/k7m-x4hq9"),)


def test_a_machine_without_a_network_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    be_in_networks(monkeypatch)
    text = shown(InviteScreen(Ui("ws://0.0.0.0:4414", "Ann"), INVITE))
    assert "http://127.0.0.1:4414/#/play/k7m-x4hq9" in text
    assert "in no network now" in text
    assert "--host" not in text
