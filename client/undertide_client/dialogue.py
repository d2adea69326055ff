"""The client's side of the protocol, without I/O: what to say next, and what an answer means.

A dialogue outlives its connections. It knows what was asked for last (a seat, a place among the
spectators, the lobby) and asks for it again after each greeting.
"""

import contextlib
from dataclasses import dataclass, replace
from typing import Final

from undertide_client.status import Status
from undertide_client.tokens import Seat, Tokens
from undertide_shared.messages import (
    PROTOCOL,
    ClientMessage,
    Delta,
    Error,
    ErrorCode,
    Hello,
    Join,
    Joined,
    Keyframe,
    Left,
    PartyMember,
    ServerMessage,
    State,
    Watch,
    Watching,
    Welcome,
)

BUSY: Final[frozenset[ErrorCode]] = frozenset({"server_full", "too_fast", "internal"})
"""Refusals that may heal: worth another attempt later."""
STALE: Final[frozenset[ErrorCode]] = frozenset(
    {"bad_token", "unknown_session", "session_closed", "unknown_seat"}
)
"""What a server answers to a token of a seat that is no more."""
ENTRY_REFUSALS: Final[frozenset[ErrorCode]] = STALE | {
    "unknown_preset",
    "session_full",
    "bad_name",
    "name_taken",
    "bad_text",
    "malformed",
    "wrong_state",
}
"""Errors that answer a `Join` or `Watch` for good."""


class TurnedAway(Exception):
    """The server can't serve this connection now; another one later may do better."""


class WrongServer(Exception):
    """The server will never serve this client: another version, or no Undertide at all."""

    def __init__(self, reason: str, code: ErrorCode | None = None) -> None:
        super().__init__(reason)
        self.code = code


@dataclass(frozen=True, slots=True)
class _Wish:
    """What was asked for, and the token that it is asked with."""

    request: Join | Watch
    token: bytes = b""
    session: str = ""
    """The session that the token is for."""

    def message(self) -> Join | Watch:
        """Return the request as it goes to the server."""
        if isinstance(self.request, Watch) or not self.token:
            return self.request
        return Join(self.session, self.request.name, self.token)


