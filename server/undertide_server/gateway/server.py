"""The server's port: accepts connections, and lets go of them again in good order."""

import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import structlog
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from undertide_server.content.settings import ServerSettings
from undertide_server.gateway.address import websocket_address
from undertide_server.gateway.admission import Admission
from undertide_server.gateway.beat import Beat
from undertide_server.gateway.conversation import Conversation
from undertide_server.gateway.desk import Desk
from undertide_server.gateway.pages import Pages
from undertide_server.gateway.parting import part
from undertide_server.gateway.peers import Peer, Peers
from undertide_server.gateway.post import Post
from undertide_server.gateway.socket import Socket
from undertide_server.replays.rooms import Rooms
from undertide_server.sessions.registry import Registry
from undertide_shared.closing import Closing
from undertide_shared.messages import MAX_CLIENT_MESSAGE, SUBPROTOCOL

MAX_READ: Final = 8 * MAX_CLIENT_MESSAGE
"""Bytes of a message that are read at all: one that is merely too long gets a typed error, a larger
one ends its connection with `Closing.TOO_LARGE` unread."""
MAX_QUEUED: Final = 16
"""Messages that wait for their handler before the network holds back more."""
BACKLOG: Final = 1024
"""Connections that wait to be accepted: a room full of people who start at once."""
PING_SECONDS: Final = 20.0
"""Between two pings; routers forget a silent connection after a minute or more."""
CLOSE_SECONDS: Final = 3.0
"""For a closing handshake. Who does not answer is cut off."""
STOP_SECONDS: Final = 5.0
"""For all closing handshakes together when the server stops."""
SWEEP_SECONDS: Final = 5.0
"""Between two looks for sessions that nobody uses: they are patient by the minute."""
STOPPING = "the server stops; it may be back in a moment"

log = structlog.get_logger()


class Gateway:
    """The edge of one server process. Open it with `async with`; leaving it stops the server.

    `runs` is the folder whose runs can be watched again, if any.

    Raises OSError on entry when the address can't be listened on.
    """

    def __init__(
        self, settings: ServerSettings, registry: Registry, runs: Path | None = None
    ) -> None:
        self._settings = settings
        self._limits = settings.limits
        self._registry = registry
        self._loop = asyncio.get_running_loop()
        self._admission = Admission(self._limits)
        self._peers = Peers(self._limits)
        self._post = Post(self._peers, self._limits)
        self._beat = Beat(registry, self._peers, self._post)
        self._rooms = Rooms(runs, self._limits.replays, registry, self._post.collect)
        self._desk = Desk(settings, registry, self._beat, self._post, self._admission, self._rooms)
        self._sockets: set[Socket] = set()
        self._server: Server | None = None
        self._sweeper: asyncio.TimerHandle | None = None
        self.address = ""
        """Where clients find the server, once it listens."""

    async def __aenter__(self) -> Self:
        self._server = await serve(
            self._talk,
            self._settings.server.host,
            self._settings.server.port,
            process_request=Pages(self._settings.server.name, self._admission).answer,
            select_subprotocol=_select_subprotocol,
            # Any factory will do, says its documentation; its type says less.
            create_connection=self._make_socket,  # type: ignore[arg-type]
            compression=None,
            server_header=None,
            max_size=MAX_READ,
            max_queue=MAX_QUEUED,
            write_limit=(self._limits.soft_buffer_bytes, self._limits.soft_buffer_bytes // 4),
            open_timeout=self._limits.handshake_seconds,
            close_timeout=CLOSE_SECONDS,
            ping_interval=PING_SECONDS,
            ping_timeout=self._limits.stuck_seconds,
            backlog=BACKLOG,
        )
        listening = self._server.sockets[0]
        self.address = websocket_address(listening.family, *listening.getsockname()[:2])
        self._sweep()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stop()

    # --- one connection ----------------------------------------------------------------------

    def _make_socket(self, protocol: ServerProtocol, server: Server, **options: Any) -> Socket:
        return Socket(protocol, server, self._admission, self._sockets, **options)

    async def _talk(self, socket: ServerConnection) -> None:
        """Serve one connection from its opening handshake to its end."""
        assert isinstance(socket, Socket)
        peer = self._peers.add(socket, self._loop.time())
        self._post.watch(peer)
        try:
            parting = await Conversation(peer, self._desk, self._post, self._limits).run()
        finally:
            self._forget(peer)
        if parting is not None:
            log.info("put out", peer=peer.number, code=parting.closing, reason=parting.reason)
            await part(socket, parting)

    def _forget(self, peer: Peer) -> None:
        self._peers.remove(peer)
        self._desk.disconnected(peer)

    # --- the whole ---------------------------------------------------------------------------

    def _sweep(self) -> None:
        """Close what nobody uses, now and again and again."""
        self._sweeper = self._loop.call_later(SWEEP_SECONDS, self._sweep)
        now = self._loop.time()
        for session in self._registry.close_idle(now):
            log.info("session closed", session=session.id, reason="idle")
            self._beat.ended(session)
        self._admission.forget_old(now)

    async def _stop(self) -> None:
        """Tell everyone, close every connection, and wait for that no longer than is decent."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        if self._registry.outlives:
            # Nobody is put out: clients wait, and take their seats up again at the next server.
            self._beat.suspend()
        else:
            for session in list(self._registry.sessions.values()):
                self._beat.end(session, STOPPING)
        if self._server is not None:
            await self._close(self._server)
        await self._rooms.close()

    async def _close(self, server: Server) -> None:
        server.close(code=Closing.GOING_AWAY, reason=STOPPING)
        for socket in [each for each in self._sockets if each.request is None]:
            socket.drop()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                await server.wait_closed()
        for socket in list(self._sockets):
            socket.drop()
        await server.wait_closed()


def _select_subprotocol(
    _connection: ServerConnection, offered: Sequence[Subprotocol]
) -> Subprotocol | None:
    """Choose ours, or none: who offers another is told over the websocket what to install."""
    ours = Subprotocol(SUBPROTOCOL)
    return ours if ours in offered else None
