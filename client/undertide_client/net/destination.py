"""The place that a client wants, and asks for again after an outage; codes to enter. Pure."""

from dataclasses import dataclass, replace
from typing import Final

import msgspec

from undertide_client.net.errors import NO_SESSION
from undertide_shared.codes import id_of, secret_of
from undertide_shared.messages import (
    ErrorCode,
    Join,
    Joined,
    Moment,
    Options,
    Replay,
    Replaying,
    Watch,
    Watching,
)

NEW_SESSION: Final = "new"
"""Stands in place of a session's id for a session that is made for the player. No id is so short.
"""

HOUSE_OPTIONS: Final = Options()
"""The options of a session that leave everything to the server."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A request for a place: a seat, a spectator's place, or a replay."""

    request: Join | Watch | Replay
    token: bytes = b""
    """The token with which to ask for the seat again."""
    session: str = ""
    """The session that the token is for."""
    speed: int = 0
    """Speed of a replay in percent, once it is open."""
    granted: bool = False
    """Whether the server has granted it before."""
    anew: bool = False
    """Whether it is for a seat in a session that is yet to be made."""
    preset: str = ""
    """The preset of a session that is made for it; the server chooses if it is empty."""
    options: Options = HOUSE_OPTIONS
    """The options of a session that is made for it."""
    makes_if_full: bool = True
    """Whether the client makes a session where the server has some, but no free seat."""

    @property
    def message(self) -> Join | Watch | Replay:
        """Return the request in the form that goes to the server."""
        if isinstance(self.request, Join) and self.token:
            return Join(self.session, self.request.name, self.token)
        return self.request

    def outlasts(self, code: ErrorCode | None) -> bool:
        """Return whether it is worth asking again after this refusal of a busy server.

        A place that the client had before is worth it. A new one is not if the server is full, and
        neither is a new replay.
        """
        return self.granted or (code != "server_full" and not isinstance(self.request, Replay))

    @property
    def takes_any(self) -> bool:
        """Return whether it is for a new seat in any session."""
        return isinstance(self.request, Join) and not self.token and not self.request.session

    def is_for_own_session(self, code: ErrorCode) -> bool:
        """Return whether this refusal means that the client should make a session of its own."""
        return self.takes_any and (
            code == NO_SESSION or (self.makes_if_full and code == "session_full")
        )

    def seen_by(self, seat: int | None) -> "Wish":
        """Return the wish with other eyes, if the request can choose eyes."""
        if isinstance(self.request, Join):
            return self
        return replace(self, request=msgspec.structs.replace(self.request, seat=seat))

    def at(self, moment: Moment) -> "Wish":
        """Return the wish for a replay at its present position."""
        if not isinstance(self.request, Replay):
            return self
        request = msgspec.structs.replace(self.request, tick=moment.tick, elapsed=None)
        return replace(self, request=request, speed=moment.speed)


def to_join(wish: Wish, door: str) -> Wish:
    """Return the wish for a seat in the session that `door` opens: its id or an invite code."""
    return replace(wish, request=msgspec.structs.replace(wish.request, session=door), anew=False)


def wanted_name(wish: Wish | None, message: Joined) -> str:
    """Return the name that the seat was requested under: the server may have cleaned it."""
    return wish.request.name if wish and isinstance(wish.request, Join) else message.name


def seated(name: str, message: Joined, door: str) -> Wish:
    """Return the wish that asks for a taken seat again, by its token or through `door`."""
    return Wish(Join(door, name), message.token, message.session, granted=True)


def watched(wish: Wish | None, message: Watching, door: str) -> Wish:
    """Return the wish that asks for a spectator's place again, through `door`.

    The client asked for the place, or the server gave it to a player whose hero died. A player who
    waits in line still wants the seat.
    """
    if wish is not None and wish.token and message.in_line:
        return replace(wish, granted=True)
    seat = wish.request.seat if wish and isinstance(wish.request, Watch) else None
    return Wish(Watch(door, message.name, seat), granted=True)


def replayed(wish: Wish | None, message: Replaying) -> Wish:
    """Return the wish that asks for a replay again, by the run's full name."""
    wanted = wish.request if wish else None
    asked = wanted if isinstance(wanted, Replay) else Replay(message.run)
    request = msgspec.structs.replace(asked, run=message.run)
    return Wish(request, speed=wish.speed if wish else 0, granted=True)


MAX_CODES: Final = 100
"""Codes that a client remembers. It forgets the oldest first."""


class Codes:
    """The invite codes of sessions, by session id."""

    def __init__(self) -> None:
        self._codes: dict[str, str] = {}

    def learn(self, session: str, code: str) -> None:
        """Remember `code` if it is an invite code of the session."""
        if id_of(code) == session and secret_of(code):
            self._codes.pop(session, None)
            self._codes[session] = code
        if len(self._codes) > MAX_CODES:
            del self._codes[next(iter(self._codes))]

    def door(self, session: str) -> str:
        """Return the invite code of a session if it is known, otherwise its id."""
        return self._codes.get(session, session)
