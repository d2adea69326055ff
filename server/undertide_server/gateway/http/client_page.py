"""`/client/`: how to get the terminal client that matches this server, and the client itself."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import escape
from http import HTTPStatus
from typing import Final

import structlog

from undertide_server.gateway.http.client_wheel import (
    INSTALL,
    WheelError,
    install_command,
    install_words,
    make_wheel,
    wheel_offer,
)
from undertide_server.gateway.http.documents import Part, document, preformatted
from undertide_server.gateway.http.routes import HttpRequest, HttpResponse, plain

KIND: Final = "application/zip"
TITLE: Final = "Play in a terminal"
NONE: Final = "This server has no copy of its client to offer.\n"

VARIES: Final = "Accept, Host"
"""The page names its own address, and is a text for programs."""

log = structlog.get_logger()


class ClientPage:
    """The page and the wheel, which is made when somebody asks for it first.

    `source` returns the address of the server's source, empty if the operator states none.
    """

    def __init__(self, source: Callable[[], str]) -> None:
        self._source = source
        self._making: asyncio.Task[bytes | None] | None = None

    async def answer(self, asked: HttpRequest) -> HttpResponse:
        """Answer with the page or the wheel."""
        offer = wheel_offer()
        if offer is not None and asked.path == offer.path:
            return await self._wheel()
        if asked.path.rstrip("/") != "/client":
            return plain("how to get the client is told at /client/\n", HTTPStatus.NOT_FOUND)
        page = document(asked, TITLE, list(_parts(asked, self._source())))
        return replace(page, headers={**page.headers, "Vary": VARIES})

    async def _wheel(self) -> HttpResponse:
        if self._making is None:
            self._making = asyncio.create_task(_made())
        # Others may wait for it too, so one who gives up must not cancel it.
        data = await asyncio.shield(self._making)
        return plain(NONE, HTTPStatus.NOT_FOUND) if data is None else HttpResponse(data, KIND)


async def _made() -> bytes | None:
    """Return the wheel, made by a thread; None if that fails."""
    try:
        return await asyncio.to_thread(make_wheel)
    except WheelError as fault:
        log.warning("no wheel can be offered", reason=str(fault))
        return None


def _parts(asked: HttpRequest, source: str) -> Iterator[Part]:
    yield _install_part(asked)
    yield preformatted("Play", f"undertide join {asked.address}\nundertide watch {asked.address}\n")
    if source:
        link = escape(source)
        yield "Source", f'<p><a rel="noreferrer" href="{link}">{link}</a></p>', f"{source}\n"


def _install_part(asked: HttpRequest) -> Part:
    offer = wheel_offer()
    if offer is None:
        return "Install", f"<p>{NONE}</p>", NONE
    path, what = escape(offer.path), escape(INSTALL.format(offer.python))
    html = (
        f"<p>{what}</p><pre>{escape(install_command(asked, offer))}</pre>"
        f'<p>The wheel itself: <a href="{path}">{path}</a></p>'
    )
    return "Install", html, install_words(asked)
