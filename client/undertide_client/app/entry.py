"""Where a client begins."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LobbyEntry:
    """In the lobby, under a name that can be changed there."""

    name: str


@dataclass(frozen=True, slots=True)
class JoinEntry:
    """In a seat. An empty session means any with a free one, made if there is none."""

    session: str
    name: str
    calling: str = ""
    """Key of what a new hero is; with none the server chooses."""


@dataclass(frozen=True, slots=True)
class WatchEntry:
    """Among the spectators, from the eyes of the hero of this name or, with none, the party's.

    An empty session means the one with most heroes.
    """

    session: str
    hero: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class ReplayEntry:
    """In a replay, from a tick on, from the eyes of the hero of this name or the party's.

    `run` is the run's name, the beginning of it, or a live session's id.
    """

    run: str
    hero: str = ""
    tick: int = 0
    name: str = ""


Entry = LobbyEntry | JoinEntry | WatchEntry | ReplayEntry


def calling_of(entry: Entry) -> str:
    """Return the key of the calling that a player asked for; empty if it asked for none."""
    return entry.calling if isinstance(entry, JoinEntry) else ""
