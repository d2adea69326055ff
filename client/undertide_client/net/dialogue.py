"""The client's side of the protocol, without I/O: the next requests, and the meaning of answers.

A dialogue outlives its connections. It knows the login, and the last place asked for (a seat, a
spectator's place, a replay, the lobby). After each greeting it sends both again.
"""

from dataclasses import replace
from typing import Final

from undertide_client.net.destination import (
    HOUSE_OPTIONS,
    NEW_SESSION,
    Codes,
    Wish,
    replayed,
    seated,
    to_join,
    wanted_name,
    watched,
)
from undertide_client.net.errors import (
    BUSY,
    ENTRY_REFUSALS,
    STALE,
    EntryRefusedError,
    WrongServerError,
)
from undertide_client.net.seat_keeper import LoginKeeper, SeatKeeper
from undertide_client.net.status import LinkStatus
from undertide_client.saved.logins import Logins, MemoryLogins
from undertide_client.saved.tokens import Tokens
from undertide_shared.messages import (
    PROTOCOL,
    AccountInfo,
    ClientMessage,
    Create,
    Created,
    Delta,
    Error,
    Hello,
    Invited,
    Join,
    Joined,
    Keyframe,
    Leave,
    Left,
    Moment,
    NewRun,
    Options,
    Play,
    Replay,
    Replaying,
    SeatQuestion,
    ServerMessage,
    State,
    Watch,
    Watching,
    Welcome,
)

_PLACES: Final = frozenset({State.PLAYING, State.WATCHING, State.REPLAYING})
"""The states that a `Leave` can leave."""


