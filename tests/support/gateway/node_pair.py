"""Two gateways of one process, whose nodes know each other and relay each other's clients."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from support.content.shipped import shipped
from support.gateway.real_gateway import Hosted, settings
from support.processes.waiting import until
from support.sessions.account_services import open_account_service
from support.sessions.fake_server import FakeServer, token
from support.sessions.made_sessions import make_session
from undertide_server.cluster.directory import ClusterDirectory
from undertide_server.cluster.links.node_links import NodeLinks
from undertide_server.cluster.links.websocket import NodeAddress
from undertide_server.cluster.links.wire import WireEnd
from undertide_server.cluster.lobby import ClusterLobby
from undertide_server.cluster.lobby_lines import LobbyLines
from undertide_server.cluster.node_parts import NodeParts
from undertide_server.gateway.relay.relay import Relay
from undertide_server.gateway.server import Gateway
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_server.store.ownership import ClusterNews, Load, Node, NodeStatus, Owned
from undertide_shared.messages import Pace

NAMES = ("north", "south")
APART = 10_000
"""Between the first tokens of two nodes, which make the names of their runs and sessions."""


class MemoryWire:
    """One end of a wire in memory: what is written arrives in the next turn of the event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.heard_at = self._loop.time()
        self.unsent = 0
        self.end_of_link: WireEnd | None = None
        self.other: "MemoryWire | None" = None

    def write(self, data: bytes) -> None:
        self._loop.call_soon(self._arrive, data)

    def _arrive(self, data: bytes) -> None:
        if self.other is not None and self.other.end_of_link is not None:
            self.other.end_of_link.receive(data)

    def probe(self) -> None:
        if self.other is not None:
            self.heard_at = self._loop.time()

    def end(self, reason: str) -> None:
        self._loop.call_soon(self._break, reason)

    def cut(self) -> None:
        self.end("the link was cut")

    def _break(self, reason: str) -> None:
        other, self.other = self.other, None
        if other is not None:
            other.other = None
            assert other.end_of_link is not None
            other.end_of_link.lose(reason)


class Store:
    """Knows which node has each session, as the store of a cluster does."""

    def __init__(self) -> None:
        self.registries: dict[str, Registry] = {}
        self.owners: dict[str, str] = {}
        """Owners of runs that no registry has, by run."""

    def owner_of_session(self, session: str) -> Owned | None:
        return next((each for each in self._owned() if each.session == session), None)

    def owner_of_run(self, run: str) -> Owned | None:
        return next((each for each in self._owned() if each.run == run), None)

    def _owned(self) -> list[Owned]:
        return [
            Owned(session.config.run, session.id, node, 1)
            for node, registry in self.registries.items()
            for session in list(registry.sessions.values())
        ]


@dataclass
class HostedNode(Hosted):
    """A gateway that is a node."""

    name: str = ""
    relay: Relay = None  # type: ignore[assignment]
    links: NodeLinks = None  # type: ignore[assignment]
    directory: ClusterDirectory = None  # type: ignore[assignment]
    lines: LobbyLines = None  # type: ignore[assignment]

    def make(self, preset: str = "", pace: Pace | None = None) -> Session:
        """Make a session on this node."""
        return make_session(self.registry, preset, pace, asyncio.get_running_loop().time())


class NodePair:
    """Two nodes. `tell` makes both know what the other one has."""

    def __init__(self, nodes: list[HostedNode]) -> None:
        self.north, self.south = nodes
        self.dead: set[str] = set()

    @property
    def nodes(self) -> list[HostedNode]:
        return [self.north, self.south]

    async def tell(self) -> None:
        """Give both nodes the news that their heartbeats would read."""
        statuses = tuple(self._status(node) for node in self.nodes)
        lobby = {}
        for node in self.nodes:
            lines = await node.lines.changed()
            if lines is not None:
                lobby[node.name] = tuple(lines)
        for node in self.nodes:
            node.directory.note_news(ClusterNews(statuses, {}, frozenset(), lobby))

    def _status(self, node: HostedNode) -> NodeStatus:
        entered = Node(node.name, node.name, b"", 1, "0.1.0")
        load = Load(len(node.registry.sessions), 0, 0)
        return NodeStatus(entered, "serving", load, 0.0, 0.0, node.name not in self.dead)


@asynccontextmanager
async def node_pair(*, sockets: bool = False, **limits: Any) -> AsyncIterator[NodePair]:
    """Run two nodes until the test is over, with links in memory or over Unix sockets."""
    store, all_links = Store(), {}

    async def dial(address: NodeAddress, node: str, end: WireEnd) -> MemoryWire:
        ours, theirs = MemoryWire(), MemoryWire()
        ours.other, theirs.other = theirs, ours
        ours.end_of_link = end
        theirs.end_of_link = all_links[address.path].accept(node, theirs)
        return ours

    async with AsyncExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        nodes = []
        for number, name in enumerate(NAMES):
            chosen = settings(None, **limits)
            service = opened.enter_context(open_account_service(None))
            tokens = count(1 + number * APART)
            server = FakeServer(
                chosen,
                {"tutorial": shipped("tutorial")},
                fresh_token=lambda tokens=tokens: token(next(tokens)),
                record_audit=service.audit.record,
            )
            registry = store.registries[name] = server.registry
            lines = LobbyLines(registry, iter(range(10**9)).__next__)
            directory = ClusterDirectory(name, registry, lines, store)
            opened.callback(directory.close)
            address_of: Callable[[str], NodeAddress | None] = directory.address_of
            if sockets:
                address_of = lambda node, directory=directory: (
                    NodeAddress(str(folder / node), node.encode())
                    if directory.address_of(node) is not None
                    else None
                )
                links = NodeLinks(name, name.encode(), address_of)
            else:
                links = NodeLinks(name, name.encode(), address_of, dial)
            all_links[name] = links
            gateway = Gateway(chosen, registry, service)
            lobby = ClusterLobby(registry, lines, directory.remote)
            relay = gateway.join_cluster(NodeParts(links, directory, lobby))
            if sockets:
                await opened.enter_async_context(links.listening(folder / name, relay))
            else:
                opened.enter_context(links.open_to(relay))
            await opened.enter_async_context(gateway)
            parts = name, relay, links, directory, lines
            nodes.append(HostedNode(gateway, registry, service, chosen, {}, *parts))
        pair = NodePair(nodes)
        await pair.tell()
        yield pair
