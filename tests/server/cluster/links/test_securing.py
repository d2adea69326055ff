"""Connections that are no links yet: few at once, and not for long."""

import asyncio
from contextlib import suppress

import pytest

from support.cluster.link_requests import hang_up, request
from support.cluster.linked_nodes import KINDS, Kind, linked
from undertide_server.cluster.links import opening, securing
from undertide_server.cluster.links.address import HostPort
from undertide_server.cluster.links.messages import MemberGone
from undertide_server.cluster.links.securing import Handshakes

pytestmark = pytest.mark.both_loops


def test_a_connection_counts_until_it_is_a_link_or_ends() -> None:
    handshakes = Handshakes(most=2)
    assert [handshakes.enter(each) for each in "abc"] == [True, True, False]
    handshakes.leave("c")
    assert not handshakes.enter("d")
    handshakes.leave("a")
    assert handshakes.enter("d")


@pytest.fixture
def two_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "Handshakes", lambda: Handshakes(most=2))


@pytest.mark.usefixtures("two_at_once")
@pytest.mark.parametrize("kind", KINDS)
class TestCount:
    async def test_one_too_many_is_closed_at_once(self, kind: Kind) -> None:
        async with linked(kind) as nodes:
            silent = [await nodes.connect() for _ in range(2)]
            if kind == "socket":
                reader, writer = await nodes.connect()
                assert await reader.read() == b""
                await hang_up(writer)
            else:
                with pytest.raises(ConnectionError):
                    await nodes.connect()
            await hang_up(*(writer for _, writer in silent))

    async def test_links_and_those_that_ended_count_no_longer(self, kind: Kind) -> None:
        async with linked(kind) as nodes:
            kept = []
            for number in range(3):
                kept.append((await request(nodes, node=f"front-{number}"))[-1])
                _, reader, refused = await request(nodes, key="wrong")
                await reader.read()
                await hang_up(refused)
            nodes.dialled().send(MemberGone(1))
            await nodes.at_owner.until(lambda: nodes.at_owner.from_fronts)
            await hang_up(*kept)


@pytest.mark.usefixtures("two_at_once")
class TestTls:
    async def test_a_handshake_that_fails_counts_no_longer(self) -> None:
        async with linked("port") as nodes:
            place = HostPort.parse(nodes.listener.address)
            for _ in range(5):
                reader, writer = await asyncio.open_connection(place.host, place.port)
                writer.write(b"GET / HTTP/1.1\r\n\r\n")
                with suppress(ConnectionError):
                    await reader.read()
                await hang_up(writer)
            line, _, writer = await request(nodes)
            await hang_up(writer)
        assert line.startswith("HTTP/1.1 101 ")

    async def test_a_handshake_that_takes_too_long_ends(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(securing, "DIAL_SECONDS", 0.05)
        async with linked("port") as nodes:
            place = HostPort.parse(nodes.listener.address)
            reader, writer = await asyncio.open_connection(place.host, place.port)
            assert await reader.read() == b""
            await hang_up(writer)
