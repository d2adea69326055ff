"""Counted connections, and how one ends: a reason for people, then a close code for programs."""

import asyncio
from typing import Any, Final

import structlog
from websockets.asyncio.server import Server, ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.server import ServerProtocol

from undertide_server.gateway.edge.admission import NOWHERE
from undertide_server.gateway.edge.connection_gate import ConnectionGate, Cut, Source
from undertide_server.gateway.edge.errors import ConnectionClosingError
from undertide_shared.closing import Closing

LINGER_SECONDS: Final = 3.0
"""Time for a client to take the goodbye of a server that no longer reads."""
MAX_DISCARDED: Final = 1000
"""Messages still read from a client whose connection ends, to find its own goodbye behind them. A
client that sends more is cut off."""

log = structlog.get_logger()


class CountedConnection(ServerConnection):
    """A connection that the connection gate counts from its first packet to its last."""

    def __init__(
        self, protocol: ServerProtocol, server: Server, gate: ConnectionGate, **options: Any
    ) -> None:
        super().__init__(protocol, server, **options)
        self.source = Source("", NOWHERE, secure=False)
        self.greeted_as = 0
        """The number of its peer, once its client has greeted. Until then it is a stranger, who
        writes no log lines."""
        self._gate = gate
        self._ending = False
        """Whether nothing that comes is read any longer."""
        self._is_counted_out = False

    @property
    def address_key(self) -> str:
        """The address key of its client."""
        return self.source.address_key

    def drop(self) -> None:
        """End the connection at once, without a goodbye that nobody would read."""
        self._ending = True
        self.transport.abort()

    def count_out(self) -> bool:
        """Mark the connection as ending; return False if it already was."""
        first, self._is_counted_out = not self._is_counted_out, True
        self._gate.start_closing(self)
        return first

    def note_end(self, closing: Closing, reason: str) -> None:
        """Count a connection that ends with a close code; log it, unless it is a stranger's."""
        if self.greeted_as:
            self._gate.counters.cut[closing.name.lower()] += 1
            log.info("put out", peer=self.greeted_as, code=closing, reason=reason)
        else:
            self._gate.count_stranger(closing)

    def cut(self, why: Cut) -> None:
        """End the connection at once, and note why."""
        if not self._ending:
            if self.count_out():
                self._gate.count_cut(why, inside=self.request is not None)
            self.drop()

    def end(self, closing: Closing, reason: str) -> None:
        """Say goodbye with a close code, and read nothing more."""
        if not self.count_out():
            # It has had its goodbye, and still sends.
            self.drop()
        elif not self._ending:
            self._ending = True
            self.note_end(closing, reason)
            self.protocol.fail(closing, reason)
            self.send_data()
            self.loop.call_later(LINGER_SECONDS, self.drop)


async def close_connection(socket: CountedConnection, why: ConnectionClosingError) -> None:
    """Close a connection with a code; discard the messages that arrive meanwhile."""
    if socket.count_out():
        socket.note_end(why.closing, why.reason)
    goodbye = asyncio.create_task(socket.close(why.closing, why.reason))
    try:
        for _ in range(MAX_DISCARDED):
            await socket.recv()
        socket.transport.abort()
    except ConnectionClosed:
        pass
    await goodbye
