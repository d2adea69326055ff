"""Answers of the server's port to plain HTTP, and the checks before a websocket opens."""

import asyncio
import re
from collections.abc import Awaitable, Mapping
from email.utils import formatdate
from http import HTTPStatus
from typing import Final

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from undertide_server.gateway.edge.admission import Verdict
from undertide_server.gateway.edge.connection_gate import ConnectionGate
from undertide_server.gateway.edge.socket import Socket
from undertide_server.gateway.http.routes import HttpRequest, HttpResponse, Route, SlowRoute, plain

HOST: Final = re.compile(r"[A-Za-z0-9.\-:\[\]]{1,255}")
"""A host as a request may name it, and as it may be repeated to its sender."""
BUSY: Final[dict[Verdict, HTTPStatus]] = {
    "this server is full": HTTPStatus.SERVICE_UNAVAILABLE,
    "too many connections from your address": HTTPStatus.TOO_MANY_REQUESTS,
}
CUT_OFF: Final = "this server can't reach its database: connect again"
"""The words of a node that is cut off from the store. A proxy asks another node after that."""
RETRY_SECONDS: Final = "10"
"""Seconds until a client that found no room may ask again: players leave now and then."""
ANSWER_SECONDS: Final = 120.0
"""Time for a client to take a large answer: the wheel, on a line of 100 kbit/s."""
LARGE_BYTES: Final = 65_536
"""Size from which an answer is large. The system takes a smaller one at once."""
MOST_LARGE: Final = 20
"""Large answers that are on their way at once. Each may keep its size of memory."""
BUSY_SENDING: Final = "too many large files are on their way: try again in a minute\n"
TOO_SLOW: Final = "the server is too busy to read that: try again\n"


class Pages:
    """The decision about every request before its websocket opens.

    `routes` answer the paths that are their keys, and `folders` those that begin with a folder;
    `missing` answers all others.
    """

    def __init__(
        self,
        gate: ConnectionGate,
        routes: Mapping[str, Route],
        folders: Mapping[str, SlowRoute],
        missing: Route,
    ) -> None:
        self._gate = gate
        self._routes = routes
        self._folders = folders
        self._missing = missing
        self._large: set[asyncio.Task[None]] = set()
        """One for each large answer that is on its way."""

    def answer(
        self, connection: ServerConnection, request: Request
    ) -> Response | Awaitable[Response] | None:
        """Return the answer to a request, or None to go on and open a websocket.

        An answer that has to be read first is one to wait for.
        """
        if request.method not in {"GET", "HEAD"}:
            return None
        if "Upgrade" in request.headers:
            return self._turn_away(connection, request)
        asked = _asked(connection, request)
        folder = self._folders.get(asked.path.split("/")[1])
        if folder is not None:
            return self._answer_slowly(connection, folder, asked, request.method == "HEAD")
        answer = self._routes.get(asked.path, self._missing)(asked)
        return _response(answer, bodiless=request.method == "HEAD")

    async def _answer_slowly(
        self, connection: ServerConnection, route: SlowRoute, asked: HttpRequest, bodiless: bool
    ) -> Response:
        if self._gate.is_banned(asked.address_key):
            answer = plain("you are banned from this server\n", HTTPStatus.FORBIDDEN)
        else:
            answer = await self._read(route, asked)
        if len(answer.body) > LARGE_BYTES and not bodiless:
            answer = self._admitted(connection, answer)
        return _response(answer, bodiless=bodiless)

    async def _read(self, route: SlowRoute, asked: HttpRequest) -> HttpResponse:
        try:
            async with asyncio.timeout(self._gate.limits.handshake_seconds):
                return await route(asked)
        except TimeoutError:
            return plain(TOO_SLOW, HTTPStatus.SERVICE_UNAVAILABLE)

    def _admitted(self, connection: ServerConnection, answer: HttpResponse) -> HttpResponse:
        """Return a large answer, which gets more time, unless too many are on their way."""
        if len(self._large) >= MOST_LARGE:
            return plain(BUSY_SENDING, HTTPStatus.SERVICE_UNAVAILABLE)
        connection.close_timeout = ANSWER_SECONDS
        sending = asyncio.create_task(connection.wait_closed())
        self._large.add(sending)
        sending.add_done_callback(self._large.discard)
        return answer

    def _turn_away(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return the refusal of a websocket, or None if it may open."""
        if not self._gate.origins.admit(request.headers):
            reason = "pages of other sites may not connect to this server\n"
            return _response(plain(reason, HTTPStatus.FORBIDDEN))
        assert isinstance(connection, Socket)
        if self._gate.is_cut_off():
            return _later(CUT_OFF, HTTPStatus.SERVICE_UNAVAILABLE)
        if self._gate.is_banned(connection.address_key):
            return _response(plain("you are banned from this server\n", HTTPStatus.FORBIDDEN))
        verdict = self._gate.admission.verdict(connection.address_key)
        if verdict == "welcome":
            return None
        return _later(verdict, BUSY[verdict])


def _asked(connection: ServerConnection, request: Request) -> HttpRequest:
    assert isinstance(connection, Socket)
    source = connection.source
    path, _, query = request.path.partition("?")
    address = f"{'wss' if source.secure else 'ws'}://{_host(connection, request)}"
    return HttpRequest(path, query, address, source.address_key, request.headers, source.peer)


def _host(connection: ServerConnection, request: Request) -> str:
    """Return the host and port as the sender knows them."""
    named = request.headers.get_all("Host")
    if len(named) == 1 and HOST.fullmatch(named[0]):
        return named[0]
    host, port = connection.local_address[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _later(reason: str, status: HTTPStatus) -> Response:
    """Return the refusal of a websocket that may open later."""
    response = _response(plain(f"{reason}\n", status))
    response.headers["Retry-After"] = RETRY_SECONDS
    return response


def _response(answer: HttpResponse, *, bodiless: bool = False) -> Response:
    """Return an answer in the form that is sent; `bodiless` leaves its body out."""
    headers = Headers(
        {
            "Date": formatdate(usegmt=True),
            "Connection": "close",
            "Content-Length": str(len(answer.body)),
            "Content-Type": answer.kind,
            "Cache-Control": answer.keep,
            "X-Content-Type-Options": "nosniff",
            **answer.headers,
        }
    )
    body = b"" if bodiless else answer.body
    return Response(answer.status.value, answer.status.phrase, headers, body)
