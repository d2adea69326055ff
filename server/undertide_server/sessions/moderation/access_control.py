"""The rules of who may enter a session."""

from collections.abc import Callable

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.settings import SessionBan, SessionSettings
from undertide_server.sessions.moderation.door import unknown_session
from undertide_server.sessions.moderation.roles import Roles
from undertide_server.sessions.moderation.sanctions import (
    MOST_BANS,
    info_of,
    is_over,
    keeps_from_seat,
    keeps_out,
    left_words,
    same_people,
)
from undertide_shared.codes import opens
from undertide_shared.messages import BanInfo
from undertide_shared.ranks import Rank

LOCKED = "this session is locked: nobody new may join"
UNINVITED = "this session needs an invite code: ask someone in the session for it"


class AccessControl:
    """The bans, the lock and the access of one session.

    The party leader and operators may always enter. `wall` returns seconds since 1970.
    """

    def __init__(self, settings: SessionSettings, roles: Roles, wall: Callable[[], float]) -> None:
        self._settings = settings
        self._roles = roles
        self._wall = wall

    @property
    def bans(self) -> list[SessionBan]:
        """The bans in force, the oldest first."""
        wall = self._wall()
        return [ban for ban in self._settings.bans if not is_over(ban.until, wall)]

    @property
    def is_public(self) -> bool:
        """Whether the lobby lists the session."""
        return self._settings.access == "public"

    def is_open_to(self, identity: Identity, *, watching: bool) -> bool:
        """Return whether a stranger who names no session may be sent to this one."""
        if not self.is_public or self._settings.locked:
            return False
        return self._ban_on(identity, watching=watching) is None

    def check(self, member: int, identity: Identity, said: str, *, watching: bool) -> None:
        """Check that a person may enter, to watch or to play. Raises RequestRefusedError.

        `said` is the name that the person used for the session: its id or an invite code.
        """
        if self._roles.rank(member, identity) >= Rank.HOST:
            return
        if self._settings.access == "invited" and not opens(said, self._settings.secret):
            if self._roles.rank(member, identity) is Rank.STRANGER:
                raise unknown_session(said)
            raise RequestRefusedError("not_allowed", UNINVITED)
        ban = self._ban_on(identity, watching=watching)
        if ban is not None:
            raise self._banned(ban)
        if self._settings.locked:
            raise RequestRefusedError("locked", LOCKED)

    def check_return(self, seat: int, identity: Identity) -> None:
        """Check that a player may return to a seat, locked or not. Raises RequestRefusedError."""
        if identity.operator:
            return
        for ban in self.bans:
            if keeps_from_seat(ban, seat, identity):
                raise self._banned(ban)

    def check_watch_on(self, identity: Identity) -> None:
        """Check that a spectator may go on watching, locked or not. Raises RequestRefusedError."""
        ban = None if identity.operator else self._ban_on(identity, watching=True)
        if ban is not None:
            raise self._banned(ban)

    def listed(self) -> list[BanInfo]:
        """Return the bans for the people who may end them, the latest first."""
        wall = self._wall()
        return [info_of(ban, wall) for ban in reversed(self.bans)]

    def shut_to(self, ban: SessionBan) -> None:
        """Add a ban, in place of bans on the same person. Raises RequestRefusedError."""
        others = [each for each in self.bans if not _stands_for(ban, each)]
        if len(others) >= MOST_BANS:
            reason = f"there are {MOST_BANS} bans here: end some of them, or lock the session"
            raise RequestRefusedError("not_allowed", reason)
        self._settings.bans_given = ban.id
        self._settings.bans = [*others, ban]

    def pardon(self, number: int) -> SessionBan:
        """End a ban, and return it.

        Raises RequestRefusedError if there is no ban with that number.
        """
        ban = next((each for each in self.bans if each.id == number), None)
        if ban is None:
            raise RequestRefusedError("unknown_person", f"there is no ban number {number} here")
        self._settings.bans = [each for each in self.bans if each is not ban]
        return ban

    def _ban_on(self, identity: Identity, *, watching: bool) -> SessionBan | None:
        about = (ban for ban in self.bans if watching or not ban.watching)
        return next((ban for ban in about if keeps_out(ban, identity)), None)

    def _banned(self, ban: SessionBan) -> RequestRefusedError:
        what = "watching this run" if ban.watching else "this session"
        why = f": {ban.reason}" if ban.reason else ""
        return RequestRefusedError(
            "banned", f"you are banned from {what} {left_words(ban.until, self._wall())}{why}"
        )


def _stands_for(ban: SessionBan, other: SessionBan) -> bool:
    """Return whether a new ban makes another needless."""
    return same_people(ban, other) and (other.watching or not ban.watching)
