import asyncio
from typing import cast

from undertide_server.util.early_bytes import feed_soon


class Reader(asyncio.BufferedProtocol):
    """A protocol that takes five bytes at once."""

    def __init__(self) -> None:
        self.buffer = memoryview(bytearray(5))
        self.read: list[bytes] = []

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002
        return self.buffer

    def buffer_updated(self, nbytes: int) -> None:
        self.read.append(bytes(self.buffer[:nbytes]))


class Line:
    """A transport that has no protocol yet."""

    protocol: asyncio.BaseProtocol | None = None

    def get_protocol(self) -> asyncio.BaseProtocol | None:
        return self.protocol


def feed(line: Line, data: bytes) -> None:
    feed_soon(cast("asyncio.Transport", line), data)


async def test_the_protocol_that_is_set_next_gets_all_in_pieces_of_its_own_size() -> None:
    line = Line()
    feed(line, b"client hello")
    line.protocol = reader = Reader()
    await asyncio.sleep(0)
    assert reader.read == [b"clien", b"t hel", b"lo"]


async def test_where_nothing_came_nobody_is_asked() -> None:
    feed(Line(), b"")
    await asyncio.sleep(0)
