import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from support.client.scripted_server import scripted_server
from support.gateway.certificates import Certificates
from undertide_client.net.address import ServerAddress
from undertide_client.net.errors import ServerSilentError
from undertide_client.net.finding import find_server
from undertide_client.net.trust import VARIABLE, trust


def nowhere() -> str:
    """Return an address of this machine at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return f"ws://127.0.0.1:{free.getsockname()[1]}"


def server_at(*urls: str) -> ServerAddress:
    return ServerAddress("here", urls)


@asynccontextmanager
async def answering(status: HTTPStatus, location: str = "") -> AsyncIterator[str]:
    """Answer every request for a WebSocket with a status, and with a location if there is one."""

    def refuse(connection: ServerConnection, _request: Request) -> Response:
        response = connection.respond(status, "")
        if location:
            response.headers["Location"] = location
        return response

    async def never(_connection: ServerConnection) -> None: ...

    async with serve(never, "127.0.0.1", 0, process_request=refuse) as server:
        yield f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"


async def test_an_address_that_leaves_nothing_open_is_taken_without_a_look() -> None:
    assert await find_server(server_at("ws://nobody.invalid:1")) == "ws://nobody.invalid:1"


async def test_the_first_address_with_a_server_of_this_game_is_taken() -> None:
    async with (
        scripted_server() as server,
        scripted_server(subprotocol=None) as other,
        answering(HTTPStatus.OK) as page,
    ):
        plain = server.url.replace("ws:", "wss:")
        urls = (nowhere(), plain, page, other.url, server.url, nowhere())
        assert await find_server(server_at(*urls)) == server.url


async def test_redirects_are_followed() -> None:
    async with scripted_server() as server:
        port = server.url.rpartition(":")[2]
        async with (
            answering(HTTPStatus.FOUND, f"http://127.0.0.1:{port}/game") as second,
            answering(HTTPStatus.MOVED_PERMANENTLY, second) as first,
        ):
            found = await find_server(server_at(first, nowhere()))
            assert found == f"{server.url}/game"


async def test_a_redirect_in_a_circle_ends() -> None:
    async with answering(HTTPStatus.FOUND, "/") as circle:
        with pytest.raises(ServerSilentError, match="on and on"):
            await find_server(server_at(circle, nowhere()))


@pytest.mark.parametrize(
    "status", [HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.FORBIDDEN]
)
async def test_a_server_that_is_full_is_found_where_nobody_else_is(status: HTTPStatus) -> None:
    async with answering(status) as full, scripted_server() as server:
        assert await find_server(server_at(nowhere(), full)) == full
        assert await find_server(server_at(full, server.url)) == server.url


async def test_all_that_was_tried_is_told() -> None:
    first, second = nowhere(), nowhere()
    with pytest.raises(ServerSilentError) as caught:
        await find_server(server_at(first, second))
    told = str(caught.value).splitlines()
    assert told == [
        "no server of this game at here",
        f"  {first}: nobody listens at this address",
        f"  {second}: nobody listens at this address",
    ]


async def test_a_certificate_that_nobody_trusts_is_never_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without TLS, others could answer in the server's place."""
    monkeypatch.setenv(VARIABLE, "")
    files = Certificates(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files.certificate, files.key)

    async def never(_connection: ServerConnection) -> None: ...

    subprotocols = ["undertide.v1"]
    async with (
        scripted_server() as plain,
        serve(never, "127.0.0.1", 0, ssl=context, subprotocols=subprotocols) as server,  # type: ignore[arg-type]
    ):
        port = next(iter(server.sockets)).getsockname()[1]
        url = f"wss://localhost:{port}"
        with pytest.raises(ServerSilentError, match="certificate can't be trusted"):
            await find_server(server_at(url, plain.url))
        trust(files.ca)
        assert await find_server(server_at(url, plain.url)) == url
