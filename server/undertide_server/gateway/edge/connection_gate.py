"""The connection gate: it knows every connection from its first packet to its last.

The gate counts the connections that end before their clients have greeted, and those that it cuts
off, and logs them in batches. With a line for each, strangers could write the log.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from websockets.datastructures import Headers

from undertide_server.content.settings.settings import ServerSettings
from undertide_server.content.settings.sites import Site, read_site
from undertide_server.gateway.edge.admission import NOWHERE, Admission, HandshakeQueue, Rebuff
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.edge.proxies import Proxies
from undertide_server.gateway.edge.tls import context_of
from undertide_server.util.addresses import address_key_of
from undertide_shared.closing import Closing
from undertide_shared.visits import TICKET_HEADER

Unread = Literal["takes_nothing", "too_much_unsent"]
"""Reasons to drop a connection whose client does not read."""
Cut = (
    Rebuff
    | Unread
    | Literal[
        "too_slow_in_line",
        "no_tls",
        "never_asked",
        "head_too_large",
        "bytes_too_fast",
        "pings_too_fast",
        "messages_pile_up",
        "unknown_visit",
        "ssh_full",
        "ssh_too_fast",
        "ssh_too_many_of_address",
        "ssh_too_slow_login",
        "ssh_broken",
    ]
)
"""Reasons to cut a connection off without a word: names for logs and metrics."""
LOCAL: Final = ""
"""The address of a peer at the Unix socket, where workers connect for visitors by ssh."""
MOST_CLOSING: Final = 200
"""Connections that may be about to end: each takes three seconds at most, so 60 a second have time
to take their goodbyes."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a connection comes from, as far as it is known."""

    peer: str
    """The address at the other end of the line: a proxy's if the connection comes by one; `LOCAL`
    for a worker's."""
    address_key: str
    """The client's address key; `NOWHERE` until a proxy has said for whom it asks."""
    secure: bool
    """Whether its client speaks TLS, with this server or with its proxy."""


class Guest(Protocol):
    """A connection, as the gate sees it."""

    source: Source

    def cut(self, why: Cut) -> None:
        """End the connection at once, and note why."""

    def drop(self) -> None:
        """End the connection at once."""


