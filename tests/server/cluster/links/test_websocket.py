"""Wires over real Unix sockets: who may open one, and what ends it."""

import asyncio
import base64
from dataclasses import replace

import pytest

from support.cluster.linked_nodes import KEY, Linked, linked
from undertide_server.cluster.links import link, websocket
from undertide_server.cluster.links.link import LINK_MAX_MESSAGE
from undertide_server.cluster.links.messages import LINK_VERSION, MemberGone, MemberSaid

REQUEST = (
    "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {nonce}\r\n"
    "Undertide-Link: {version}\r\nUndertide-Node: {node}\r\nUndertide-Key: {key}\r\n\r\n"
)


async def request(
    nodes: Linked, version: str = str(LINK_VERSION), node: str = "front", key: str = KEY.hex()
) -> tuple[str, asyncio.StreamReader, asyncio.StreamWriter]:
    """Ask for a link byte by byte; return the status line, and the connection."""
    reader, writer = await asyncio.open_unix_connection(nodes.path)
    nonce = base64.b64encode(bytes(16)).decode()
    writer.write(REQUEST.format(nonce=nonce, version=version, node=node, key=key).encode())
    head = await reader.readuntil(b"\r\n\r\n")
    return head.split(b"\r\n")[0].decode(), reader, writer


def frame(opcode: int, data: bytes, *, said: int | None = None) -> bytes:
    """Return a frame of a client with an empty mask; `said` is a length that it states wrongly."""
    length = len(data) if said is None else said
    if length < 126:
        head = bytes([0x80 | opcode, 0x80 | length])
    else:
        head = bytes([0x80 | opcode, 0x80 | 127]) + length.to_bytes(8, "big")
    return head + bytes(4) + data


class NotedEnd:
    """The end of a link that only notes what it is told."""

    def __init__(self) -> None:
        self.received: list[bytes] = []
        self.lost: list[str] = []

    def receive(self, data: bytes) -> None:
        self.received.append(data)

    def lose(self, reason: str) -> None:
        self.lost.append(reason)


class TestRefusals:
    @pytest.mark.parametrize(
        ("shown", "status", "reason"),
        [
            ({"key": ""}, "403 Forbidden", "the key is wrong"),
            ({"key": bytes(32).hex()}, "403 Forbidden", "the key is wrong"),
            ({"key": KEY.hex()[:-1] + "é"}, "403 Forbidden", "the key is wrong"),
            ({"version": "0"}, "426 Upgrade Required", "has version 0; this node speaks version 1"),
            ({"version": ""}, "426 Upgrade Required", "has version ; this node speaks version 1"),
            ({"node": ""}, "400 Bad Request", "an id has 1 to 64 characters"),
            ({"node": "x" * 65}, "400 Bad Request", "an id has 1 to 64 characters"),
        ],
        ids=["no key", "wrong key", "odd key", "other version", "no version", "no id", "long id"],
    )
    async def test_whoever_may_not_open_a_link_reads_why(
        self, shown: dict[str, str], status: str, reason: str
    ) -> None:
        async with linked() as nodes:
            line, reader, writer = await request(nodes, **shown)
            told = await reader.read()
            writer.close()
        assert line == f"HTTP/1.1 {status}"
        assert reason in told.decode()
        assert nodes.at_owner.lost == []

    async def test_a_front_with_a_wrong_key_learns_that_its_link_is_lost(self) -> None:
        async with linked() as nodes:
            assert nodes.address is not None
            nodes.address = replace(nodes.address, key=bytes(32))
            nodes.dialled().send(MemberGone(1))
            await nodes.at_front.until(lambda: nodes.at_front.lost)
        assert nodes.at_front.lost == [("owner", "it refused the link: the key is wrong")]
        assert nodes.at_owner.from_fronts == []

    async def test_a_node_that_listens_nowhere_is_not_reached(self) -> None:
        async with linked() as nodes:
            nodes.address = websocket.NodeAddress(f"{nodes.path}.gone", KEY)
            nodes.dialled()
            await nodes.at_front.until(lambda: nodes.at_front.lost)
        assert nodes.at_front.lost[0][1].startswith(f"nobody accepts links at {nodes.path}.gone")


class TestEnds:
    async def test_a_message_that_comes_with_the_handshake_is_read(self) -> None:
        async with linked() as nodes:
            _, _, writer = await request(nodes)
            writer.write(frame(2, b"\x91\x92\xa4gone\x07"))
            await nodes.at_owner.until(lambda: nodes.at_owner.from_fronts)
            writer.close()
            await nodes.at_owner.until(lambda: nodes.at_owner.lost)
        assert nodes.at_owner.from_fronts == [MemberGone(7)]

    async def test_a_cut_in_the_middle_of_a_message_loses_that_message_alone(self) -> None:
        async with linked() as nodes:
            _, _, writer = await request(nodes)
            whole = frame(2, b"\x91\x93\xa4said\x08\xc4\x05hello")
            writer.write(whole + whole[:-3])
            await writer.drain()
            writer.close()
            await nodes.at_owner.until(lambda: nodes.at_owner.lost)
        assert nodes.at_owner.from_fronts == [MemberSaid(8, b"hello")]
        assert [node for node, _ in nodes.at_owner.lost] == ["front"]

    @pytest.mark.parametrize(
        ("sent", "why"),
        [
            (frame(2, b"\xc1"), "1 bytes that are no messages of a link"),
            (frame(1, b"hello"), "a message that is no whole binary one"),
            (bytes([0x02, 0x80]) + bytes(4), "a message that is no whole binary one"),
            (frame(2, b"", said=LINK_MAX_MESSAGE + 1), "frame with 16777217 bytes exceeds limit"),
            (bytes([0xFF, 0x80]) + bytes(4), "invalid opcode"),
            (frame(8, b"\x03\xe8bye"), "the node said: bye"),
        ],
        ids=["malformed", "text", "in parts", "too large", "no websocket", "goodbye"],
    )
    async def test_what_may_not_come_ends_the_link(self, sent: bytes, why: str) -> None:
        async with linked() as nodes:
            _, reader, writer = await request(nodes)
            writer.write(sent)
            await nodes.at_owner.until(lambda: nodes.at_owner.lost)
            await reader.read()
            writer.close()
        ((node, reason),) = nodes.at_owner.lost
        assert node == "front"
        assert why in reason

    async def test_the_other_end_is_probed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(link, "PING_SECONDS", 0.0)
        async with linked() as nodes:
            _, reader, writer = await request(nodes)
            assert await reader.readexactly(2) == b"\x89\x00"
            writer.close()
            await nodes.at_owner.until(lambda: nodes.at_owner.lost)

    async def test_a_wire_that_ends_says_why(self) -> None:
        async with linked() as nodes:
            end = NotedEnd()
            wire = await websocket.dial(websocket.NodeAddress(str(nodes.path), KEY), "x", end)
            wire.end("enough" + "!" * 200)
            await nodes.at_owner.until(lambda: nodes.at_owner.lost)
        assert nodes.at_owner.lost == [("x", "the node said: enough" + "!" * 114)]
