"""Wires over real sockets, with TLS and without: what they carry, and what ends them."""

import pytest

from support.cluster.link_requests import request
from support.cluster.linked_nodes import KINDS, Kind, linked
from support.gateway.client_frames import client_frame
from undertide_server.cluster.links import link
from undertide_server.cluster.links.link import LINK_MAX_MESSAGE
from undertide_server.cluster.links.messages import MemberGone, MemberSaid
from undertide_server.cluster.links.opening import dial

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
