"""The client's side of the protocol, without I/O: what to say next, and what an answer means.

A dialogue outlives its connections. It knows what was asked for last (a seat, a place among the
spectators, a replay, the lobby) and asks for it again after each greeting.
"""

from typing import Final

from undertide_client.refusals import BUSY, ENTRY_REFUSALS, STALE, TurnedAway, WrongServer
from undertide_client.seat_keeper import SeatKeeper
from undertide_client.status import Status
from undertide_client.tokens import Tokens
from undertide_client.wish import Wish
from undertide_shared.messages import (
    PROTOCOL,
    ClientMessage,
    Delta,
    Error,
    Hello,
    Join,
    Joined,
    Keyframe,
    Leave,
    Left,
    Moment,
    Play,
    Replay,
    Replaying,
    ServerMessage,
    State,
    Watch,
    Watching,
    Welcome,
)

_PLACES: Final = frozenset({State.PLAYING, State.WATCHING, State.REPLAYING})
"""Where a `Leave` leads from."""


class Dialogue:
    """Who this client is to the server, through any number of connections."""

    def __init__(self, url: str, client: str, tokens: Tokens) -> None:
        self.state = State.GREETING
        self.greeted = False
        """Whether any server has ever welcomed this client."""
        self._client = client
        self._seats = SeatKeeper(url, tokens)
        self._wish: Wish | None = None
        self._entering = False
        self._leaving = False
        """Whether a `Leave` is on its way."""
        self._before_leaving: Wish | None = None
        self._left_for_wish: Wish | None = None
        """The place that was left for another; it is asked for again where that one is refused."""

    @property
    def entering(self) -> bool:
        """Whether the answer to a request for a place is on its way."""
        return self._entering or (self._leaving and self._wish is not None)

    @property
    def placed(self) -> bool:
        """Whether there is a place that can be left."""
        return self.state in _PLACES

    # --- what the user wants -----------------------------------------------------------------

    def join(self, session: str, name: str, calling: str = "") -> list[ClientMessage]:
        """Ask for a seat; for the one that a kept token takes up again, if there is one.

        A new hero gets the calling with that key, or with none what the server chooses.
        """
        return self._ask(self._seats.wish_for(Join(session, name, calling=calling)))

    def watch(self, session: str, name: str, seat: int | None) -> list[ClientMessage]:
        """Ask for a place among the spectators."""
        return self._ask(Wish(Watch(session, name, seat)))

    def replay(self, run: str, seat: int | None, tick: int, speed: int) -> list[ClientMessage]:
        """Ask for a replay that plays at `speed` percent as soon as it is open."""
        return self._ask(Wish(Replay(run, seat, tick), speed=speed))

    def follow(self, seat: int | None) -> None:
        """Remember whose eyes a spectator chose."""
        if self._wish is not None:
            self._wish = self._wish.seen_by(seat)

    def leave(self) -> list[ClientMessage]:
        """Give up what was asked for: back to the lobby."""
        self._wish = self._before_leaving = self._left_for_wish = None
        return self._leave()

    def _leave(self) -> list[ClientMessage]:
        if not self.placed or self._leaving:
            return []
        self._leaving = True
        return [Leave()]

    def _ask(self, wish: Wish) -> list[ClientMessage]:
        """Ask for a wish as soon as it can be asked for; a place is left for it."""
        if self.placed and not self._leaving:
            self._left_for_wish = self._wish
        self._wish = wish
        return self._request() if self.state is State.LOBBY else self._leave()

    def _request(self) -> list[ClientMessage]:
        """Return what asks for the wish, in the lobby."""
        if self._wish is None:
            return []
        self._entering = True
        return [self._wish.message]

    # --- what happens ------------------------------------------------------------------------

    def opened(self) -> list[ClientMessage]:
        """Begin with a fresh connection. Returns what to send."""
        self.state = State.GREETING
        self._entering = self._leaving = False
        self._before_leaving = self._left_for_wish = None
        return [Hello(PROTOCOL, self._client)]

    def closed(self, *, will_return: bool) -> None:
        """Note that the connection is gone; `will_return` if the server said it comes back."""
        self.state = State.GREETING
        self._entering = self._leaving = False
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
            case Joined() | Watching() | Replaying():
                return self._entered(message), None
            case Left():
                return self._left(), None
            case Error():
                return self._failed(message)
            case Moment():
                self._wish = self._wish.at(message) if self._wish else None
            case Keyframe(party=[_, *_] as party) | Delta(party=[_, *_] as party):
                if self.state is State.PLAYING:
                    self._seats.look_at(party)
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

    def _entered(self, message: Joined | Watching | Replaying) -> list[ClientMessage]:
        self._entering = False
        self._left_for_wish = None
        match message:
            case Joined():
                self._joined(message)
            case Watching():
                self._watching(message)
            case Replaying():
                return self._replaying(message)
        return []

    def _joined(self, message: Joined) -> None:
        """Keep the seat's newest token before anything else can happen."""
        self.state = State.PLAYING
        request = Join(message.session, self._wanted_name(message.name))
        self._wish = Wish(request, message.token, message.session, granted=True)
        self._seats.take(message, request.name)

    def _wanted_name(self, given: str) -> str:
        """Return the name that was asked for: the server may have cleaned it."""
        wish = self._wish
        return wish.request.name if wish and isinstance(wish.request, Join) else given

    def _watching(self, message: Watching) -> None:
        """Remember the place, asked for or given to a player whose hero died."""
        self.state = State.WATCHING
        wanted = self._wish.request if self._wish else None
        seat = wanted.seat if isinstance(wanted, Watch) else None
        self._wish = Wish(Watch(message.session, message.name, seat), granted=True)

    def _replaying(self, message: Replaying) -> list[ClientMessage]:
        """Remember the run by its whole name, and let it play as it was asked for."""
        self.state = State.REPLAYING
        wish = self._wish
        wanted = wish.request if wish else None
        seat, tick = (wanted.seat, wanted.tick) if isinstance(wanted, Replay) else (None, 0)
        speed = wish.speed if wish else 0
        self._wish = Wish(Replay(message.run, seat, tick), speed=speed, granted=True)
        return [Play(speed)] if speed else []

    def _left(self) -> list[ClientMessage]:
        """Go back to the lobby, and on to the place that this one was left for."""
        self.state = State.LOBBY
        if self._leaving:
            self._leaving = False
            return self._request()
        self._before_leaving, self._wish = self._wish, None
        return []

    def _failed(self, error: Error) -> tuple[list[ClientMessage], Status | None]:
        if self.state is State.GREETING:
            if error.code in BUSY:
                raise TurnedAway(error.reason)
            raise WrongServer(error.reason, error.code)
        if not self._entering or error.sequence is not None:
            return [], None
        if error.code in BUSY and self._wish is not None and self._wish.heals:
            raise TurnedAway(error.reason)
        if error.code not in ENTRY_REFUSALS | BUSY:
            return [], None
        return self._refused(error)

    def _refused(self, error: Error) -> tuple[list[ClientMessage], Status | None]:
        """Try without a stale token, or go back to the place that was left; else give up."""
        wish, self._wish = self._wish, None
        self._entering = False
        if wish is not None and wish.token and error.code in STALE:
            return self._retry_without_token(wish), None
        back, self._left_for_wish = self._left_for_wish, None
        answers = self._ask(back) if back else []
        return answers, Status("refused", error.reason, code=error.code)

    def _retry_without_token(self, wish: Wish) -> list[ClientMessage]:
        request = wish.request
        if isinstance(request, Join):
            self._seats.forget(wish.session, request.name)
            wish = self._seats.wish_for(request)
        return self._ask(wish)
