"""The page that says how to get the terminal client, and the wheel beside it."""

import asyncio
import hashlib

import pytest

from support.gateway.real_gateway import hosted, http_answer, http_get
from undertide_server.gateway.http import client_page
from undertide_server.gateway.http.client_wheel import WheelError, make_wheel, wheel_offer

SOURCE = {"server": {"source": "https://example.org/tide?a=1&b=2"}}


def path_of_wheel() -> str:
    offer = wheel_offer()
    assert offer is not None
    return offer.path


async def test_it_says_how_to_install_and_to_play() -> None:
    async with hosted() as host:
        site = host.address.replace("ws://", "http://")
        for path in ("/client", "/client/"):
            status, text = await http_get(host.address, path)
            assert status == 200
            assert f"pip install {site}{path_of_wheel()}\n" in text
            assert f"undertide join {host.address}\n" in text
            assert "Source" not in text


async def test_a_browser_gets_a_page_and_the_source_that_the_operator_states() -> None:
    async with hosted(sections=SOURCE) as host:
        page = await http_answer(host.address, "/client/", Accept="text/html")
        assert page.headers["content-type"].startswith("text/html")
        assert "default-src 'none'" in page.headers["content-security-policy"]
        assert b'href="https://example.org/tide?a=1&amp;b=2"' in page.body
        assert f'href="{path_of_wheel()}"'.encode() in page.body
        assert f"<pre>pip install http://{host.address.removeprefix('ws://')}".encode() in page.body
        _, text = await http_get(host.address, "/client/")
        assert "https://example.org/tide?a=1&b=2\n" in text


async def test_the_front_tells_clients_without_a_page_how_to_install() -> None:
    async with hosted() as host:
        _, text = await http_get(host.address, "/")
        assert f"{path_of_wheel()}\n" in text


async def test_the_wheel_is_made_once_however_many_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bytes] = []

    def make() -> bytes:
        made.append(make_wheel())
        return made[-1]

    monkeypatch.setattr(client_page, "make_wheel", make)
    async with hosted() as host:
        asked = [http_answer(host.address, path_of_wheel()) for _ in range(3)]
        answers = await asyncio.gather(*asked)
        (wheel,) = made
        assert [answer.body for answer in answers] == [wheel] * 3
        assert answers[0].headers["content-type"] == "application/zip"
        assert hashlib.sha256(wheel).digest() == hashlib.sha256(make_wheel()).digest()


async def test_a_wheel_that_can_not_be_made_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> bytes:
        raise WheelError("the folders hold far too much")

    monkeypatch.setattr(client_page, "make_wheel", fail)
    async with hosted() as host:
        assert (await http_get(host.address, path_of_wheel()))[0] == 404
        monkeypatch.setattr(client_page, "wheel_offer", lambda: None)
        monkeypatch.setattr(client_page, "install_words", lambda _asked: "")
        status, text = await http_get(host.address, "/client/")
        assert (status, "no copy of its client" in text) == (200, True)


@pytest.mark.parametrize("path", ["/client/other.whl", "/client/x/y", "/client/.."])
async def test_nothing_else_is_there(path: str) -> None:
    async with hosted() as host:
        assert (await http_get(host.address, path))[0] == 404
