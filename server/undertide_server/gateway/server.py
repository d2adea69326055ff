"""The gateway: the assembly of a server's edge, from its first connection to its last."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import structlog
from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from undertide_server.accounts.service import AccountService
from undertide_server.cluster.health import ClusterHealth
from undertide_server.cluster.look_back import LookBack
from undertide_server.cluster.other_nodes import NodeParts, OtherNodes
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.connections.census import Census, take_census
from undertide_server.gateway.connections.peers import ConnectedPeer, Peers
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.edge.address import Ports, websocket_address
from undertide_server.gateway.edge.closing import close_connection
from undertide_server.gateway.edge.connection_gate import ConnectionGate
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.edge.errors import ConnectionClosingError
from undertide_server.gateway.edge.loop_shares import LoopShares
from undertide_server.gateway.edge.socket import Socket
from undertide_server.gateway.farewell import STOPPING, Farewell
from undertide_server.gateway.handlers.connection import ConnectionHandler
from undertide_server.gateway.handlers.handlers import HandlerContext, Handlers
from undertide_server.gateway.housekeeping import Housekeeping
from undertide_server.gateway.http.operations import Operations
from undertide_server.gateway.http.pages import CUT_OFF
from undertide_server.gateway.http.website import Website
from undertide_server.gateway.listeners import Listeners
from undertide_server.gateway.loop.session_scheduler import SessionScheduler
from undertide_server.gateway.relay.relay import Relay
from undertide_server.gateway.ssh.service import SshService
from undertide_server.replays.rooms import ReplayRooms
from undertide_server.sessions.registry import Registry
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.leases import NodeStatus
from undertide_shared.closing import Closing

log = structlog.get_logger()

OWNED_ELSEWHERE: Final = "another server goes on with this run"
"""The words to people in a session whose run was lost to a server that this one doesn't know."""