class ConnectionGate:
    """All connections of a server. `admission` decides which of them may come in.

    Raises BadCertificateError when the operator's certificate can't be used.
    """

    def __init__(self, settings: ServerSettings, counters: Counters) -> None:
        self.admission = Admission(settings.limits)
        self.guests: set[Guest] = set()
        """All connections from first packet to last, except those that were cut off at once."""
        self._closing: dict[Guest, None] = {}
        """Those of them that are about to end, in that order. No limit counts them."""
        self._queue: HandshakeQueue[Guest] = HandshakeQueue(settings.limits)
        self.counters = counters
        self._unlogged: Counter[str] = Counter()
        self.is_banned: Callable[[str], bool] = lambda _address_key: False
        """Tells whether an address key is banned, for everybody behind it."""
        self.is_cut_off: Callable[[], bool] = lambda: False
        """Returns whether this node alone can't reach the store; others serve its clients."""
        self.visitor_of: Callable[[str], str | None] = lambda _ticket: None
        """Returns the address of the visitor by ssh who has a ticket."""
        self.apply_settings(settings)

    def apply_settings(self, settings: ServerSettings) -> None:
        """Apply these settings from now on. They do not change connections that are already inside.

        The certificate and the key are read again. Raises BadCertificateError; then nothing has
        changed.
        """
        self.tls = context_of(settings.tls)
        self.limits = settings.limits
        self.admission.limits = settings.limits
        self._queue.limits = settings.limits
        self.origins = Origins(settings.server.origins)
        self._proxies = Proxies(settings.server.proxies)

    def enter(self, guest: Guest, peer: str, now: float) -> bool:
        """Take in a connection at its first packet; return False if it was cut off."""
        asks_for_others = peer == LOCAL or self._proxies.trusts(peer)
        address_key = NOWHERE if asks_for_others else address_key_of(peer)
        guest.source = Source(peer, address_key, secure=False)
        rebuff = self.admission.arrive(address_key, now)
        if rebuff is not None:
            guest.cut(rebuff)
            return False
        self.guests.add(guest)
        is_full = self.admission.verdict(address_key) != "welcome"
        longest = self._queue.join(guest, address_key, now, is_full=is_full)
        if longest is not None:
            longest.cut("too_slow_in_line")
        return True

    def admit_request(self, guest: Guest, headers: Headers, *, tls: bool, now: float) -> None:
        """Note a connection's request, which may say for whom it is made."""
        self._queue.leave(guest)
        peer, address_key = guest.source.peer, guest.source.address_key
        secure = tls or self._proxies.is_secure(peer, headers)
        if peer == LOCAL:
            secure = True  # the visitor's ssh encrypts, and no network lies between
        if address_key == NOWHERE:
            client = self._client_of(peer, headers)
            if client is None:
                guest.cut("unknown_visit")
                return
            address_key = address_key_of(client)
            rebuff = self.admission.assign(address_key, now)
            if rebuff is not None:
                guest.cut(rebuff)
                return
        guest.source = Source(peer, address_key, secure)

    def _client_of(self, peer: str, headers: Headers) -> str | None:
        """Return the address for which a peer asks; None if its ticket is no visit's."""
        if peer != LOCAL:
            return self._proxies.client_of(peer, headers)
        tickets = headers.get_all(TICKET_HEADER)
        return self.visitor_of(tickets[0]) if len(tickets) == 1 else None

    def accepts_bytes(self, guest: Guest, size: int, now: float) -> bool:
        """Count bytes of a connection; return whether its address key may send them."""
        address_key = guest.source.address_key
        return address_key == NOWHERE or self.admission.allowance(address_key, now).bytes.spend(
            now, size
        )

    def in_line(self) -> list[Guest]:
        """Return the connections that have sent no request yet."""
        return list(self._queue)

    def start_closing(self, guest: Guest) -> None:
        """Stop counting a connection that has had its last answer: newcomers may take its place.

        When too many close at once, the first of them is dropped.
        """
        if guest in self.guests and guest not in self._closing:
            self.admission.leave(guest.source.address_key)
            self._closing[guest] = None
            if len(self._closing) > MOST_CLOSING:
                first = next(iter(self._closing))
                # It goes to the end, for the case that others close before it is gone.
                self._closing[first] = self._closing.pop(first)
                first.drop()

    def leave(self, guest: Guest) -> None:
        """Remove a connection from the counts, if it was taken in."""
        if guest in self.guests:
            self.guests.remove(guest)
            self._queue.leave(guest)
            if guest in self._closing:
                del self._closing[guest]
            else:
                self.admission.leave(guest.source.address_key)

    def count_cut(self, why: Cut, *, inside: bool) -> None:
        """Count a connection that is cut off: `inside`, or before it was let in."""
        (self.counters.cut if inside else self.counters.turned_away)[why] += 1
        self._unlogged[why] += 1

    def count_stranger(self, closing: Closing) -> None:
        """Count a connection that ends with a close code before its client has greeted."""
        self.counters.cut[closing.name.lower()] += 1
        self._unlogged[closing.name.lower()] += 1

    def news(self) -> Iterator[tuple[str, int]]:
        """Yield each reason for ended connections since the last call, and their number."""
        unlogged, self._unlogged = self._unlogged, Counter()
        yield from unlogged.items()


class Origins:
    """The web pages that may open a websocket: the server's own, and those of admitted sites.

    A browser sends its cookies for this server along with a page's requests, whoever wrote the
    page. So pages of other hosts must not act for the people who open them. A client that is no
    browser sends no origin, and needs none.

    A site is written like `https://play.example.org`. Raises ValueError for anything else.
    """

    def __init__(self, written: Iterable[str]) -> None:
        self._admitted = {read_site(each) for each in written}

    def admit(self, headers: Headers) -> bool:
        """Return whether a request comes from no page, or from one that may ask."""
        named = headers.get_all("Origin")
        if not named:
            return True
        try:
            (origin,) = {read_site(each) for each in named}
            return origin in self._admitted or _is_own(origin, headers.get_all("Host"))
        except ValueError:
            return False


def _is_own(origin: Site, hosts: list[str]) -> bool:
    """Return whether an origin is the host of the request itself. Raises ValueError."""
    return len(hosts) == 1 and read_site(f"{origin.scheme}://{hosts[0]}") == origin
