"""What the server's port answers to plain HTTP, and whom it lets open a websocket."""

import re
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from undertide_server.gateway.admission import Admission, Verdict
from undertide_server.gateway.socket import Socket

HOST: Final = re.compile(r"[A-Za-z0-9.\-:\[\]]{1,255}")
"""A host as a request may name it, and as it may be repeated to its sender."""
BUSY: Final[dict[Verdict, HTTPStatus]] = {
    "this server is full": HTTPStatus.SERVICE_UNAVAILABLE,
    "too many connections from your address": HTTPStatus.TOO_MANY_REQUESTS,
}
RETRY_SECONDS: Final = "10"
"""When somebody who found no room may ask again: players leave now and then."""


class Pages:
    """Decides about every request before its websocket opens."""

    def __init__(self, name: str, admission: Admission) -> None:
        self._name = name
        self._admission = admission

    def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return the answer to a request, or None to go on and open a websocket."""
        if request.method != "GET":
            return None
        if "Upgrade" in request.headers:
            return self._turn_away(connection, request)
        path = urlsplit(request.path).path
        if path == "/healthz":
            return _plain(connection, HTTPStatus.OK, "ok\n")
        found = HTTPStatus.OK if path == "/" else HTTPStatus.NOT_FOUND
        return _plain(connection, found, how_to_join(self._name, _host(connection, request)))

    def _turn_away(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return why a websocket may not open, if it may not."""
        if _is_foreign(request):
            reason = "a page from elsewhere may not play here\n"
            return _plain(connection, HTTPStatus.FORBIDDEN, reason)
        assert isinstance(connection, Socket)
        verdict = self._admission.verdict(connection.place)
        if verdict == "welcome":
            return None
        status = BUSY[verdict]
        response = _plain(connection, status, f"{verdict}\n")
        response.headers["Retry-After"] = RETRY_SECONDS
        return response


def how_to_join(name: str, host: str) -> str:
    """Return the page for somebody who opened the address in a browser."""
    return (
        f"{name}: a dungeon that is played together, from a terminal.\n\n"
        f"    undertide join ws://{host}\n"
        f"    undertide watch ws://{host}\n"
    )


def _host(connection: ServerConnection, request: Request) -> str:
    """Return the host and port as the sender knows them."""
    named = request.headers.get_all("Host")
    if len(named) == 1 and HOST.fullmatch(named[0]):
        return named[0]
    host, port = connection.local_address[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _is_foreign(request: Request) -> bool:
    """Whether a web page of another host asks, with the rights of whoever opened it."""
    origins = request.headers.get_all("Origin")
    return any(urlsplit(origin).netloc not in request.headers.get_all("Host") for origin in origins)


def _plain(connection: ServerConnection, status: HTTPStatus, text: str) -> Response:
    response = connection.respond(status, text)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
