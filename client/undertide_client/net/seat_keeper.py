"""The client's identity at one server: the tokens of its seats, and its login."""

import contextlib

from undertide_client.net.destination import Wish
from undertide_client.saved.logins import Login, Logins
from undertide_client.saved.tokens import SavedSeat, Tokens
from undertide_shared.codes import id_of
from undertide_shared.limits import MAX_ASKED_SEATS
from undertide_shared.messages import (
    AccountInfo,
    Error,
    Join,
    Joined,
    LogIn,
    PartyMember,
    SeatQuestion,
)


def seat_questions(tokens: Tokens, url: str, name: str) -> list[SeatQuestion]:
    """Return the questions to a server what became of the latest seats under a name."""
    sessions = tokens.sessions(url, name)[:MAX_ASKED_SEATS]
    return [SeatQuestion(each, tokens.get(SavedSeat(url, each, name))) for each in sessions]


class SeatKeeper:
    """The tokens of one server's seats, the present seat included."""

    def __init__(self, url: str, tokens: Tokens) -> None:
        self._url = url
        self._tokens = tokens
        self._seat: SavedSeat | None = None
        """The seat taken last."""
        self._number = -1
        self._token = b""
        self._died = False
        """Whether the hero in it has died."""

    def wish_for(self, request: Join) -> Wish:
        """Return the wish for a seat, with a kept token if there is one.

        A seat is known by the session's id, even if the request has an invite code.
        """
        door = request.session
        sessions = [id_of(door)] if door else self._sessions(request.name)
        for session in sessions:
            token = self._tokens.get(SavedSeat(self._url, session, request.name))
            if token:
                return Wish(request, token, session)
        return Wish(request)

    def seat_questions(self, name: str) -> list[SeatQuestion]:
        """Return the questions what became of the latest seats under a name."""
        return seat_questions(self._tokens, self._url, name)

    def seat_name(self, door: str, name: str) -> str:
        """Return the name under which a seat is kept in a session: `name` if it has one.

        `door` is the session's id or an invite code. Empty if none is kept.
        """
        names = self._tokens.names(self._url, id_of(door))
        return name if name in names else next(iter(names), "")

    def _sessions(self, name: str) -> list[str]:
        return self._tokens.sessions(self._url, name)

    def store_seat(self, message: Joined, name: str) -> None:
        """Keep the token of a seat, taken under a name."""
        self._seat = SavedSeat(self._url, message.session, name)
        self._number, self._token, self._died = message.seat, message.token, False
        self._keep(self._seat)

    def _keep(self, seat: SavedSeat) -> None:
        """Keep the token. If the folder can't be written, it lasts as long as this client."""
        with contextlib.suppress(OSError):
            self._tokens.store_token(seat, self._token)

    def drop_token(self, session: str, name: str) -> None:
        """Forget the token of a seat that no longer exists."""
        self._tokens.remove_token(SavedSeat(self._url, session, name))

    def look_at(self, party: list[PartyMember]) -> None:
        """Forget the kept token of a dead hero.

        A player who joins again later begins with a new hero. After an outage, the player still
        comes back to the seat, as a spectator. If the player goes on with a new hero in the seat,
        keep the token again.
        """
        own = next((one for one in party if one.seat == self._number), None)
        if own is None or self._seat is None:
            return
        died = own.state == "dead"
        if died and not self._died:
            self._tokens.remove_token(self._seat)
        elif self._died and not died:
            self._keep(self._seat)
        self._died = died


class LoginKeeper:
    """The login at one server. `waiting` means that the answer to `greeting` has not come yet."""

    def __init__(self, url: str, logins: Logins) -> None:
        self.waiting = False
        self._url = url
        self._logins = logins
        self._login = logins.get(url)
        """The login in force. If the folder can't be written, it lasts as long as this client."""

    def greeting(self) -> list[LogIn]:
        """Return the login message for a fresh connection, if there is a login."""
        self.waiting = self._login is not None
        return [LogIn(self._login.name, token=self._login.token)] if self._login else []

    def hang_up(self) -> None:
        """Note that the connection is gone, and with it any answer."""
        self.waiting = False

    def store_login(self, account: AccountInfo) -> None:
        """Keep the login of an account. After a logout, forget the kept login.

        The operator key belongs to no account, so it is not kept: the operator shows it again by
        hand.
        """
        self.waiting = False
        if not account.name and not account.operator:
            self._forget()
        elif account.name and account.token:
            self._login = Login(account.name, account.token)
            with contextlib.suppress(OSError):
                self._logins.store_login(self._url, self._login)

    def refuse(self, error: Error) -> None:
        """Go on as a guest. Forget a login that the server no longer knows."""
        self.waiting = False
        if error.code == "bad_login":
            self._forget()

    def _forget(self) -> None:
        self._login = None
        self._logins.remove_login(self._url)
