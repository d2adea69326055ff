"""A connection that ends is gone at once: reference counts free it, without garbage collection."""

import contextlib
import gc
from collections.abc import Awaitable, Callable

import pytest
from websockets.server import ServerProtocol

from support.gateway.raw_sockets import opened, until_cut
from support.gateway.real_gateway import Hosted, hosted
from support.processes.waiting import until
from undertide_server.gateway.connections.peers import ConnectedPeer
from undertide_server.gateway.edge.socket import Socket
from undertide_shared.messages import Leave, Left

pytestmark = pytest.mark.both_loops

KINDS = (Socket, ServerProtocol, ConnectedPeer)
"""The parts of a connection."""
Visit = Callable[[Hosted], Awaitable[None]]


async def leaves(host: Hosted) -> None:
    """Play, leave the session and say goodbye."""
    async with host.player("Ann") as ann:
        await ann.send(Leave())
        await ann.until(Left)


async def vanishes(host: Hosted) -> None:
    """Play, and end the connection without a word."""
    async with host.player("Ann") as ann:
        ann.connection.transport.abort()


async def says_nonsense(host: Hosted) -> None:
    """Send frames that no WebSocket may send."""
    async with host.stranger() as stranger:
        stranger.connection.transport.write(b"\xff" * 20)
        with contextlib.suppress(Exception):
            await stranger.receive()


async def reads_a_page(host: Hosted) -> None:
    """Ask for a page, as browsers do."""
    reader, writer = await opened(host.address)
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
    await until_cut(reader, writer)


async def asks_wrongly(host: Hosted) -> None:
    """Send a request that is none."""
    reader, writer = await opened(host.address)
    writer.write(b"nonsense\r\n\r\n")
    await until_cut(reader, writer)


def alive() -> int:
    """Return how many parts of a server's connections there are."""
    return sum(issubclass(type(each), KINDS) for each in gc.get_objects())


@pytest.mark.usefixtures("no_collection")
@pytest.mark.parametrize("visit", [leaves, vanishes, says_nonsense, reads_a_page, asks_wrongly])
async def test_a_connection_that_ended_is_freed_by_reference_counts(visit: Visit) -> None:
    async with hosted() as host:
        before = alive()
        await visit(host)
        await host.deserted()
        await until(lambda: alive() == before)
