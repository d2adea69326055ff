"""Who is in a session, and how it is run, for tests of the screens that keep order in it."""

from typing import Any

from support.client.screen_text import playing
from undertide_client.screens.widgets.screen import Actions, Push, Screen
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import AccountInfo, BanInfo, People, PersonInfo, Terms

ANN = PersonInfo(1, "Ann", "host", 0, "ann")
BOB = PersonInfo(2, "Bob", "moderator", 1, "bob")
CID = PersonInfo(3, "Cid", "player", 2)
ZOE = PersonInfo(4, "Zoe", "spectator")
EVERYONE = [ANN, BOB, CID, ZOE]
BANS = [BanInfo(7, "Max", "Ann", 90, "spam"), BanInfo(8, "Eve", "Bob", 0, "", watching=True)]


def people(you: PersonInfo = ANN, **changes: Any) -> People:
    """Return who is in the example session, as one of them is told it."""
    values: dict[str, Any] = {
        "session": "k7m2q",
        "people": EVERYONE,
        "you": you.id,
        "role": you.role,
        "terms": Terms(),
        "bans": BANS if you.role in {"host", "moderator"} else [],
    }
    return People(**(values | changes))


def among_people(you: PersonInfo = ANN, *, operator: bool = False, **changes: Any) -> Ui:
    """Return the state of a client in a seat that was told who is there."""
    ui = playing()
    ui.people = people(you, **changes)
    ui.account = AccountInfo(you.account, operator)
    return ui


def of_server(*persons: PersonInfo) -> People:
    """Return what an operator in the lobby is told of the whole server."""
    return People("", list(persons), 0, "host", Terms(), [BanInfo(1, "192.0.2.0/24", "root", 0)])


def pushed(actions: Actions) -> Screen:
    """Return the screen that is put on top, which must be all that happens."""
    (push,) = actions
    assert isinstance(push, Push)
    return push.screen
