"""Two gateways of one process, whose nodes know each other and relay each other's clients."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from support.cluster.linked_nodes import Kind, listener_of
from support.cluster.memory_store import StoreClock, opened_by_clock
from support.content.shipped import shipped
from support.gateway.real_gateway import Hosted, settings
from support.sessions.account_services import open_account_service
from support.sessions.fake_server import FakeServer, token
from support.sessions.made_sessions import make_session
from undertide_server.accounts.service import AccountService
from undertide_server.cluster.directory import ClusterDirectory
from undertide_server.cluster.health import ClusterHealth
from undertide_server.cluster.incoming import IncomingRuns
from undertide_server.cluster.links.address import NodeAddress
from undertide_server.cluster.links.errors import LinkRefusedError
from undertide_server.cluster.links.link import WireEnd
from undertide_server.cluster.links.listener import LinkListener
from undertide_server.cluster.links.messages import TakeRun
from undertide_server.cluster.links.node_links import NodeLinks
from undertide_server.cluster.lobby import ClusterLobby, LobbyLines
from undertide_server.cluster.moves import Moves
from undertide_server.cluster.other_nodes import NodeParts
from undertide_server.cluster.store_thread import StoreThread
from undertide_server.cluster.takeover import Takeover
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.server import Gateway
from undertide_server.sessions.model.settings import encode_settings
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_server.simulation.version import RULES
from undertide_server.startup.kept_runs import KeptRuns
from undertide_server.store.durable import DurableJournal
from undertide_server.store.leases import ClusterNews, Load, LobbyLine, Node, NodeStatus
from undertide_server.store.ownership import Owned, OwnedSession
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
        self.other: MemoryWire | None = None

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


class KnownOwners:
    """Tells which node plays each session, as the store of a cluster does."""

    def __init__(self) -> None:
        self.registries: dict[str, Registry] = {}

    async def call(self, ask: Callable[[Any], Any]) -> Any:
        """Answer a question about owners at once."""
        return ask(self)

    def find_session(self, session: str) -> OwnedSession | None:
        found = next((each for each in self._owned() if each.session == session), None)
        if found is None:
            return None
        settings = self.registries[found.node].sessions[session].policy.settings
        return OwnedSession(found, encode_settings(settings))

    def token_digests(self, run: str) -> list[bytes]:
        played = (registry.of_run(run) for registry in self.registries.values())
        seats = [
            seat for session in played if session is not None for seat in session.members.seating
        ]
        return [digest for seat in seats for digest in seat.tokens]

    def owner_of_run(self, run: str) -> Owned | None:
        return next((each for each in self._owned() if each.run == run), None)

    def _owned(self) -> list[Owned]:
        return [
            Owned(session.config.run, session.id, node, 1)
            for node, registry in self.registries.items()
            for session in list(registry.sessions.values())
        ]


@dataclass
class NodeKeeper:
    """What a node over a folder has besides: its journal, and what moves its runs."""

    journal: DurableJournal
    store: StoreThread
    takeover: Takeover
    moves: Moves
    incoming: IncomingRuns


class HostedNode(Hosted):
    """A gateway that is a node, and its links and its knowledge of the other node."""

    def __init__(
        self,
        name: str,
        server: FakeServer,
        service: AccountService,
        owners: KnownOwners,
        links_of: Callable[[str, ClusterDirectory], NodeLinks],
        runs: Path | None,
    ) -> None:
        gateway = Gateway(server.settings, server.registry, service, runs)
        super().__init__(gateway, server.registry, service, server.settings)
        self.name = name
        owners.registries[name] = server.registry
        self.lines = LobbyLines(server.registry, iter(range(10**9)).__next__)
        self.directory = ClusterDirectory(name, server.registry, self.lines, owners)
        self.links = links_of(name, self.directory)
        lobby = ClusterLobby(server.registry, self.lines, self.directory.remote)
        health = ClusterHealth(name, len(NAMES), asyncio.get_running_loop().time())
        self.relay = gateway.join_cluster(NodeParts(self.links, self.directory, lobby, health))
        self.keeper: NodeKeeper | None = None

    def make(self, preset: str = "", pace: Pace | None = None) -> Session:
        """Make a session on this node."""
        return make_session(self.registry, preset, pace, asyncio.get_running_loop().time())

    def keep_runs(self, folder: Path, journal: DurableJournal, clock: StoreClock) -> NodeKeeper:
        """Keep the runs of this node in a folder, and let it take others over."""
        self.registry.resting_runs = KeptRuns(folder, self.registry, journal)
        store = StoreThread(partial(opened_by_clock, folder, clock))
        takeover = Takeover(self.registry, journal.own, self.gateway.scheduler.move_on)
        directory, links = self.directory, self.links
        moves = Moves(self.registry, directory, links, store, journal.own, self.relay)
        incoming = IncomingRuns(self.registry, directory, store, takeover, lambda: True)
        self.links.answer_with(TakeRun, incoming.answer_take)
        self.keeper = NodeKeeper(journal, store, takeover, moves, incoming)
        return self.keeper

    def forget_runs(self) -> None:
        """Stop all that concerns the folder."""
        if self.keeper is not None:
            self.keeper.incoming.close()
            self.keeper.takeover.close()
            self.keeper.store.close()
            self.keeper.journal.stop()


class NodePair:
    """Two nodes. `tell` makes both know what the other one has."""

    def __init__(self, clock: StoreClock) -> None:
        self.nodes: list[HostedNode] = []
        self.clock = clock
        self.owners = KnownOwners()
        self.dead: set[str] = set()
        self.listeners: Mapping[str, LinkListener] = {}
        """Where the nodes listen, by name, if they do so at real sockets."""
        self.is_cut = False
        """Whether the nodes can't reach each other."""

    @property
    def north(self) -> HostedNode:
        """The first node."""
        return self.nodes[0]

    @property
    def south(self) -> HostedNode:
        """The other node."""
        return self.nodes[1]

    async def tell(self, *strangers: tuple[NodeStatus, LobbyLine]) -> None:
        """Give both nodes the news that their heartbeats would read.

        `strangers` are nodes besides, with a session each.
        """
        statuses = tuple(self._status(node) for node in self.nodes)
        statuses += tuple(status for status, _ in strangers)
        lobby: dict[str, tuple[LobbyLine, ...]]
        lobby = {status.id: (line,) for status, line in strangers}
        for node in self.nodes:
            lines = await node.lines.changed()
            if lines is not None:
                lobby[node.name] = tuple(lines)
        for node in self.nodes:
            node.directory.note_news(ClusterNews(statuses, {}, frozenset(), lobby))
            node.gateway.note_nodes(statuses)

    def _status(self, node: HostedNode) -> NodeStatus:
        entered = Node(node.name, node.name, node.name.encode(), RULES, "0.1.0")
        load = Load(len(node.registry.sessions))
        return NodeStatus(entered, "serving", load, 0.0, 0.0, node.name not in self.dead)

    async def move(self, session: Session, former: HostedNode, to: HostedNode) -> Session:
        """Move a session from one node to the other; return it there."""
        assert former.keeper is not None
        await former.keeper.moves.move(session.config.run, to.name)
        return to.registry.sessions[session.id]

    async def lose(self, dead: HostedNode, left: HostedNode) -> None:
        """Cut a node off from the other one for good. Nobody takes its runs."""
        self.dead.add(dead.name)
        del self.owners.registries[dead.name]
        left.links.drop([dead.name])
        await self.tell()

    def cut(self) -> None:
        """Cut the nodes off from each other. Both live, and keep their runs."""
        self.is_cut = True
        for node in self.nodes:
            node.links.drop([each.name for each in self.nodes])

    async def kill(self, dead: HostedNode, heir: HostedNode) -> None:
        """Cut a node off from everything for good; the other one takes its runs over."""
        await self.lose(dead, heir)
        await self.claim(dead, heir)

    async def claim(self, former: HostedNode, heir: HostedNode) -> None:
        """Let a node claim all runs of the other one, whose lease has expired."""
        assert heir.keeper is not None
        await heir.keeper.store.call(lambda owners: owners.remove(former.name))
        claims = await heir.keeper.store.call(lambda owners: owners.claim_orphans(heir.name, 9))
        heir.keeper.takeover.claim_runs(claims)