class Dialogue:
    """The client's identity and wishes, through any number of connections."""

    def __init__(self, url: str, client: str, tokens: Tokens, logins: Logins | None = None) -> None:
        self.state = State.GREETING
        self.greeted = False
        """Whether any server has ever welcomed this client."""
        self._client = client
        self._seats = SeatKeeper(url, tokens)
        self._login = LoginKeeper(url, logins or MemoryLogins())
        self._codes = Codes()
        self._wish: Wish | None = None
        self._entering = False
        self._leaving = False
        """Whether a `Leave` is on its way."""
        self._before_leaving: Wish | None = None
        self._making = False
        """Whether the client has asked for a session of its own, to join it."""
        self._left_for_wish: Wish | None = None
        """The place that the client left for another. The client asks for it again if the server
        refuses the other."""

    @property
    def entering(self) -> bool:
        """Return whether the answer to a request for a place is on its way."""
        on_the_way = self._leaving or self._login.waiting
        return self._entering or (on_the_way and self._wish is not None)

    @property
    def placed(self) -> bool:
        """Return whether the client has a place that it can leave."""
        return self.state in _PLACES

    # --- what the user wants -----------------------------------------------------------------

    def join(
        self,
        session: str,
        name: str,
        calling: str = "",
        *,
        makes_if_full: bool = True,
        preset: str = "",
        options: Options = HOUSE_OPTIONS,
    ) -> list[ClientMessage]:
        """Ask for a seat. If a token is kept for one, ask for that seat again.

        A new hero gets the calling with this key, or the server's choice if the key is empty.
        `NEW_SESSION` as the session means one that is made for it, of `preset`. `makes_if_full`
        says whether to make a session if all are full and `session` is empty. Any session that is
        made for it has the `options`.
        """
        if session == NEW_SESSION:
            request = Join("", name, calling=calling)
            return self._ask(Wish(request, anew=True, preset=preset, options=options))
        door = self._codes.door(session)
        wish = self._seats.wish_for(Join(door, name, calling=calling))
        return self._ask(replace(wish, makes_if_full=makes_if_full, options=options))

    def watch(self, session: str, name: str, seat: int | None) -> list[ClientMessage]:
        """Ask for a spectator's place."""
        return self._ask(Wish(Watch(self._codes.door(session), name, seat)))

    def replay(
        self, run: str, seat: int | None, tick: int, speed: int, elapsed: int | None = None
    ) -> list[ClientMessage]:
        """Ask for a replay that plays at `speed` percent as soon as it is open."""
        return self._ask(Wish(Replay(self._codes.door(run), seat, tick, elapsed), speed=speed))

    def follow(self, seat: int | None) -> None:
        """Remember the eyes that a spectator chose."""
        if self._wish is not None:
            self._wish = self._wish.seen_by(seat)

    def seat_questions(self, name: str) -> list[SeatQuestion]:
        """Return the questions what became of the latest seats under a name."""
        return self._seats.seat_questions(name)

    def seat_name(self, session: str, name: str) -> str:
        """Return the name under which a seat is kept in a session: `name` if it has one."""
        return self._seats.seat_name(session, name)

    def leave(self) -> list[ClientMessage]:
        """Give up the wish and go back to the lobby."""
        self._wish = self._before_leaving = self._left_for_wish = None
        return self._leave()

    def _leave(self) -> list[ClientMessage]:
        if not self.placed or self._leaving:
            return []
        self._leaving = True
        return [Leave()]

    def _ask(self, wish: Wish) -> list[ClientMessage]:
        """Ask for a wish as soon as possible, and leave the present place for it."""
        if self.placed and not self._leaving:
            self._left_for_wish = self._wish
        self._wish = wish
        return self._request() if self.state is State.LOBBY else self._leave()

    def _request(self) -> list[ClientMessage]:
        """Return the request for the wish, if the client can send it now.

        It can send it in the lobby, once any login is answered.
        """
        if self._wish is None or self._login.waiting:
            return []
        self._entering, self._making = True, self._wish.anew
        wish = self._wish
        return [Create(wish.preset, options=wish.options) if wish.anew else wish.message]

    # --- what happens ------------------------------------------------------------------------

    def opened(self) -> list[ClientMessage]:
        """Begin with a fresh connection. Return the messages to send."""
        self.state = State.GREETING
        self._entering = self._leaving = self._making = False
        self._before_leaving = self._left_for_wish = None
        return [Hello(PROTOCOL, self._client)]

    def closed(self, *, will_return: bool) -> None:
        """Note that the connection is gone.

        `will_return` means that the server said it comes back.
        """
        self.state = State.GREETING
        self._login.hang_up()
        self._entering = self._leaving = False
        if will_return and self._wish is None:
            self._wish = self._before_leaving
        self._before_leaving = None

    def receive(self, message: ServerMessage) -> tuple[list[ClientMessage], LinkStatus | None]:
        """Take in a message. Return the answers, and a change of status if there is one.

        Raises EntryRefusedError or WrongServerError if this connection is of no further use.
        """
        match message:
            case Welcome():
                return self._welcomed(message), None
            case AccountInfo():
                return self._named(message), None
            case Invited(session=session, code=code) | NewRun(session=session, code=code):
                self._codes.learn(session, code)
            case Created() | Joined() | Watching() | Replaying():
                return self._granted(message), None
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
            raise WrongServerError(reason, "wrong_version")
        self.state = State.LOBBY
        self.greeted = True
        return [*self._login.greeting(), *self._request()]

    def _named(self, account: AccountInfo) -> list[ClientMessage]:
        """Keep the new identity, and send the request that waited for it."""
        waited = self._login.waiting
        self._login.store_login(account)
        return self._request() if waited else []

    def _granted(self, message: Created | Joined | Watching | Replaying) -> list[ClientMessage]:
        """Take in the answer to a request for a session or a place in one."""
        return self._made(message) if isinstance(message, Created) else self._entered(message)

    def _made(self, created: Created) -> list[ClientMessage]:
        """Remember the code of a new session; join it if it was made for the present wish."""
        self._codes.learn(created.session, created.invite)
        if not self._making or self._wish is None:
            return []
        self._wish = to_join(self._wish, self._codes.door(created.session))
        return self._request()

    def _entered(self, message: Joined | Watching | Replaying) -> list[ClientMessage]:
        """Remember the new place. Start a replay at the speed asked for."""
        self._entering = self._making = False
        self._left_for_wish = None
        match message:
            case Joined():
                self._joined(message)
            case Watching():
                self.state = State.WATCHING
                self._wish = watched(self._wish, message, self._door(message.session))
            case Replaying():
                self.state = State.REPLAYING
                self._wish = replayed(self._wish, message)
                return [Play(self._wish.speed)] if self._wish.speed else []
        return []

    def _joined(self, message: Joined) -> None:
        """Keep the seat's newest token before anything else can happen."""
        self.state = State.PLAYING
        name = wanted_name(self._wish, message)
        self._wish = seated(name, message, self._door(message.session))
        self._seats.store_seat(message, name)

    def _door(self, session: str) -> str:
        """Return the invite code or id that lets into the session again."""
        wanted = self._wish.request if self._wish else None
        if isinstance(wanted, Join | Watch):
            self._codes.learn(session, wanted.session)
        return self._codes.door(session)

    def _left(self) -> list[ClientMessage]:
        """Go back to the lobby, and on to the next place if there is one."""
        self.state = State.LOBBY
        if self._leaving:
            self._leaving = False
            return self._request()
        self._before_leaving, self._wish = self._wish, None
        return []

    def _failed(self, error: Error) -> tuple[list[ClientMessage], LinkStatus | None]:
        if self.state is State.GREETING:
            if error.code in BUSY:
                raise EntryRefusedError(error.reason)
            raise WrongServerError(error.reason, error.code)
        if error.sequence is not None:
            return [], None
        if self._login.waiting:
            return self._unknown(error)
        if not self._entering:
            return [], None
        if error.code in BUSY and self._wish is not None and self._wish.outlasts(error.code):
            raise EntryRefusedError(error.reason)
        if error.code not in ENTRY_REFUSALS | BUSY:
            return [], None
        return self._refused(error)

    def _unknown(self, error: Error) -> tuple[list[ClientMessage], LinkStatus | None]:
        """Go on as a guest if the server refuses the kept login, and say so."""
        self._login.refuse(error)
        reason = f"you are a guest here now: {error.reason}"
        return self._request(), LinkStatus("connected", reason, code=error.code)

    def _refused(self, error: Error) -> tuple[list[ClientMessage], LinkStatus | None]:
        """Try without a stale token, make a session where there is none to join, or go back.

        Going back means to the place left before. Without one the client stays in the lobby.
        """
        if self._wish is not None and self._wish.is_for_own_session(error.code):
            self._making = True
            return [Create(options=self._wish.options)], None
        wish, self._wish = self._wish, None
        self._entering = self._making = False
        if wish is not None and wish.token and error.code in STALE:
            return self._retry_without_token(wish), None
        back, self._left_for_wish = self._left_for_wish, None
        answers = self._ask(back) if back else []
        join = wish.request if wish is not None and isinstance(wish.request, Join) else None
        return answers, LinkStatus("refused", error.reason, code=error.code, join=join)

    def _retry_without_token(self, wish: Wish) -> list[ClientMessage]:
        request = wish.request
        if isinstance(request, Join):
            self._seats.drop_token(wish.session, request.name)
            wish = self._seats.wish_for(request)
        return self._ask(wish)
