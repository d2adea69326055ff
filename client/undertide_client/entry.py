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


@dataclass(frozen=True, slots=True)
class WatchEntry:
    """Among the spectators, from the eyes of the hero of this name or, with none, the party's.

    An empty session means the one with most heroes.
    """

    session: str
    hero: str = ""
    name: str = ""


Entry = LobbyEntry | JoinEntry | WatchEntry