@asynccontextmanager
async def node_pair(
    runs: Path | None = None, *, sockets: Kind | None = None, **limits: Any
) -> AsyncIterator[NodePair]:
    """Run two nodes until the test is over, with links in memory, or over real sockets.

    With a folder for `runs`, they can move from one to the other.
    """
    pair = NodePair(StoreClock())
    async with AsyncExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        if sockets is not None:
            pair.listeners = {name: listener_of(sockets, folder / name) for name in NAMES}
        links_of = _linked_by_sockets(pair) if sockets else _linked_in_memory(pair)
        for name in NAMES:
            service = opened.enter_context(open_account_service(None))
            server, journal = _server(name, service, runs, settings(None, **limits))
            node = HostedNode(name, server, service, pair.owners, links_of, runs)
            if runs is not None and journal is not None:
                keeper = node.keep_runs(runs, journal, pair.clock)
                opened.callback(node.forget_runs)
                entered = Node(name, name, b"", RULES, "0.1.0")
                await keeper.store.call(lambda owners, entered=entered: owners.register(entered))  # type: ignore[misc]
            if sockets:
                listening = node.links.listening(pair.listeners[name], node.relay)
                await opened.enter_async_context(listening)
            else:
                opened.enter_context(node.links.open_to(node.relay))
            await opened.enter_async_context(node.gateway)
            pair.nodes.append(node)
        await pair.tell()
        yield pair


