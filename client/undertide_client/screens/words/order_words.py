"""How sessions are run, and who keeps order in them, put into words for the screens. Pure."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from undertide_shared.messages import (
    Access,
    AccountInfo,
    BanInfo,
    Listening,
    MemberRole,
    Pace,
    PersonInfo,
    SessionInfo,
    Terms,
)

ACCESS: Final[Mapping[Access, str]] = MappingProxyType(
    {"public": "public", "unlisted": "unlisted", "invited": "by invitation"}
)
"""What each access is called."""
ACCESS_MEANS: Final[Mapping[Access, str]] = MappingProxyType(
    {
        "public": "The lobby lists it, and anybody may come in.",
        "unlisted": "The lobby doesn't list it; whoever knows its id may come in.",
        "invited": "Whoever has the invite code may come in, to play or to watch.",
    }
)
"""What each access means."""
PACES: Final[Mapping[Pace, str]] = MappingProxyType(
    {"auto": "auto", "party": "party turns", "real": "real time"}
)
"""What each pace is called where there is little room."""
ROLES: Final[Mapping[MemberRole, str]] = MappingProxyType(
    {"host": "host", "moderator": "moderator", "player": "player", "spectator": "watches"}
)
"""What each role is called."""
HEARING: Final[Mapping[Listening, str]] = MappingProxyType(
    {
        "all": "You hear everyone's chat.",
        "players": "You hear the players' chat alone.",
        "nobody": "You hear nobody's chat.",
    }
)
"""What each choice of whom to hear means."""
NEXT_HEARING: Final[Mapping[Listening, Listening]] = MappingProxyType(
    {"all": "players", "players": "nobody", "nobody": "all"}
)
"""What is chosen after each."""


def yes_or_no(value: bool) -> str:
    """Return whether something is so."""
    return "yes" if value else "no"


def length_words(minutes: int) -> str:
    """Return how long a ban or a mute lasts: "2 h"; 0 is for good."""
    for length, unit in ((24 * 60, "d"), (60, "h")):
        if minutes >= length:
            return f"{minutes // length} {unit}"
    return f"{minutes} min" if minutes else "for good"


def ban_words(ban: BanInfo) -> str:
    """Return how long a ban lasts, what it forbids and whose it is."""
    left = f"{length_words(ban.minutes)} left" if ban.minutes else "for good"
    kind = "may not watch" if ban.watching else "may not come in"
    return f"{kind}, {left}" + (f", by {ban.by}" if ban.by else "")


def session_marks(info: SessionInfo) -> str:
    """Return what keeps people out of a listed session: "locked, unlisted"; empty if nothing."""
    marks = ["locked"] if info.locked else []
    return ", ".join(marks if info.access == "public" else [*marks, ACCESS[info.access]])


def session_words(info: SessionInfo) -> str:
    """Return who runs a listed session, and how, as a line."""
    parts = [
        f"{info.session}: " + (f"run by {info.host}" if info.host else "without a host"),
        ACCESS[info.access],
        "locked" if info.locked else "",
        f"spectators are {info.delay} s behind" if info.delay else "",
    ]
    return ", ".join(part for part in parts if part)


def terms_words(terms: Terms) -> str:
    """Return how a session is run, as a sentence."""
    parts = [
        ACCESS[terms.access].capitalize(),
        "locked: nobody new may come in" if terms.locked else "",
        f"spectators are {terms.delay} s behind" if terms.delay else "",
        "" if terms.watchers_talk else "spectators may not chat",
        "" if terms.friendly_fire else "companions can't be harmed",
        "" if terms.new_heroes else "the dead stay dead",
    ]
    return ", ".join(part for part in parts if part) + "."


def person_words(person: PersonInfo) -> str:
    """Return what keeps somebody from playing or talking: "away, muted"; empty if nothing."""
    words = ("" if person.connected else "away", "muted" if person.muted else "")
    return ", ".join(word for word in words if word)


def account_words(account: AccountInfo) -> str:
    """Return who one is to a server."""
    if account.name:
        rank = ", an operator of this server" if account.operator else ""
        return f"Logged in as {account.name}{rank}"
    if account.operator:
        return "An operator of this server, by the host's key"
    return "A guest, without an account"
