"""Wires over real sockets, with TLS and without: what they carry, and what ends them."""

import asyncio
from contextlib import suppress

import pytest

from support.cluster.linked_nodes import KINDS, Kind, hang_up, linked, request
from support.gateway.raw_sockets import client_frame
from undertide_server.cluster.links import link, opening, websocket
from undertide_server.cluster.links.address import HostPort
from undertide_server.cluster.links.link import LINK_MAX_MESSAGE
from undertide_server.cluster.links.messages import MemberGone, MemberSaid
from undertide_server.cluster.links.opening import dial
from undertide_server.cluster.links.websocket import Handshakes


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
        monkeypatch.setattr(websocket, "DIAL_SECONDS", 0.05)
        async with linked("port") as nodes:
            place = HostPort.parse(nodes.listener.address)
            reader, writer = await asyncio.open_connection(place.host, place.port)
            assert await reader.read() == b""
            await hang_up(writer)


pytestmark = pytest.mark.both_loops


class NotedEnd:
    """The end of a link that only notes what it is told."""

    def __init__(self) -> None:
        self.received: list[bytes] = []
        self.lost: list[str] = []

    def receive(self, data: bytes) -> None:
        self.received.append(data)

    def lose(self, reason: str) -> None:
        self.lost.append(reason)


@pytest.mark.parametrize("kind", KINDS)
class TestEnds:
    async def test_a_message_that_comes_with_the_handshake_is_read(self, kind: Kind) -> None:
        async with linked(kind) as nodes:
            _, _, writer = await request(nodes)
            writer.write(client_frame(2, b"\x91\x92\xa4gone\x07"))
            await nodes.at_owner.until(lambda: nodes.at_owner.from_fronts)
            writer.close()
            await nodes.at_owner.until(lambda: nodes.at_owner.lost)
        assert nodes.at_owner.from_fronts == [MemberGone(7)]

    async def test_a_cut_in_the_middle_of_a_message_loses_that_message_alone(
        self, kind: Kind
    ) -> None:
        async with linked(kind) as nodes:
            _, _, writer = await request(nodes)
            whole = client_frame(2, b"\x91\x93\xa4said\x08\xc4\x05hello")
            writer.write(whole + whole[:-3])
            await writer.drain()
            writer.close()
            await nodes.at_owner.until(lambda: nodes.at_owner.lost)
        assert nodes.at_owner.from_fronts == [MemberSaid(8, b"hello")]
        assert [node for node, _ in nodes.at_owner.lost] == ["front"]

    @pytest.mark.parametrize(
        ("sent", "why"),
        [
            (client_frame(2, b"\xc1"), "1 bytes that are no messages of a link"),
            (client_frame(1, b"hello"), "a message that is no whole binary one"),
            (bytes([0x02, 0x80]) + bytes(4), "a message that is no whole binary one"),
            (
                client_frame(2, b"", said=LINK_MAX_MESSAGE + 1),
                "frame with 16777217 bytes exceeds limit",
            ),
            (bytes([0xFF, 0x80]) + bytes(4), "invalid opcode"),
            (client_frame(8, b"\x03\xe8bye"), "the node said: bye"),
        ],
        ids=["malformed", "text", "in parts", "too large", "no websocket", "goodbye"],
    )
    async def test_what_may_not_come_ends_the_link(self, kind: Kind, sent: bytes, why: str) -> None:
        async with linked(kind) as nodes:
            _, reader, writer = await request(nodes)
            writer.write(sent)
            await nodes.at_owner.until(lambda: nodes.at_owner.lost)
            await reader.read()
            writer.close()
        ((node, reason),) = nodes.at_owner.lost
        assert node == "front"
        assert why in reason

    async def test_the_other_end_is_probed(
        self, kind: Kind, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(link, "PING_SECONDS", 0.0)
        async with linked(kind) as nodes:
            _, reader, writer = await request(nodes)
            assert await reader.readexactly(2) == b"\x89\x00"
            writer.close()
            await nodes.at_owner.until(lambda: nodes.at_owner.lost)

    async def test_a_wire_that_ends_says_why(self, kind: Kind) -> None:
        async with linked(kind) as nodes:
            end = NotedEnd()
            assert nodes.address is not None
            wire = await dial(nodes.address, "x", end)
            wire.end("enough" + "!" * 200)
            await nodes.at_owner.until(lambda: nodes.at_owner.lost)
        assert nodes.at_owner.lost == [("x", "the node said: enough" + "!" * 114)]