class Dialogue:
    """Who this client is to the server, through any number of connections."""

    def __init__(self, url: str, client: str, tokens: Tokens) -> None:
        self.state = State.GREETING
        self.greeted = False
        """Whether any server has ever welcomed this client."""
        self._url = url
        self._client = client
        self._tokens = tokens
        self._wish: _Wish | None = None
        self._entering = False
        self._seat = -1
        """The seat that was taken last."""
        self._before_leaving: _Wish | None = None

    # --- what the user wants -----------------------------------------------------------------

    def join(self, session: str, name: str) -> list[ClientMessage]:
        """Ask for a seat; for the one that a kept token takes up again, if there is one."""
        return self._ask(self._wish_to_join(Join(session, name)))

    def watch(self, session: str, name: str, seat: int | None) -> list[ClientMessage]:
        """Ask for a place among the spectators."""
        return self._ask(_Wish(Watch(session, name, seat)))

    def follow(self, seat: int | None) -> None:
        """Remember whose eyes a spectator chose."""
        if self._wish is not None and isinstance(self._wish.request, Watch):
            request = self._wish.request
            self._wish = replace(self._wish, request=Watch(request.session, request.name, seat))

    def leave(self) -> None:
        """Give up what was asked for: back to the lobby."""
        self._wish = self._before_leaving = None

    def _ask(self, wish: _Wish) -> list[ClientMessage]:
        self._wish = wish
        return self._request() if self.state is State.LOBBY else []

    def _request(self) -> list[ClientMessage]:
        """Return what asks for the wish, in the lobby."""
        if self._wish is None:
            return []
        self._entering = True
        return [self._wish.message()]

    def _wish_to_join(self, request: Join) -> _Wish:
        sessions = [request.session] if request.session else self._sessions(request.name)
        for session in sessions:
            token = self._tokens.get(Seat(self._url, session, request.name))
            if token:
                return _Wish(request, token, session)
        return _Wish(request)

    def _sessions(self, name: str) -> list[str]:
        return self._tokens.sessions(self._url, name)

    # --- what happens ------------------------------------------------------------------------

    def opened(self) -> list[ClientMessage]:
        """Begin with a fresh connection. Returns what to send."""
        self.state = State.GREETING
        self._entering = False
        self._before_leaving = None
        return [Hello(PROTOCOL, self._client)]

    def closed(self, *, will_return: bool) -> None:
        """Note that the connection is gone; `will_return` if the server said it comes back."""
        self.state = State.GREETING
        if will_return and self._wish is None:
            self._wish = self._before_leaving
        self._before_leaving = None

    def receive(self, message: ServerMessage) -> tuple[list[ClientMessage], Status | None]:
        """Take in a message. Returns what to answer, and a change of status if there is one.

        Raises TurnedAway or WrongServer when this connection is of no use any more.
        """
        match message:
            case Welcome():
                return self._welcomed(message), None
            case Joined():
                self._joined(message)
            case Watching():
                self._watching(message)
            case Left():
                self._left()
            case Error():
                return self._failed(message)
            case Keyframe(party=[_, *_] as party) | Delta(party=[_, *_] as party):
                self._party_told(party)
            case _:
                pass
        return [], None

    def _welcomed(self, message: Welcome) -> list[ClientMessage]:
        if message.protocol != PROTOCOL:
            reason = f"the server speaks protocol {message.protocol}, this client {PROTOCOL}"
            raise WrongServer(reason, "wrong_version")
        self.state = State.LOBBY
        self.greeted = True
        return self._request()

    def _joined(self, message: Joined) -> None:
        """Keep the seat's newest token before anything else can happen."""
        self.state = State.PLAYING
        self._entering = False
        self._seat = message.seat
        request = Join(message.session, self._wanted_name(message.name))
        self._wish = _Wish(request, message.token, message.session)
        # Where the folder can't be written, the seat is good until this client ends.
        with contextlib.suppress(OSError):
            self._tokens.put(Seat(self._url, message.session, request.name), message.token)

    def _party_told(self, party: list[PartyMember]) -> None:
        """Forget the kept token of a hero that died: who joins again later begins with a new one.

        Through an outage its player comes back to the seat all the same, as a spectator.
        """
        dead = any(one.seat == self._seat and one.state == "dead" for one in party)
        wish = self._wish
        if dead and self.state is State.PLAYING and wish is not None:
            self._tokens.forget(Seat(self._url, wish.session, wish.request.name))

    def _wanted_name(self, given: str) -> str:
        """Return the name that was asked for: the server may have cleaned it."""
        wish = self._wish
        return wish.request.name if wish and isinstance(wish.request, Join) else given

    def _watching(self, message: Watching) -> None:
        """Remember the place, asked for or given to a player whose hero died."""
        self.state = State.WATCHING
        self._entering = False
        wanted = self._wish.request if self._wish else None
        seat = wanted.seat if isinstance(wanted, Watch) else None
        self._wish = _Wish(Watch(message.session, message.name, seat))

    def _left(self) -> None:
        self.state = State.LOBBY
        self._before_leaving, self._wish = self._wish, None

    def _failed(self, error: Error) -> tuple[list[ClientMessage], Status | None]:
        if self.state is State.GREETING:
            if error.code in BUSY:
                raise TurnedAway(error.reason)
            raise WrongServer(error.reason, error.code)
        if not self._entering or error.sequence is not None:
            return [], None
        if error.code in BUSY:
            raise TurnedAway(error.reason)
        if error.code not in ENTRY_REFUSALS:
            return [], None
        return self._refused(error)

    def _refused(self, error: Error) -> tuple[list[ClientMessage], Status | None]:
        """Try without a stale token, else give the wish up."""
        wish, self._wish = self._wish, None
        self._entering = False
        if wish is not None and wish.token and error.code in STALE:
            return self._retry_without_token(wish), None
        return [], Status("refused", error.reason, code=error.code)

    def _retry_without_token(self, wish: _Wish) -> list[ClientMessage]:
        self._tokens.forget(Seat(self._url, wish.session, wish.request.name))
        request = wish.request
        if isinstance(request, Join):
            wish = self._wish_to_join(request)
        return self._ask(wish)
