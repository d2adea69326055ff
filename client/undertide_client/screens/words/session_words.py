"""Texts about sessions, their terms and their moderation. Pure."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, get_args

from undertide_shared.messages import (
    Access,
    AccountInfo,
    BanInfo,
    Listening,
    LobbyHero,
    MemberRole,
    Pace,
    PersonInfo,
    SeatState,
    SeatStatus,
    SessionInfo,
    Terms,
)

GameState = Literal["live", "waiting", "over"]
GAME_STATES: Final[tuple[GameState, ...]] = get_args(GameState)
"""What listed sessions do, in the order in which people look for one."""
MINUTE: Final = 60_000
"""Milliseconds of a minute."""
ACCESS: Final[Mapping[Access, str]] = MappingProxyType(
    {"public": "public", "unlisted": "unlisted", "invited": "by invitation"}
)
"""The name of each access."""
ACCESS_MEANS: Final[Mapping[Access, str]] = MappingProxyType(
    {
        "public": "The lobby lists it, and anyone may join.",
        "unlisted": "The lobby doesn't list it; anyone who knows its id may join.",
        "invited": "Anyone who has the invite code may join or watch.",
    }
)
"""The meaning of each access."""
PACES: Final[Mapping[Pace, str]] = MappingProxyType(
    {"auto": "auto", "party": "party turns", "real": "real time"}
)
"""The short name of each pace."""
ROLES: Final[Mapping[MemberRole, str]] = MappingProxyType(
    {"host": "party leader", "moderator": "moderator", "player": "player", "spectator": "watches"}
)
"""The name of each role."""
SEATS: Final[Mapping[SeatState, str]] = MappingProxyType(
    {
        "awake": "is awake, and can be harmed",
        "asleep": "sleeps there, and nothing can harm it",
        "away": "sleeps there, since no key was pressed for long",
        "dead": "has died there",
        "over": "is there no longer: the run is over",
        "resting": "waits there with its run until you come back",
        "aside": "waits there: its run can't go on at the moment",
        "gone": "is there no longer",
    }
)
"""What became of the hero of a seat, by what the server says."""
OPEN_SEATS: Final[frozenset[SeatState]] = frozenset({"awake", "asleep", "away", "resting"})
"""The seats that a player is offered to go on with."""
HEARING: Final[Mapping[Listening, str]] = MappingProxyType(
    {
        "all": "You hear everyone's chat.",
        "players": "You hear only the players' chat.",
        "nobody": "You hear nobody's chat.",
    }
)
"""The meaning of each choice of whose chat the player receives."""
NEXT_HEARING: Final[Mapping[Listening, Listening]] = MappingProxyType(
    {"all": "players", "players": "nobody", "nobody": "all"}
)
"""The choice that follows each."""


def yes_or_no(value: bool) -> str:
    """Return "yes" or "no"."""
    return "yes" if value else "no"


def length_words(minutes: int) -> str:
    """Return the length of a ban or a mute: "2 h"; 0 means forever."""
    for length, unit in ((24 * 60, "d"), (60, "h")):
        if minutes >= length:
            return f"{minutes // length} {unit}"
    return f"{minutes} min" if minutes else "for good"


def ban_words(ban: BanInfo) -> str:
    """Return what a ban forbids, how long it still lasts, and who ordered it."""
    left = f"{length_words(ban.minutes)} left" if ban.minutes else "for good"
    kind = "may not watch" if ban.watching else "may not join"
    return f"{kind}, {left}" + (f", by {ban.by}" if ban.by else "")


def game_name(info: SessionInfo) -> str:
    """Return what people call a session: by who leads it, or else by its id."""
    name = info.host or (info.party[0].name if info.party else "")
    return f"{name}'s game" if name else f"game {info.session}"


def state_of(info: SessionInfo) -> GameState:
    """Return what a session does: it is live while a hero is awake, else it waits, or is over."""
    if info.ended:
        return "over"
    return "live" if info.heroes > info.asleep else "waiting"


def in_order(sessions: Sequence[SessionInfo]) -> list[SessionInfo]:
    """Return sessions as people look for one: live ones first, and those with most heroes."""
    return sorted(sessions, key=lambda info: (GAME_STATES.index(state_of(info)), -info.heroes))


def session_marks(info: SessionInfo) -> str:
    """Return the limits on who can join a listed session: "full, locked"; empty if none."""
    marks = ["full"] if info.full else []
    marks += ["locked"] if info.locked else []
    return ", ".join(marks if info.access == "public" else [*marks, ACCESS[info.access]])


def players_words(info: SessionInfo) -> str:
    """Return the heroes of a listed session: "3/8", or "2 here, 6 asleep" if some sleep."""
    asleep = min(info.asleep, info.heroes)
    if asleep <= 0:
        return f"{info.heroes}/{info.seats}"
    return f"{info.heroes - asleep} here, {asleep} asleep"


def seat_words(seat: SeatStatus, name: str) -> str:
    """Return what became of a seat, as a sentence; `name` is what its player called the hero."""
    return f"Your hero {seat.name or name} {SEATS[seat.state]}."


def heroes_words(info: SessionInfo) -> str:
    """Return the heroes of a listed session: "Ann on floor 3, Ben asleep, and 2 more"."""
    named = [f"{hero.name} {_state_words(hero)}" for hero in info.party]
    others = info.heroes - sum(hero.state != "dead" for hero in info.party)
    more = [f"and {others} more"] if named and others > 0 else []
    return ", ".join([*named, *more])


def _state_words(hero: LobbyHero) -> str:
    if hero.state == "dead":
        return "dead"
    if hero.state == "asleep":
        return "asleep"
    place = f"on floor {hero.floor}" if hero.floor else "on the way"
    return f"{place}, away" if hero.state == "linkdead" else place


def told_session(info: SessionInfo, title: str) -> str:
    """Return a listed session in one line of words: its game, who is there and how deep."""
    parts = [session_marks(info), title, PACES[info.pace], info.subtitle]
    parts += [f"players {players_words(info)}", f"{info.spectators} watching"]
    parts += [f"deepest floor {info.deepest_floor}", heroes_words(info)]
    told = ", ".join(part for part in parts if part)
    return f"{game_name(info)} ({state_of(info)}, {info.session}): {told}"


def session_words(info: SessionInfo) -> str:
    """Return a listed session's party leader and terms, as a line."""
    parts = [
        f"{info.session}: " + (f"led by {info.host}" if info.host else "without a party leader"),
        ACCESS[info.access],
        f"played for {length_words(info.elapsed // MINUTE)}" if info.elapsed >= MINUTE else "",
        "over" if info.ended else "",
        f"{info.seats} seats" if info.asleep > 0 else "",
        "all seats are taken" if info.full else "",
        "locked" if info.locked else "",
        f"spectators are {info.delay} s behind" if info.delay else "",
    ]
    return ", ".join(part for part in parts if part)


def terms_words(terms: Terms) -> str:
    """Return the terms of a session, as a sentence."""
    parts = [
        ACCESS[terms.access].capitalize(),
        "locked: nobody new may join" if terms.locked else "",
        f"spectators are {terms.delay} s behind" if terms.delay else "",
        "" if terms.watchers_talk else "spectators may not chat",
        "" if terms.friendly_fire else "companions can't be harmed",
        "" if terms.new_heroes else "the dead stay dead",
        "a gentle run" if terms.gentle else "",
    ]
    return ", ".join(part for part in parts if part) + "."


def person_words(person: PersonInfo) -> str:
    """Return the reasons why a person can't play or talk: "away, muted"; empty if none."""
    words = ("" if person.connected else "away", "muted" if person.muted else "")
    return ", ".join(word for word in words if word)


def account_words(account: AccountInfo) -> str:
    """Return the player's account on a server, as a sentence."""
    if account.name:
        rank = ", an operator of this server" if account.operator else ""
        return f"Logged in as {account.name}{rank}"
    if account.operator:
        return "An operator of this server, by the operator key"
    return "A guest, without an account"
