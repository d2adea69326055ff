"""The tokens of seats: which one a request takes up again, and how long they are kept."""

import contextlib

from undertide_client.net.wish import Wish
from undertide_client.saved.tokens import SavedSeat, Tokens
from undertide_shared.codes import id_of
from undertide_shared.messages import Join, Joined, PartyMember


class SeatKeeper:
    """Keeps the tokens of one server's seats, that of the present seat among them."""

    def __init__(self, url: str, tokens: Tokens) -> None:
        self._url = url
        self._tokens = tokens
        self._seat: SavedSeat | None = None
        """The seat that was taken last."""
        self._number = -1
        self._token = b""
        self._died = False
        """Whether the hero in it has died."""

    def wish_for(self, request: Join) -> Wish:
        """Return the wish for a seat: for one that a kept token takes up again, if there is any.

        Seats are known by the session's id, also where an invite code is asked with.
        """
        door = request.session
        sessions = [id_of(door)] if door else self._sessions(request.name)
        for session in sessions:
            token = self._tokens.get(SavedSeat(self._url, session, request.name))
            if token:
                return Wish(request, token, session)
        return Wish(request)

    def _sessions(self, name: str) -> list[str]:
        return self._tokens.sessions(self._url, name)

    def take(self, message: Joined, name: str) -> None:
        """Keep the token of a seat that was taken under a name."""
        self._seat = SavedSeat(self._url, message.session, name)
        self._number, self._token, self._died = message.seat, message.token, False
        self._keep(self._seat)

    def _keep(self, seat: SavedSeat) -> None:
        """Keep the token; where the folder can't be written, it is good until this client ends."""
        with contextlib.suppress(OSError):
            self._tokens.put(seat, self._token)

    def forget(self, session: str, name: str) -> None:
        """Forget the token of a seat that is no more."""
        self._tokens.forget(SavedSeat(self._url, session, name))

    def look_at(self, party: list[PartyMember]) -> None:
        """Forget the kept token of a hero that died: who joins again later begins with a new one.

        Through an outage its player comes back to the seat all the same, as a spectator. One who
        goes on in it with a new hero keeps the token again.
        """
        own = next((one for one in party if one.seat == self._number), None)
        if own is None or self._seat is None:
            return
        died = own.state == "dead"
        if died and not self._died:
            self._tokens.forget(self._seat)
        elif self._died and not died:
            self._keep(self._seat)
        self._died = died
