import asyncio
import gzip
import re

import pytest
from websockets.exceptions import InvalidStatus

from support.gateway.real_gateway import hosted, http_answer, http_get, narrow_socket
from undertide_server.gateway import listeners
from undertide_server.gateway.http import pages
from undertide_server.gateway.http.client_page import ClientPage
from undertide_server.gateway.http.routes import HttpRequest, HttpResponse

LARGE = HttpResponse(bytes(range(256)) * 12_000)


async def test_the_health_check_is_answered_in_a_word() -> None:
    async with hosted() as host:
        assert await http_get(host.address, "/healthz") == (200, "ok\n")
        assert await http_get(host.address, "/healthz?verbose=1") == (200, "ok\n")


async def test_the_front_page_says_how_to_join() -> None:
    async with hosted() as host:
        status, body = await http_get(host.address, "/")
        assert status == 200
        assert f"undertide join {host.address}\n" in body


async def test_other_pages_are_missing_and_say_how_to_join_all_the_same() -> None:
    async with hosted() as host:
        status, body = await http_get(host.address, "/favicon.ico")
        assert status == 404
        assert "undertide join" in body


async def test_an_odd_host_header_is_not_repeated() -> None:
    async with hosted() as host:
        status, body = await http_get(host.address, "/", "<b>you</b>")
        assert status == 200
        assert "<b>" not in body
        assert host.address in body


async def test_a_page_from_elsewhere_may_not_open_a_websocket() -> None:
    async with hosted() as host:
        with pytest.raises(InvalidStatus) as refusal:
            async with host.stranger(origin="https://example.org"):
                pass
        assert refusal.value.response.status_code == 403


async def test_a_page_of_the_server_itself_may() -> None:
    async with (
        hosted() as host,
        host.stranger(origin=host.address.replace("ws:", "http:")) as client,
    ):
        await client.greet()


async def test_a_full_server_says_so_and_when_to_come_again() -> None:
    async with hosted(connections=1) as host, host.guest():
        with pytest.raises(InvalidStatus) as refusal:
            async with host.stranger():
                pass
        assert refusal.value.response.status_code == 503
        assert refusal.value.response.headers["Retry-After"]
        assert (await http_get(host.address, "/healthz"))[0] == 200


async def test_a_node_that_is_cut_off_sends_clients_to_another_one() -> None:
    async with hosted() as host:
        host.gateway.gate.is_cut_off = lambda: True
        with pytest.raises(InvalidStatus) as refusal:
            async with host.stranger():
                pass
        assert refusal.value.response.status_code == 503
        assert refusal.value.response.headers["Retry-After"]
        assert (await http_get(host.address, "/healthz"))[0] == 200
        host.gateway.gate.is_cut_off = lambda: False
        async with host.guest():
            pass


async def test_one_address_may_open_so_many() -> None:
    async with hosted(connections_per_address=1) as host, host.guest():
        with pytest.raises(InvalidStatus) as refusal:
            async with host.stranger():
                pass
        assert refusal.value.response.status_code == 429


async def test_room_that_was_left_is_given_again() -> None:
    async with hosted(connections=1) as host:
        for _ in range(3):
            async with host.guest():
                pass


async def test_a_head_is_answered_as_the_whole_without_its_body() -> None:
    async with hosted() as host:
        name, port = host.address.removeprefix("ws://").split(":")
        reader, writer = await asyncio.open_connection(name, int(port))
        writer.write(b"HEAD /healthz HTTP/1.1\r\nHost: dungeon.test\r\n\r\n")
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        await writer.wait_closed()
        assert head.startswith(b"HTTP/1.1 200 ")
        assert b"Content-Length: 3\r\n" in head
        assert body == b""


async def test_the_files_of_the_page_come_compressed() -> None:
    async with hosted() as host:
        front = await http_answer(host.address, "/", Accept="text/html", Accept_Encoding="gzip")
        assert front.headers["content-encoding"] == "gzip"
        assert int(front.headers["content-length"]) == len(front.body)
        (path,) = re.findall(r'"(web/[0-9a-f]+/page.js)"', gzip.decompress(front.body).decode())
        script = await http_answer(host.address, f"/{path}", Accept_Encoding="gzip")
        plain = await http_answer(host.address, f"/{path}")
        assert gzip.decompress(script.body) == plain.body


async def large(_asked: HttpRequest) -> HttpResponse:
    return LARGE


async def test_a_large_answer_may_take_longer_than_a_goodbye(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(listeners, "CLOSE_SECONDS", 0.0)
    monkeypatch.setattr(ClientPage, "answer", lambda _page, asked: large(asked))
    async with hosted() as host:
        narrow = narrow_socket(host.address)
        narrow.setblocking(False)
        reader, writer = await asyncio.open_connection(sock=narrow, limit=4096)
        writer.write(b"GET /client/ HTTP/1.1\r\nHost: here\r\n\r\n")
        assert (await reader.read(-1)).partition(b"\r\n\r\n")[2] == LARGE.body
        writer.close()
        await host.deserted()


async def test_so_many_large_answers_are_on_their_way_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pages, "MOST_LARGE", 1)
    monkeypatch.setattr(ClientPage, "answer", lambda _page, asked: large(asked))
    async with hosted() as host:
        with narrow_socket(host.address) as stuck:
            stuck.sendall(b"GET /client/ HTTP/1.1\r\nHost: here\r\n\r\n")
            assert await asyncio.to_thread(stuck.recv, 1)
            assert (await http_get(host.address, "/client/"))[0] == 503
        await host.deserted()
        assert (await http_answer(host.address, "/client/")).body == LARGE.body


async def test_what_takes_too_long_to_read_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(_asked: HttpRequest) -> HttpResponse:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(ClientPage, "answer", lambda _page, asked: never(asked))
    async with hosted(handshake_seconds=0.05) as host:
        status, text = await http_get(host.address, "/client/")
        assert (status, "try again" in text) == (503, True)
