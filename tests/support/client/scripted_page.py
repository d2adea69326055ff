"""The page, opened without a server: what it hears, tests say."""

from collections.abc import Callable
from functools import cache

from playwright.sync_api import Page, Route, WebSocketRoute
from websockets.datastructures import Headers

from support.client.browser import until
from undertide_client.web import read_modules
from undertide_server.gateway.http.link_pages import QR_BORDER, QR_FOLDER, QR_LINK
from undertide_server.gateway.http.routes import HttpRequest, HttpResponse
from undertide_server.gateway.http.web import Web
from undertide_shared.closing import Closing
from undertide_shared.codec import decode_client, encode
from undertide_shared.messages import (
    ClientMessage,
    Hello,
    Leave,
    Left,
    ListRuns,
    ListSessions,
    Ping,
    Pong,
    Runs,
    ServerMessage,
    Sessions,
    Welcome,
)
from undertide_shared.pages import page_files
from undertide_shared.qr import qr_modules

ADDRESS = "http://undertide.test/"
PLACE = "192.0.2.1"
MODULES = "/modules/"

Answers = Callable[[ClientMessage], list[ServerMessage]]


class ScriptedPage:
    """Stands for the server of one tab.

    It greets, and has empty lists; `answers` says what else is answered.
    """

    def __init__(self, page: Page, answers: Answers = lambda _message: []) -> None:
        self.page = page
        self.answers = answers
        self.heard: list[ClientMessage] = []
        self.sockets: list[WebSocketRoute] = []
        self.refusing = False
        """Whether connections are broken as soon as they are there."""
        self.silent = False
        """Whether nothing is answered, as by a server that hangs."""
        page.route(f"{ADDRESS}**", self._serve)
        page.route_web_socket(ADDRESS.replace("http", "ws"), self._open)

    def visit(self, place: str = "#/") -> None:
        """Open the page at a place."""
        self.page.goto(ADDRESS + place)

    def say(self, *messages: ServerMessage) -> None:
        """Send messages to the page."""
        self.say_bytes(*map(encode, messages))

    def say_bytes(self, *messages: bytes | str) -> None:
        """Send anything to the page, once it is connected."""
        until(self.page, lambda: bool(self.sockets))
        for each in messages:
            self.sockets[-1].send(each)

    def of(self, kind: type[ClientMessage]) -> list[ClientMessage]:
        """Return what was heard of a kind."""
        return [each for each in self.heard if isinstance(each, kind)]

    def cut(self) -> None:
        """Break the connection, and each that comes until `refusing` ends."""
        self.refusing = True
        self.sockets[-1].close(code=Closing.GOING_AWAY)

    def _serve(self, route: Route) -> None:
        headers = Headers(route.request.headers.items())
        path = route.request.url.removeprefix(ADDRESS.rstrip("/")).partition("#")[0]
        asked = HttpRequest(path, "", "ws://undertide.test", PLACE, headers)
        if path == f"/{QR_FOLDER}":
            rows = qr_modules(headers[QR_LINK], QR_BORDER)
            route.fulfill(body="\n".join("".join("01"[dark] for dark in row) for row in rows))
            return
        answer = _module(path) or _web().routes.get(path, _web().missing)(asked)
        told = {"Content-Type": answer.kind, **answer.headers}
        route.fulfill(status=answer.status, headers=told, body=answer.body)

    def _open(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(self._hear)
        if self.refusing:
            socket.close(code=Closing.GOING_AWAY)

    def _hear(self, data: str | bytes) -> None:
        assert isinstance(data, bytes)
        message = decode_client(data)
        self.heard.append(message)
        if not self.silent:
            self.say(*(self.answers(message) or _usual(message)))


def _module(path: str) -> HttpResponse | None:
    """Return a module of the page alone, for tests of its parts; None for other paths."""
    if not path.startswith(MODULES):
        return None
    module = read_modules()[path.removeprefix(MODULES)]
    return HttpResponse(module.encode(), "text/javascript; charset=utf-8")


@cache
def _web() -> Web:
    """Return the routes that a server has for the page."""
    return Web(page_files(), lambda: "The Sump")


def _usual(message: ClientMessage) -> list[ServerMessage]:
    """Return what servers with nothing to show answer."""
    match message:
        case Hello():
            return [Welcome(1, "The Sump", ["default"], motd="Be kind.")]
        case ListSessions():
            return [Sessions([])]
        case ListRuns():
            return [Runs([])]
        case Ping():
            return [Pong()]
        case Leave():
            return [Left("k7m2q", "you left")]
        case _:
            return []
