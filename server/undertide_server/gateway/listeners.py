"""The places where a server takes connections: a port, and a Unix socket for visitors by ssh."""

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from undertide_server.content.settings.settings import LimitSettings, ServerSettings
from undertide_server.gateway.edge.connection_gate import ConnectionGate
from undertide_server.gateway.edge.loop_shares import LoopShares
from undertide_server.gateway.edge.socket import Socket
from undertide_server.gateway.farewell import Farewell
from undertide_server.gateway.http.pages import ANSWER_SECONDS
from undertide_server.util.listening import listen_everywhere
from undertide_shared.limits import MAX_CLIENT_MESSAGE
from undertide_shared.messages import SUBPROTOCOL
from undertide_shared.own_addresses import WILDCARDS

MAX_READ: Final = 8 * MAX_CLIENT_MESSAGE
"""Size in bytes of the largest message that the server reads. A message that is merely too long
gets a typed error; a larger one ends its connection unread, with `Closing.TOO_LARGE`."""
MAX_QUEUED: Final = 16
"""Messages of one connection that wait for their handler before the network holds back more."""
BACKLOG: Final = 1024
"""Connections that wait to be accepted: enough for a room full of people who start at once."""
PING_SECONDS: Final = 20.0
"""Time between two pings. Home routers forget a silent connection after a minute or more."""
CLOSE_SECONDS: Final = 3.0
"""Time limit of a closing handshake. A client that does not answer is cut off."""
STOP_SECONDS: Final = 5.0
"""Time limit of all closing handshakes together when the server stops."""

Answer = Callable[[ServerConnection, Request], Response | Awaitable[Response] | None]
"""Answers a request; None if its websocket may open."""
Talk = Callable[[ServerConnection], Awaitable[None]]
"""Serves a connection from its opening handshake to its end."""


class Listeners:
    """The websocket servers of a gateway, all of which treat their connections alike."""

    def __init__(
        self, gate: ConnectionGate, shares: LoopShares, answer: Answer, talk: Talk
    ) -> None:
        self._gate = gate
        self._shares = shares
        self._answer = answer
        self._talk = talk
        self._servers: list[Server] = []

    async def listen(self, limits: LimitSettings, **where: Any) -> Server:
        """Listen somewhere, and return the library's server for it. Raises OSError.

        `where` has what the library wants to know of the place: `host` and `port`, `sock` or
        `path`.
        """
        try:
            server = await self._serve(limits, where)
        except socket.gaierror as fault:  # it doesn't name the host
            raise OSError(f"can't listen on {where['host']}: {fault.strerror}") from fault
        self._servers.append(server)
        return server

    async def listen_for_all(self, settings: ServerSettings, *, is_shared: bool) -> tuple[str, int]:
        """Listen where the settings say; return that host, and the port. Raises OSError.

        The host is a wildcard for all addresses: `::` if IPv6 is among them. `is_shared` says that
        other processes listen at the same port.
        """
        host, port = settings.server.host, settings.server.port
        if host not in WILDCARDS:
            server = await self.listen(
                settings.limits, host=host, port=port, reuse_port=is_shared or None
            )
            host, port = server.sockets[0].getsockname()[:2]
            return host, port
        sockets = listen_everywhere(port, backlog=BACKLOG, reuse_port=is_shared)
        for each in sockets:
            await self.listen(settings.limits, sock=each)
        host, port = sockets[-1].getsockname()[:2]
        return host, port

    async def _serve(self, limits: LimitSettings, where: Mapping[str, Any]) -> Server:
        return await serve(
            self._talk,
            **where,
            process_request=self._answer,
            select_subprotocol=_select_subprotocol,
            # The library's documentation accepts any factory; its type does not.
            create_connection=self._make_socket,  # type: ignore[arg-type]
            compression=None,
            server_header=None,
            max_size=MAX_READ,
            max_queue=MAX_QUEUED,
            write_limit=(limits.soft_buffer_bytes, limits.soft_buffer_bytes // 4),
            # Requests have their own time limit: `edge/opening.py`. This one is for answers.
            open_timeout=ANSWER_SECONDS,
            close_timeout=CLOSE_SECONDS,
            ping_interval=PING_SECONDS,
            ping_timeout=limits.stuck_seconds,
            backlog=BACKLOG,
        )

    def _make_socket(self, protocol: ServerProtocol, server: Server, **options: Any) -> Socket:
        return Socket(protocol, server, self._gate, self._shares, **options)

    async def close(self, farewell: Farewell) -> None:
        """Close every connection with these words, and wait a bounded time for that."""
        for server in self._servers:
            server.close(code=farewell.code, reason=farewell.words)
        for guest in self._gate.in_line():
            guest.drop()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                await self._all_closed()
        for guest in list(self._gate.guests):
            guest.drop()
        await self._all_closed()

    async def _all_closed(self) -> None:
        await asyncio.gather(*(server.wait_closed() for server in self._servers))


def _select_subprotocol(
    _connection: ServerConnection, offered: Sequence[Subprotocol]
) -> Subprotocol | None:
    """Choose our subprotocol, or none; then the websocket tells the client what to install."""
    ours = Subprotocol(SUBPROTOCOL)
    return ours if ours in offered else None
