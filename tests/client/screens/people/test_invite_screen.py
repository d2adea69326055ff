import pytest

from support.client.screen_text import (
    LARGE,
    SMALL,
    colours_at,
    drawn,
    find,
    rows_of,
    text_of,
    ui_of,
)
from support.network import be_in_networks
from undertide_client.displays.cells import Console
from undertide_client.screens.people.invite_screen import BORDER, HALVES, InviteScreen
from undertide_client.screens.widgets.actions import Copy, Pop
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Customs, Invited
from undertide_shared.qr import qr_modules

INVITE = Invited("k7m", "k7m-x4hq9")
LINK = "http://host:4414/#/play/k7m-x4hq9"


def words_of(screen: InviteScreen) -> str:
    return "\n".join(screen.as_text().lines)


def code_on(console: Console) -> list[list[bool]]:
    """Return the QR code that a console shows: whether each module is dark."""
    cells = [(x, y) for x, y in find(console, HALVES)]
    (left, top), (right, bottom) = min(cells), max(cells)
    rows = []
    for y in range(top, bottom + 1):
        both = [colours_at(console, x, y) for x in range(left, right + 1)]
        rows += [[ink == (0, 0, 0) for ink, _ in both], [paper == (0, 0, 0) for _, paper in both]]
    return rows[: right + 1 - left]


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_link_stands_beside_its_qr_code(size: tuple[int, int]) -> None:
    console = drawn(InviteScreen(ui_of(), INVITE), size=size)
    assert code_on(console) == [list(row) for row in qr_modules(LINK, BORDER)]


def test_a_link_whose_code_leaves_no_room_for_words_stands_alone() -> None:
    ui = Ui(f"ws://{'long.' * 20}example.org", "Ann")
    console = drawn(InviteScreen(ui, INVITE))
    assert find(console, HALVES) == []
    assert "The code, for i or I in the lobby: k7m-x4hq9" in text_of(console)


@pytest.mark.parametrize(("port", "told"), [(0, ""), (2222, "ssh -p 2222 k7m-x4hq9@host")])
def test_friends_may_come_by_ssh_where_the_server_takes_such_visits(port: int, told: str) -> None:
    ui = ui_of()
    ui.lobby.customs = Customs("default", "auto", 4, 0, accounts=False, ssh_port=port)
    assert [line for line in words_of(InviteScreen(ui, INVITE)).splitlines() if "ssh" in line] == (
        [told] if told else []
    )


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
    code = words_of(InviteScreen(ui_of(), INVITE))
    session = words_of(InviteScreen(ui_of(), Invited("k7m2q", "k7m2q")))
    assert "The code, for i or I in the lobby: k7m-x4hq9" in code
    assert "which ends this one" in code
    assert "The session's id, for i or I in the lobby: k7m2q" in session
    assert "which ends this one" not in session


@pytest.mark.parametrize(
    ("address", "told"), [("ws://127.0.0.1:4414", True), ("ws://192.0.2.7:4414", False)]
)
def test_an_invite_that_nobody_else_can_use_says_so(address: str, told: bool) -> None:
    text = words_of(InviteScreen(Ui(address, "Ann"), INVITE))
    assert ("on this machine alone" in text) is told


def test_the_links_have_the_addresses_that_the_machine_has_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = InviteScreen(Ui("ws://[::]:4414", "Ann"), INVITE)
    be_in_networks(monkeypatch, "192.168.0.5", "2001:db8::7")
    text = words_of(screen)
    assert "http://192.168.0.5:4414/#/play/k7m-x4hq9" in text
    assert "http://[2001:db8::7]:4414/#/play/k7m-x4hq9" in text
    be_in_networks(monkeypatch, "10.2.2.2")
    assert "http://10.2.2.2:4414/#/play/k7m-x4hq9" in words_of(screen)
    assert "may be able" not in words_of(screen)
    assert screen.press("c") == (Copy("http://10.2.2.2:4414/#/play/k7m-x4hq9"),)


def test_a_machine_without_a_network_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    be_in_networks(monkeypatch)
    text = words_of(InviteScreen(Ui("ws://0.0.0.0:4414", "Ann"), INVITE))
    assert "http://127.0.0.1:4414/#/play/k7m-x4hq9" in text
    assert "in no network now" in text
    assert "--host" not in text
