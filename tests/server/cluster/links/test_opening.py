"""Opening links over real sockets: who may open one, and what those read who may not."""

import asyncio
import socket
import ssl
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from structlog.testing import capture_logs

from support.cluster.linked_nodes import KEY, KINDS, Kind, hang_up, linked, request, request_bytes
from undertide_server.cluster.links import opening
from undertide_server.cluster.links.address import HostPort, NodeAddress
from undertide_server.cluster.links.certificates import fresh_certificate
from undertide_server.cluster.links.errors import LinkRefusedError
from undertide_server.cluster.links.messages import AskStatus, MemberGone, NodeReport
from undertide_server.cluster.links.opening import MOST_LOOKUPS, connected

LOOPBACK = "127.0.0.1"


@pytest.mark.parametrize("kind", KINDS)
class TestRefusals:
    @pytest.mark.parametrize(
        ("shown", "status", "reason"),
        [
            ({"key": ""}, "403 Forbidden", "the key is wrong"),
            ({"key": bytes(32).hex()}, "403 Forbidden", "the key is wrong"),
            ({"key": KEY.hex()[:-1] + "é"}, "403 Forbidden", "the key is wrong"),
            ({"version": "1"}, "426 Upgrade Required", "has version 1; this node speaks version 2"),
            ({"version": ""}, "426 Upgrade Required", "has version ; this node speaks version 2"),
            ({"node": ""}, "400 Bad Request", "an id has 1 to 64 printable characters"),
            ({"node": "x" * 65}, "400 Bad Request", "an id has 1 to 64 printable characters"),
        ],
        ids=["no key", "wrong key", "odd key", "other version", "no version", "no id", "long id"],
    )
    async def test_whoever_may_not_open_a_link_reads_why(
        self, kind: Kind, shown: dict[str, str], status: str, reason: str
    ) -> None:
        async with linked(kind) as nodes:
            line, reader, writer = await request(nodes, **shown)
            told = await reader.read()
            await hang_up(writer)
        assert line == f"HTTP/1.1 {status}"
        assert reason in told.decode()
        assert nodes.at_owner.lost == []

    async def test_a_front_with_a_wrong_key_learns_that_its_link_is_lost(self, kind: Kind) -> None:
        async with linked(kind) as nodes:
            assert nodes.address is not None
            nodes.address = replace(nodes.address, key=bytes(32))
            nodes.dialled().send(MemberGone(1))
            await nodes.at_front.until(lambda: nodes.at_front.lost)
        assert nodes.at_front.lost == [("owner", "it refused the link: the key is wrong")]
        assert nodes.at_owner.from_fronts == []

    async def test_a_node_that_listens_nowhere_is_not_reached(self, kind: Kind) -> None:
        async with linked(kind) as nodes:
            nodes.address = nodes.nowhere()
            nodes.dialled()
            await nodes.at_front.until(lambda: nodes.at_front.lost)
            why = f"nobody accepts links at {nodes.address.place}: "
        assert nodes.at_front.lost[0][1].startswith(why)

    async def test_an_id_that_is_stated_twice_opens_no_link(self, kind: Kind) -> None:
        async with linked(kind) as nodes:
            reader, writer = await nodes.connect()
            twice = f"Undertide-Key: {KEY.hex()}\r\n".encode()
            writer.write(request_bytes().replace(b"Host:", twice + b"Host:"))
            assert (await reader.readline()).startswith(b"HTTP/1.1 403 ")
            await hang_up(writer)

    async def test_who_asks_for_nothing_is_sent_away(
        self, kind: Kind, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(opening, "DIAL_SECONDS", 0.05)
        async with linked(kind) as nodes:
            reader, writer = await nodes.connect()
            writer.write(request_bytes()[:-2])
            assert await reader.read() == b""
            await hang_up(writer)

    async def test_refusals_fill_no_log(self, kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(opening, "REFUSALS_AT_ONCE", 2.0)
        monkeypatch.setattr(opening, "REFUSALS_A_SECOND", 0.0)
        async with linked(kind) as nodes:
            with capture_logs() as logs:
                for _ in range(4):
                    _, _, writer = await request(nodes, key="wrong")
                    await hang_up(writer)
        assert [each["event"] for each in logs if "refused" in each["event"]] == [
            "link refused",
            "link refused",
        ]


class TestCertificates:
    async def test_a_node_with_another_certificate_is_shown_no_key(self) -> None:
        shown = asyncio.Event()
        other = fresh_certificate()

        async def take(reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
            if await reader.read():
                shown.set()

        async with linked("port") as nodes:
            assert nodes.address is not None
            server = await asyncio.start_server(take, "127.0.0.1", 0, ssl=other.context)
            port = server.sockets[0].getsockname()[1]
            nodes.address = replace(nodes.address, place=f"127.0.0.1:{port}")
            nodes.dialled().send(MemberGone(1))
            await nodes.at_front.until(lambda: nodes.at_front.lost)
            server.close()
            await server.wait_closed()
        assert not shown.is_set()
        ((_, why),) = nodes.at_front.lost
        assert why.endswith("shows another certificate than the node has")

    async def test_a_row_without_a_certificate_is_not_dialled(self) -> None:
        async with linked("port") as nodes:
            assert nodes.address is not None
            nodes.address = replace(nodes.address, certificate=b"")
            nodes.dialled()
            await nodes.at_front.until(lambda: nodes.at_front.lost)
        assert nodes.at_front.lost[0][1].startswith("the node's row has no certificate")

    async def test_a_row_with_an_odd_address_is_not_dialled(self) -> None:
        async with linked("port") as nodes:
            assert nodes.address is not None
            nodes.address = replace(nodes.address, place="nowhere")
            nodes.dialled()
            await nodes.at_front.until(lambda: nodes.at_front.lost)
        assert nodes.at_front.lost[0][1].startswith("'nowhere' is no address of a node")

    @pytest.mark.both_loops
    async def test_a_question_crosses_a_secure_link(self) -> None:
        async def report(_question: AskStatus) -> NodeReport:
            return NodeReport(bytes(3_000_000))

        async with linked("port") as nodes:
            nodes.owner.answer_with(AskStatus, report)
            answer = await nodes.front.query_node("owner", AskStatus(), NodeReport)
        assert answer == NodeReport(bytes(3_000_000))

    async def test_what_crosses_it_is_encrypted(self) -> None:
        heard = bytearray()

        async with linked("port") as nodes:
            place = HostPort.parse(nodes.listener.address)

            async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                owner, to_owner = await asyncio.open_connection(place.host, place.port)

                async def back() -> None:
                    while data := await owner.read(65536):
                        writer.write(data)

                backwards = asyncio.ensure_future(back())
                while data := await reader.read(65536):
                    heard.extend(data)
                    to_owner.write(data)
                to_owner.close()
                await backwards
                writer.close()

            server = await asyncio.start_server(relay, "127.0.0.1", 0)
            assert nodes.address is not None
            port = server.sockets[0].getsockname()[1]
            nodes.address = replace(nodes.address, place=f"127.0.0.1:{port}")
            nodes.dialled().send(MemberGone(1))
            await nodes.at_owner.until(lambda: nodes.at_owner.from_fronts)
            nodes.dialled().close("done")
            await nodes.at_owner.until(lambda: nodes.at_owner.lost)
            server.close()
            await server.wait_closed()
        assert KEY.hex().encode() not in heard
        assert heard[:1] == b"\x16", "the first byte of a handshake of TLS"

    @pytest.mark.both_loops
    async def test_an_older_tls_opens_no_link(self) -> None:
        async with linked("port") as nodes:
            place = HostPort.parse(nodes.listener.address)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            context.maximum_version = ssl.TLSVersion.TLSv1_2
            with pytest.raises((ssl.SSLError, ConnectionError)):
                await asyncio.open_connection(place.host, place.port, ssl=context)


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server((LOOPBACK, 0)) as listening:
        yield listening


def found(*addresses: tuple[str, int]) -> list[tuple[Any, ...]]:
    return [(socket.AF_INET, socket.SOCK_STREAM, 0, "", each) for each in addresses]


async def test_the_next_address_of_a_name_is_tried(
    listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server((LOOPBACK, 0)) as left:
        nobody = left.getsockname()
    there = listener.getsockname()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found(nobody, there))
    with await connected(HostPort("node-1", 1)) as way:
        assert way.getpeername() == there


async def test_a_name_without_an_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [])
    with pytest.raises(OSError, match="node-1 has no address"):
        await connected(HostPort("node-1", 1))


async def test_whoever_dials_waits_for_no_name_server_and_holds_up_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = threading.Event()

    def look_up(*_: object, **__: object) -> list[tuple[Any, ...]]:
        answers.wait()
        return []

    class NotedEnd:
        def receive(self, data: bytes) -> None:
            raise AssertionError(data)

        def lose(self, _reason: str) -> None:
            pass

    monkeypatch.setattr(opening, "DIAL_SECONDS", 0.05)
    monkeypatch.setattr(opening, "_lookups", ThreadPoolExecutor(MOST_LOOKUPS))
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    address = NodeAddress("node-1:4415", b"key", fresh_certificate().shown)
    with monkeypatch.context() as changed:
        changed.setattr(socket, "getaddrinfo", look_up)
        for _ in range(MOST_LOOKUPS + 2):
            with pytest.raises(LinkRefusedError, match="nobody accepts links at node-1:4415"):
                await opening.dial(address, "front", NotedEnd())
        assert await asyncio.to_thread(str, 1) == "1"
        answers.set()
