"""What is asked of the server's port by plain HTTP, and what is answered: parts of its routes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Final

from websockets.datastructures import Headers

PLAIN: Final = "text/plain; charset=utf-8"
FRESH: Final = "no-store"
"""Of what is another thing the next moment."""


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """One GET or HEAD request. Its body, if any, is never read."""

    path: str
    """Without the query, as it came: nothing in it is decoded."""
    query: str
    address: str
    """Where the sender finds the server's websocket: "ws://HOST:PORT", fit to be shown."""
    address_key: str
    """What the sender's address counts as."""
    headers: Headers
    peer: str = ""
    """The address that it came from: its sender's, or that of a proxy."""


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """A whole answer. It leaves within the time of an opening handshake, so it must be small."""

    body: bytes
    kind: str = PLAIN
    """Its media type, with the charset of text."""
    status: HTTPStatus = HTTPStatus.OK
    keep: str = FRESH
    """How long it may be kept, as Cache-Control says it."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Those besides."""


Route = Callable[[HttpRequest], HttpResponse]
"""Answers a path. It must return at once: the server does nothing else meanwhile."""


def plain(text: str, status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    """Return an answer of plain text that nobody keeps."""
    return HttpResponse(text.encode(), status=status)
