import pytest

from support.client.screen_text import shown, ui_of
from undertide_client.screens.lobby.account_screen import AccountScreen
from undertide_client.screens.lobby.login_screens import (
    EraseScreen,
    LogInScreen,
    PasswordScreen,
    SignUpScreen,
)
from undertide_client.screens.people.audit_screen import AuditScreen
from undertide_client.screens.people.people_screen import PeopleScreen
from undertide_client.screens.widgets.actions import Pop, SendRequest
from undertide_client.screens.widgets.screen import Actions, Push, Screen
from undertide_shared.messages import (
    AccountInfo,
    Customs,
    ExportAccount,
    ListAuditEntries,
    ListPeople,
    LogOut,
)

GUEST, ANN, ROOT = AccountInfo(""), AccountInfo("ann"), AccountInfo("root", operator=True)
KEYHOLDER = AccountInfo("", operator=True)
OWN = ["change the password", "log out", "save my data", "erase the account"]


def of(account: AccountInfo, *, open_: bool = True) -> AccountScreen:
    ui = ui_of()
    ui.account = account
    ui.lobby.customs = Customs("default", "auto", 8, 0, accounts=open_)
    return AccountScreen(ui)


def names(screen: AccountScreen) -> list[str]:
    return [row[0][0] for row in screen.lines()]


def chosen(screen: AccountScreen, name: str) -> Actions:
    return screen.choose(names(screen).index(name))


@pytest.mark.parametrize(
    ("account", "open_", "wanted"),
    [
        (GUEST, True, ["log in", "make an account"]),
        (GUEST, False, ["log in"]),
        (KEYHOLDER, True, ["log out", "everyone on this server", "the audit log"]),
        (ANN, True, OWN),
        (
            ROOT,
            True,
            [*OWN, "everyone on this server", "the audit log"],
        ),
    ],
)
def test_what_can_be_done_follows_from_who_one_is(
    account: AccountInfo, open_: bool, wanted: list[str]
) -> None:
    assert names(of(account, open_=open_)) == wanted


def test_who_one_is_stands_over_it() -> None:
    assert "Logged in as ann" in shown(of(ANN))


@pytest.mark.parametrize(
    ("account", "name", "page"),
    [
        (GUEST, "log in", LogInScreen),
        (GUEST, "make an account", SignUpScreen),
        (ANN, "change the password", PasswordScreen),
        (ANN, "erase the account", EraseScreen),
    ],
)
def test_lines_open_forms(account: AccountInfo, name: str, page: type[Screen]) -> None:
    (push,) = chosen(of(account), name)
    assert isinstance(push, Push)
    assert type(push.screen) is page


def test_a_copy_of_the_data_is_asked_for() -> None:
    assert chosen(of(ANN), "save my data") == (Pop(), SendRequest(ExportAccount()))


def test_one_logs_out_at_once() -> None:
    assert chosen(of(ANN), "log out") == (Pop(), SendRequest(LogOut()))


@pytest.mark.parametrize(
    ("name", "asked", "page"),
    [
        ("everyone on this server", ListPeople(), PeopleScreen),
        ("the audit log", ListAuditEntries(), AuditScreen),
    ],
)
def test_operators_look_at_the_whole_server(
    name: str, asked: ListPeople | ListAuditEntries, page: type[Screen]
) -> None:
    ask, push = chosen(of(ROOT), name)
    assert ask == SendRequest(asked)
    assert isinstance(push, Push)
    assert type(push.screen) is page
