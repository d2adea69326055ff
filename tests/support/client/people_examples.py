"""Who is in a session: those whom its screens keep in order, and a party on one floor."""

from typing import Any

from support.client.client_examples import CRYPT, HERO, KINDS
from support.client.screen_text import playing
from undertide_client.screens.widgets.screen import Actions, Push, Screen
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import (
    AccountInfo,
    BanInfo,
    Kind,
    PartyMember,
    People,
    PersonInfo,
    Sighting,
    Terms,
)

ANN = PersonInfo(1, "Ann", "host", 0, "ann")
BOB = PersonInfo(2, "Bob", "moderator", 1, "bob")
CID = PersonInfo(3, "Cid", "player", 2)
ZOE = PersonInfo(4, "Zoe", "spectator")
EVERYONE = [ANN, BOB, CID, ZOE]
BANS = [BanInfo(7, "Max", "Ann", 90, "spam"), BanInfo(8, "Eve", "Bob", 0, "", watching=True)]
HALL = "#" * 30 + "\n#" + "." * 28 + "#\n" + "#" * 30
BOBS_HERO, CATS_HERO = 21, 22
PARTY = [
    PartyMember(0, "Ann", 0x60C0FF, 3, 77, 2, "alive", CRYPT),
    PartyMember(1, "Bob", 0xFFD166, 3, 50, 3, "alive", CRYPT),
    PartyMember(2, "Cat", 0xFF8FB1, 3, 90, 4, "alive", CRYPT),
]
SIGHTINGS = [
    Sighting(HERO, 1, 4, 1),
    Sighting(BOBS_HERO, 11, 8, 1, 50, "alive"),
    Sighting(CATS_HERO, 12, 26, 1, 90, "alive"),
]
HERO_KINDS = [
    *KINDS,
    Kind(11, "hero", "Bob", "@", 0xFFD166, seat=1),
    Kind(12, "hero", "Cat", "@", 0xFF8FB1, seat=2),
]


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


def in_company(**changes: Any) -> Ui:
    """Return the state of Ann's client. She knows and sees the left half of the hall."""
    seen = [count for _ in range(3) for count in (15, 15)]
    values: dict[str, Any] = {
        "drawing": HALL,
        "kinds": HERO_KINDS,
        "sightings": SIGHTINGS,
        "party": PARTY,
        "sight": [0, *seen],
    }
    ui = playing(**values | changes)
    ui.mirror.tiles[:, 15:] = 0
    return ui