class Gateway:
    """The edge of one server process. Open it with `async with`; leaving it stops the server.

    `account_service` knows who people are. `runs` is the store whose runs can be watched again, if
    any. Everyone is told the `farewell` when it stops. `ports` say whether people also visit by
    ssh. `folder` holds what this process alone needs: it is the store, if that is a folder.

    Raises BadCertificateError when the operator's certificate can't be used; on entry OSError when
    it can't listen on the address, and SshUnavailableError when nobody could visit by ssh.
    """

    def __init__(
        self,
        settings: ServerSettings,
        registry: Registry,
        account_service: AccountService,
        runs: StoreAddress | None = None,
        farewell: Farewell = STOPPING,
        ports: Ports = Ports(),  # noqa: B008  (it can't change)
        folder: Path | None = None,
    ) -> None:
        files = runs if isinstance(runs, Path) else folder
        self._settings = settings
        self._limits = settings.limits
        self._farewell = farewell
        self._registry = registry
        self._ports = ports
        self._loop = asyncio.get_running_loop()
        self.peers = Peers(self._limits)
        self.counters = Counters(hung_workers=registry.hung_workers)
        self.gate = ConnectionGate(settings, self.counters)
        self.gate.is_banned = account_service.is_banned
        self.ssh = None if ports.ssh is None else SshService(settings, self.gate, ports, files)
        self._shares = LoopShares(self._loop)
        self._sender = Sender(self.peers, self._limits, self.counters)
        self.scheduler = SessionScheduler(
            registry, self.peers, self._sender, self.counters, self._shares
        )
        self._look_back = look_back = LookBack(registry)
        self.replays = ReplayRooms(runs, self._limits, registry, look_back, self._sender.send_soon)
        context = HandlerContext(
            registry,
            account_service,
            self.gate.admission,
            self.peers,
            self._sender,
            self.scheduler,
            self.replays,
            look_back,
            runs,
        )
        self._handlers = Handlers(settings, context)
        self.node_orders = self._handlers.node_orders
        self.relay: Relay | None = None
        self._health: ClusterHealth | None = None
        self._operations = Operations(
            settings, registry, self.counters, self.gate.admission, self._census
        )
        self._website = Website(settings, registry, runs, look_back, self.gate, self._operations)
        self._handlers.insight.report = self._website.report_status
        self._listeners = Listeners(self.gate, self._shares, self._answer, self._talk)
        self._opened = AsyncExitStack()
        self._housekeeping = Housekeeping(
            registry, self.scheduler, self.gate, self.peers, self._handlers.auth
        )
        self.address = ""
        """The address where the server listens, once it does. If that is a wildcard,
        `undertide_shared.own_addresses` knows how it is reached."""

    def _census(self) -> Census:
        """Count who is connected now."""
        visits = None if self.ssh is None else self.ssh.visits
        people = self.peers, self.gate.admission, self.replays
        return take_census(self._registry, *people, self._loop.time(), visits, self._health)

    def join_cluster(self, node: NodeParts) -> Relay:
        """Relay clients to the sessions of other nodes, and theirs to the sessions of this one.

        Call this before it listens. The relay takes what the links of the node bring.
        """
        parts = self._registry, self.scheduler, self.peers, self._sender, self._handlers.sessions
        self.relay = self._handlers.router.elsewhere = Relay(node, *parts)
        self._handlers.router.lobby = node.lobby
        self._handlers.auth.on_became = self.relay.front.became
        others = OtherNodes(node.health, node.links)
        self._look_back.join(others, node.directory)
        self.join_others(others)
        return self.relay

    def join_others(self, others: OtherNodes) -> None:
        """Answer operators for the other nodes as well, and have them carry out their orders."""
        self._health = others.health
        self._handlers.server_moderation.join(others)
        self._website.join_others(others)

    def note_nodes(self, nodes: Iterable[NodeStatus]) -> None:
        """Take up the nodes that the renewal of this node's lease found in the store."""
        if self._health is not None:
            self.counters.died_workers += self._health.record_nodes(nodes, self._loop.time())

    def note_takeover(self, former: str) -> None:
        """Count a run that goes on here after its former owner has died."""
        if self._health is not None:
            silence = self._health.silence_of(former, self._loop.time())
            if silence is not None:
                self.counters.takeovers.observe(silence)

    def send_all_elsewhere(self) -> None:
        """Close all connections: this node can't reach the store, and others play its runs."""
        for peer in list(self.peers.connected.values()):
            peer.expel(ConnectionClosingError(Closing.GOING_AWAY, CUT_OFF))

    def note_fenced(self) -> None:
        """Count a write that the store refused, since another node owned the run by then."""
        self.counters.fenced_writes += 1

    def fenced(self, run: str, reason: str) -> None:
        """Give up a run that this node must not write any more (see `Journal.on_fenced`)."""
        self.note_fenced()
        session = self._registry.of_run(run)
        if session is None:
            return
        log.warning("run fenced", run=run, session=session.id, reason=reason)
        if self.relay is None or reason:
            self.scheduler.set_aside(session, reason or OWNED_ELSEWHERE)
        else:
            self.relay.moved(session, "")

    async def __aenter__(self) -> Self:
        host, port = await self._listeners.listen_for_all(
            self._settings, is_shared=self._ports.are_shared
        )
        self.address = websocket_address(host, port, tls=self.gate.tls is not None)
        self._housekeeping.start()
        self._operations.start()
        try:
            await self._open_ssh()
        except BaseException:
            await self._stop()
            raise
        return self

    async def _open_ssh(self) -> None:
        """Take visits by ssh, if the operator wants them."""
        if self.ssh is not None:
            path = await self._opened.enter_async_context(self.ssh.runtime())
            await self._listeners.listen(self._limits, unix=True, path=path)
            await self._opened.enter_async_context(self.ssh.opened(path, self.address))
            self._registry.offers.ssh_port = self.ssh.port

    async def bring_back(self, runs: Sequence[str]) -> None:
        """Bring kept runs back, one after another, while others play."""
        await self._handlers.creation.bring_back_expected(runs, self.scheduler.move_on)

    async def drain(self) -> None:
        """Serve for as long as the settings say, while `/readyz` turns newcomers away."""
        self._operations.turn_away()
        await asyncio.sleep(self._settings.operations.drain_seconds)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stop()

    # --- one connection ----------------------------------------------------------------------

    def _answer(
        self, connection: ServerConnection, request: Request
    ) -> Response | Awaitable[Response] | None:
        """Answer a request; return None if its websocket may open."""
        response = self._website.answer(connection, request)
        if isinstance(response, Response) and "Upgrade" in request.headers:
            self.counters.turned_away[str(response.status_code)] += 1
        return response

    async def _talk(self, socket: ServerConnection) -> None:
        """Serve one connection from its opening handshake to its end."""
        assert isinstance(socket, Socket)
        peer = self.peers.add(socket, self._loop.time())
        self._sender.watch_buffer(peer)
        try:
            handler = ConnectionHandler(
                peer, self._handlers.router, self._sender, self.counters, self._shares, self._limits
            )
            why = await handler.run()
        finally:
            self._forget(peer)
        if why is not None:
            await close_connection(socket, why)

    def _forget(self, peer: ConnectedPeer) -> None:
        self.peers.remove(peer)
        self._sender.unwatch_buffer(peer)
        self._handlers.router.disconnected(peer)

    # --- the whole server --------------------------------------------------------------------

    def apply_settings(self, settings: ServerSettings) -> None:
        """Apply these settings from now on, as far as a running server can.

        Settings that wait for the next start must be unchanged: see `content.settings.reloadable`.
        Raises BadCertificateError; then nothing has changed.
        """
        self.gate.apply_settings(settings)
        self._settings = settings
        self._limits = settings.limits
        for each in (
            self._registry,
            self.peers,
            self._sender,
            self.replays,
            self._handlers.auth,
            self._website,
        ):
            each.apply_settings(settings)
        if self.ssh is not None:
            self.ssh.apply_settings(settings)

    def measure_commits(self) -> Callable[[float], None]:
        """Return a function that takes the seconds of each transaction. Any thread may call it."""
        return self.counters.commits.observe

    async def _stop(self) -> None:
        """Tell everyone, close every connection, and wait a bounded time for that."""
        self._operations.stop()
        self._housekeeping.stop()
        self._handlers.creation.close()
        if self.ssh is not None:
            await self.ssh.close(self._farewell.words)
        if self._registry.journal.outlives:
            # Nobody is kicked: clients wait, and take their seats again at the next server.
            self.scheduler.suspend()
        else:
            for session in list(self._registry.sessions.values()):
                self.scheduler.end(session, self._farewell.words)
        await self._listeners.close(self._farewell)
        await self._opened.aclose()
        await self.replays.close()
        await self._handlers.insight.close()
        if self.relay is not None:
            self.relay.close()
        await self._handlers.auth.close()
        self._housekeeping.tell_cut_off()