def _server(
    name: str, service: AccountService, runs: Path | None, chosen: ServerSettings
) -> tuple[FakeServer, DurableJournal | None]:
    journal = None
    if runs is not None:
        deliver = asyncio.get_running_loop().call_soon_threadsafe
        journal = DurableJournal(runs, deliver, _raise, node=name)
    tokens = count(1 + NAMES.index(name) * APART)
    server = FakeServer(
        chosen,
        {"tutorial": shipped("tutorial")},
        journal,
        fresh_token=lambda: token(next(tokens)),
        record_audit=service.audit.record,
    )
    return server, journal


def _raise(fault: Exception) -> None:
    raise fault


def _linked_by_sockets(pair: NodePair) -> Callable[[str, ClusterDirectory], NodeLinks]:
    def linked(name: str, directory: ClusterDirectory) -> NodeLinks:
        def address_of(node: str) -> NodeAddress | None:
            known, listener = directory.address_of(node), pair.listeners.get(node)
            if known is None or listener is None:
                return known
            return NodeAddress(listener.address, known.key, listener.certificate)

        return NodeLinks(name, name.encode(), address_of)

    return linked


def _linked_in_memory(pair: NodePair) -> Callable[[str, ClusterDirectory], NodeLinks]:
    all_links: dict[str, NodeLinks] = {}

    async def dial(address: NodeAddress, node: str, end: WireEnd) -> MemoryWire:
        if not pair.dead.isdisjoint({address.place, node}):
            raise LinkRefusedError("the node is dead")
        if pair.is_cut:
            raise LinkRefusedError("nobody answers")
        ours, theirs = MemoryWire(), MemoryWire()
        ours.other, theirs.other = theirs, ours
        ours.end_of_link = end
        theirs.end_of_link = all_links[address.place].accept(node, theirs)
        return ours

    def linked(name: str, directory: ClusterDirectory) -> NodeLinks:
        links = all_links[name] = NodeLinks(name, name.encode(), directory.address_of, dial)
        return links

    return linked
