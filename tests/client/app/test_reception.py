import pytest
from msgspec.structs import replace

from support.client.client_examples import joined
from support.client.people_examples import among_people, people
from support.client.screen_text import ui_of
from undertide_client.app.reception import Reception
from undertide_client.app.stack import ScreenStack
from undertide_client.net.link import Link, connect
from undertide_client.net.status import LinkStatus
from undertide_client.screens.lobby.lobby_screen import LobbyScreen
from undertide_client.screens.lobby.login_screens import LogInScreen, PasswordScreen
from undertide_client.screens.lobby.new_session_screen import NewSessionScreen
from undertide_client.screens.people.audit_screen import AuditScreen
from undertide_client.screens.people.invite_screen import InviteScreen
from undertide_client.screens.people.people_screen import PeopleScreen
from undertide_client.screens.widgets.actions import Pop
from undertide_client.screens.widgets.screen import Push, Screen
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import (
    AccountInfo,
    ClientMessage,
    Created,
    Hear,
    Invited,
    ListPeople,
    Reported,
)


class Desk:
    """A reception with screens of its own, and what it says to the server."""

    def __init__(self, ui: Ui, *open_: Screen) -> None:
        self.ui = ui
        self.stack = ScreenStack(LobbyScreen(ui))
        self.link: Link = connect("ws://host:1")
        self.reception = Reception(ui, self.link, self.stack)
        for screen in open_:
            self.stack.change(Push(screen))


def test_a_form_about_who_one_is_closes_when_that_is_known() -> None:
    ui = ui_of()
    desk = Desk(ui, LogInScreen(ui))
    ui.notice = "Asking…"
    desk.reception.take_in(AccountInfo("ann"))
    assert isinstance(desk.stack.top, LobbyScreen)
    assert ui.notice == ui.lobby.notice == ""


def test_what_no_screen_shows_is_said_when_the_form_closes() -> None:
    ui = ui_of()
    Desk(ui, PasswordScreen(ui)).reception.take_in(AccountInfo("ann"))
    assert ui.lobby.notice == "Your password is changed."


def test_other_forms_stay_open() -> None:
    ui = ui_of()
    desk = Desk(ui, NewSessionScreen(ui))
    desk.reception.take_in(AccountInfo("ann"))
    assert isinstance(desk.stack.top, NewSessionScreen)


def test_a_code_is_shown_once_on_top_of_everything() -> None:
    ui = among_people()
    desk = Desk(ui)
    ui.invite = Invited("k7m2q", "k7m2q-aaaabbbbcccc")
    for _ in range(2):
        desk.reception.take_in(ui.invite)
    assert isinstance(desk.stack.top, InviteScreen)
    desk.stack.change(Pop())
    assert desk.stack.find(InviteScreen) is None


@pytest.mark.parametrize(
    ("created", "entered", "shown"),
    [("k7m2q", "k7m2q", True), ("b3rn9", "k7m2q", False)],
)
def test_the_code_of_what_was_made_is_shown_there_and_nowhere_else(
    created: str, entered: str, shown: bool
) -> None:
    ui = ui_of(joined(session=entered))
    desk = Desk(ui)
    ui.invite = Invited(created, f"{created}-x4hq9tbncd2w")
    desk.reception.take_in(Created(created, f"{created}-x4hq9tbncd2w"))
    desk.reception.enter()
    assert isinstance(desk.stack.top, InviteScreen) is shown
    desk.stack.begin(LobbyScreen(ui))
    desk.reception.enter()
    assert not isinstance(desk.stack.top, InviteScreen)


def test_that_one_is_a_guest_is_said_in_the_lobby_and_once_in_the_log() -> None:
    ui = ui_of(joined())
    desk = Desk(ui)
    desk.reception.note_guest(LinkStatus("connected", "you are a \x1bguest now"))
    assert ui.lobby.notice == "you are a guest now"
    for _ in range(2):
        desk.reception.enter()
    assert [line.text for line in ui.mirror.lines].count("you are a guest now") == 1


def test_a_login_that_ends_elsewhere_is_said_to_who_plays() -> None:
    ui = ui_of(joined())
    desk = Desk(ui)
    for name in ("", "ann", "ann"):
        desk.reception.take_in(AccountInfo(name))
    assert "Your login has ended" not in [line.text for line in ui.mirror.lines][-1]
    desk.reception.take_in(AccountInfo(""))
    assert "Your login has ended" in ui.mirror.lines[-1].text


def test_whom_one_hears_is_said_where_it_is_not_everybody(sent: list[ClientMessage]) -> None:
    ui = ui_of(joined())
    desk = Desk(ui)
    desk.reception.enter()
    assert sent == []
    ui.hearing = "players"
    desk.reception.enter()
    assert sent == [Hear("players")]


def test_the_people_are_asked_for_again_while_they_are_on_the_screen(
    sent: list[ClientMessage],
) -> None:
    ui = among_people()
    Desk(ui).reception.refresh()
    assert sent == []
    Desk(ui, PeopleScreen(ui, "b3rn9"), LogInScreen(ui)).reception.refresh()
    assert sent == [ListPeople("b3rn9")]
    assert ui.people == people(), "what is known stays until there is news"


@pytest.mark.parametrize("kind", [PeopleScreen, AuditScreen])
def test_a_list_that_is_refused_closes_but_not_one_that_was_told(
    kind: type[PeopleScreen] | type[AuditScreen],
) -> None:
    ui = among_people()
    ui.audit_entries = []
    desk = Desk(ui, kind(ui))
    desk.reception.refuse("no such person")
    assert isinstance(desk.stack.top, kind)
    ui.people = ui.audit_entries = None
    desk.reception.refuse("you may not")
    assert isinstance(desk.stack.top, LobbyScreen)
    assert ui.notice == "you may not"


def test_a_report_is_confirmed_in_the_log() -> None:
    ui = ui_of(joined())
    Desk(ui).reception.take_in(Reported("D\x1bov"))
    told = "You reported Dov to the server's operators."
    assert ui.notice == told
    assert ui.mirror.lines[-1].text == told


def test_an_order_is_confirmed_in_the_log_with_whom_it_hit() -> None:
    ui = ui_of(joined())
    desk = Desk(ui)
    desk.reception.take_in(replace(people(), done="kicked D\x1bov (seat 1)"))
    told = "You kicked Dov (seat 1)."
    assert ui.notice == told
    desk.reception.take_in(people())
    assert [line.text for line in ui.mirror.lines].count(told) == 1
