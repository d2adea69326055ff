"""Nodes with links between them in one process, over real sockets or wires that note all.

Requests for links and frames of websockets can be made byte by byte, too.
"""

import asyncio
import base64
import socket
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final, Literal

import msgspec

from undertide_server.cluster.links.address import HostPort, NodeAddress
from undertide_server.cluster.links.handshake import LINK_VERSION
from undertide_server.cluster.links.link import LinkToFront, LinkToOwner
from undertide_server.cluster.links.listener import LinkListener
from undertide_server.cluster.links.messages import FrontMessage, OwnerMessage
from undertide_server.cluster.links.node_links import NodeLinks
from undertide_server.cluster.links.tls import front_context

KEY = bytes(range(32))
LOOPBACK = "127.0.0.1"
Kind = Literal["socket", "port"]
"""Where a node listens: at a Unix socket, or at a port inside TLS."""
KINDS: Final[tuple[Kind, ...]] = ("socket", "port")
REQUEST = (
    "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {nonce}\r\n"
    "Undertide-Link: {version}\r\nUndertide-Node: {node}\r\nUndertide-Key: {key}\r\n\r\n"
)


class NotedHandler:
    """A handler of links that notes all that they bring, and lets tests wait for it."""

    def __init__(self) -> None:
        self.from_fronts: list[FrontMessage] = []
        self.from_owners: list[OwnerMessage] = []
        self.fronts: list[LinkToFront] = []
        """The links over which messages of fronts came."""
        self.lost: list[tuple[str, str]] = []
        """The nodes whose links were lost, and why."""
        self._changed = asyncio.Event()

    def handle_from_front(self, link: LinkToFront, message: FrontMessage) -> None:
        self.from_fronts.append(message)
        self.fronts.append(link)
        self._changed.set()

    def handle_from_owner(self, _link: LinkToOwner, message: OwnerMessage, /) -> None:
        self.from_owners.append(message)
        self._changed.set()

    def front_lost(self, link: LinkToFront) -> None:
        self.lost.append((link.node, link.lost))
        self._changed.set()

    def owner_lost(self, link: LinkToOwner) -> None:
        self.lost.append((link.node, link.lost))
        self._changed.set()

    async def until(self, is_there: Callable[[], object]) -> None:
        """Wait until something is there, which comes with a message or a loss."""
        while not is_there():
            self._changed.clear()
            await self._changed.wait()


class Linked:
    """Two nodes: `front` dials `owner`."""

    def __init__(self, listener: LinkListener) -> None:
        self.listener = listener
        place, certificate = listener.address, listener.certificate
        self.address: NodeAddress | None = NodeAddress(place, KEY, certificate)
        self.front = NodeLinks("front", bytes(32), self._address_of)
        self.owner = NodeLinks("owner", KEY, lambda _: None)
        self.at_front = NotedHandler()
        self.at_owner = NotedHandler()

    def _address_of(self, node: str) -> NodeAddress | None:
        return self.address if node == "owner" else None

    def dialled(self) -> LinkToOwner:
        """Return the front's link to the owner."""
        link = self.front.to("owner")
        assert link is not None
        return link

    def nowhere(self) -> NodeAddress:
        """Return an address of the same kind at which nobody listens."""
        if self.listener.context is None:
            return NodeAddress(f"{self.listener.address}.gone", KEY)
        with socket.create_server((LOOPBACK, 0)) as bound:
            port = bound.getsockname()[1]
        return NodeAddress(f"{LOOPBACK}:{port}", KEY, self.listener.certificate)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return a connection to the owner on which nothing has been said, inside TLS if it is."""
        if self.listener.context is None:
            return await asyncio.open_unix_connection(self.listener.address)
        place = HostPort.parse(self.listener.address)
        context = front_context(self.listener.certificate)
        return await asyncio.open_connection(place.host, place.port, ssl=context)


def listener_of(kind: Kind, path: Path) -> LinkListener:
    """Return a place where links are accepted: a Unix socket at a path, or a free port."""
    if kind == "socket":
        return LinkListener.at_socket(path)
    return LinkListener.at_port(HostPort(LOOPBACK, 0))


@asynccontextmanager
async def linked(kind: Kind = "socket") -> AsyncIterator[Linked]:
    """Return two nodes, the owner listening at a Unix socket or a port, until this ends."""
    # A socket's path has at most some 100 characters, so it can't be pytest's.
    with tempfile.TemporaryDirectory() as folder:
        listener = listener_of(kind, Path(folder) / "owner")
        nodes = Linked(listener)
        async with nodes.owner.listening(listener, nodes.at_owner):
            with nodes.front.open_to(nodes.at_front):
                yield nodes


class NotedWire:
    """A wire that notes what is written, and takes nothing while `is_stuck`."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.heard_at = asyncio.get_running_loop().time()
        self.is_stuck = False
        self.probes = 0
        self.ended: str | None = None
        self.is_cut = False

    @property
    def unsent(self) -> int:
        return sum(map(len, self.written)) if self.is_stuck else 0

    @property
    def messages(self) -> list[list[list[object]]]:
        """What was written: a list of messages for each write, each with its tag first."""
        return [msgspec.msgpack.decode(each) for each in self.written]

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def probe(self) -> None:
        self.probes += 1

    def end(self, reason: str) -> None:
        self.ended = reason

    def cut(self) -> None:
        self.is_cut = True


def request_bytes(
    version: str = str(LINK_VERSION), node: str = "front", key: str = KEY.hex()
) -> bytes:
    """Return a request for a link."""
    nonce = base64.b64encode(bytes(16)).decode()
    return REQUEST.format(nonce=nonce, version=version, node=node, key=key).encode()


async def request(
    nodes: Linked, version: str = str(LINK_VERSION), node: str = "front", key: str = KEY.hex()
) -> tuple[str, asyncio.StreamReader, asyncio.StreamWriter]:
    """Ask for a link byte by byte; return the status line, and the connection."""
    reader, writer = await nodes.connect()
    writer.write(request_bytes(version, node, key))
    head = await reader.readuntil(b"\r\n\r\n")
    return head.split(b"\r\n")[0].decode(), reader, writer


async def hang_up(*writers: asyncio.StreamWriter) -> None:
    """End connections, and wait until they have ended."""
    for writer in writers:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
