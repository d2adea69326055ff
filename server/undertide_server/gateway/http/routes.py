"""Requests and answers of plain HTTP on the server's port, and the type of a route."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Final

from websockets.datastructures import Headers

PLAIN: Final = "text/plain; charset=utf-8"
PREVIEWERS: Final = re.compile(
    r"bot\b|facebookexternalhit|whatsapp|mastodon|preview|embed|crawler|spider", re.IGNORECASE
)
"""What programs that preview links call themselves. Most of them accept any kind of answer."""
FRESH: Final = "no-store"
"""For answers that may change the next moment."""


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """One GET or HEAD request. Its body, if any, is never read."""

    path: str
    """The path without the query, as it came: nothing in it is decoded."""
    query: str
    address: str
    """The address at which the sender finds the server's websocket: "ws://HOST:PORT", fit to be
    shown."""
    address_key: str
    """The sender's address key."""
    headers: Headers
    peer: str = ""
    """The address of the connection's other end: the sender's, or a proxy's."""

    @property
    def site(self) -> str:
        """The server's own site as the sender knows it: "http://HOST:PORT"."""
        return f"http{self.address.removeprefix('ws')}"


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """A whole answer. It must be small: it leaves within the time of an opening handshake."""

    body: bytes
    kind: str = PLAIN
    """Its media type, with the charset for text."""
    status: HTTPStatus = HTTPStatus.OK
    keep: str = FRESH
    """How long it may be cached, in the form of Cache-Control."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Further headers."""


Route = Callable[[HttpRequest], HttpResponse]
"""The function that answers a path. It must return at once: the server does nothing else
meanwhile."""
SlowRoute = Callable[[HttpRequest], Awaitable[HttpResponse]]
"""The function that answers the paths under one folder, once it has read what it needs."""


def wants_html(asked: HttpRequest) -> bool:
    """Return whether a browser asks: other clients get text."""
    return "text/html" in ",".join(asked.headers.get_all("Accept"))


def wants_page(asked: HttpRequest) -> bool:
    """Return whether a browser asks, or a program that previews links and asks for anything."""
    agent = ",".join(asked.headers.get_all("User-Agent"))
    return wants_html(asked) or PREVIEWERS.search(agent) is not None


def plain(text: str, status: HTTPStatus = HTTPStatus.OK, vary: str = "") -> HttpResponse:
    """Return an answer of plain text that nobody caches; `vary` is what else it depends on."""
    return HttpResponse(text.encode(), status=status, headers={"Vary": vary} if vary else {})
