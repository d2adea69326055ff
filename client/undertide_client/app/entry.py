"""The places where a client can begin."""

from dataclasses import dataclass

from undertide_client.model.run_time import BEGINNING, RunMoment
from undertide_client.net.destination import HOUSE_OPTIONS
from undertide_shared.messages import Options


@dataclass(frozen=True, slots=True)
class LobbyEntry:
    """The lobby, under a name that the player can change there."""

    name: str
    asks: bool = False
    """Whether `name` is only a suggestion, as in `JoinEntry`."""


@dataclass(frozen=True, slots=True)
class JoinEntry:
    """A seat.

    An empty session means any with a free seat, or else one made for it; `NEW_SESSION` means one
    made for it.
    """

    session: str
    name: str
    calling: str = ""
    """Key of a new hero's calling. If it is empty, the server chooses."""
    asks: bool = False
    """Whether `name` is only a suggestion.

    The client then takes the name and the calling that it remembers, or else asks for them."""
    preset: str = ""
    """The preset of a new session; empty for the server's choice."""
    is_stated: bool = False
    """Whether the player has said which run to make, so that newcomers get no gentler one."""

    def options(self, usual: Options) -> Options:
        """Return the options of a new session, where players who say nothing get `usual` ones."""
        return HOUSE_OPTIONS if self.is_stated else usual


@dataclass(frozen=True, slots=True)
class WatchEntry:
    """A spectator's place, with the eyes of the hero of this name or, without one, the party's.

    An empty session means the one with most heroes.
    """

    session: str
    hero: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class ReplayEntry:
    """A replay from a moment on, with the eyes of the hero of this name or the party's.

    `run` is the run's name, a beginning of it, or a live session's id.
    """

    run: str
    hero: str = ""
    begins: RunMoment = BEGINNING
    name: str = ""


Entry = LobbyEntry | JoinEntry | WatchEntry | ReplayEntry


def calling_of(entry: Entry) -> str:
    """Return the key of the calling that a player chose; empty if none."""
    return entry.calling if isinstance(entry, JoinEntry) else ""
