"""One connection from its greeting to its end: bytes become messages, faults become answers."""

import asyncio
from typing import Never

from websockets.exceptions import ConnectionClosed

from undertide_server.content.settings.settings import LimitSettings
from undertide_server.gateway.connections.endpoint import EndpointMessage
from undertide_server.gateway.connections.peers import ConnectedPeer
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.edge.errors import ConnectionClosingError
from undertide_server.gateway.edge.loop_shares import LoopShares
from undertide_server.gateway.edge.rate_limiter import price_of
from undertide_server.gateway.handlers.auth import version_fault
from undertide_server.gateway.handlers.failures import error_about, failure_answer
from undertide_server.gateway.handlers.message_router import MessageRouter
from undertide_shared.closing import Closing
from undertide_shared.codec import decode_client
from undertide_shared.errors import BadMessageError
from undertide_shared.messages import SUBPROTOCOL, ClientMessage, Error, State, is_legal


class ConnectionHandler:
    """The handler of one peer's messages."""

    def __init__(
        self,
        peer: ConnectedPeer,
        router: MessageRouter,
        sender: Sender,
        counters: Counters,
        shares: LoopShares,
        limits: LimitSettings,
    ) -> None:
        self._peer = peer
        self._router = router
        self._sender = sender
        self._counters = counters
        self._shares = shares
        self._limits = limits
        self._loop = asyncio.get_running_loop()

    async def run(self) -> ConnectionClosingError | None:
        """Handle messages until the connection ends; return how to end it, unless it is closed."""
        task = asyncio.current_task()
        self._peer.handler = task
        try:
            await self._talk()
        except ConnectionClosingError as closing:
            return closing
        except ConnectionClosed:
            return None
        except asyncio.CancelledError:
            if self._peer.closing is None or task is None:
                raise
            task.uncancel()
            return self._peer.closing
        finally:
            self._peer.handler = None

    async def _talk(self) -> Never:
        """Handle messages without end, each after the answer to the one before."""
        self._check_subprotocol()
        await self._greeting()
        while True:
            data = await self._peer.socket.next_message(self._handle_at_once)
            self._confirm_token()
            await self._handle_data(data)

    def _confirm_token(self) -> None:
        """End the token with which the peer took its seat, once it has got the next one."""
        if self._peer.socket.has_pong:
            self._peer.socket.expect_no_pong()
            if self._peer.endpoint is not None:
                self._peer.endpoint.confirm_token(self._peer.number)

    def _check_subprotocol(self) -> None:
        if self._peer.socket.subprotocol != SUBPROTOCOL:
            reason = version_fault(f"offered no subprotocol {SUBPROTOCOL}")
            self._sender.reply(self._peer, Error("wrong_version", reason))
            raise ConnectionClosingError(Closing.WRONG_VERSION, reason)

    async def _greeting(self) -> None:
        """Handle messages until the peer has greeted, within a time limit."""
        seconds = self._limits.handshake_seconds
        try:
            async with asyncio.timeout(seconds):
                while self._peer.state is State.GREETING:
                    await self._handle_data(await self._peer.socket.next_message())
        except TimeoutError:
            raise ConnectionClosingError(
                Closing.NO_GREETING, f"no greeting within {seconds:g} s"
            ) from None

    def _handle_at_once(self, data: bytes, now: float) -> bool:
        """Handle a message for the peer's endpoint; return whether it was one.

        Nearly all messages are for endpoints, and those never wait for anything. `_talk` handles
        all others, bytes that are no message, and all messages of a peer without an endpoint.
        """
        endpoint = self._peer.endpoint
        if self._peer.closing is not None or endpoint is None:
            return False
        try:
            message = decode_client(data)
        except BadMessageError:
            return False
        if not isinstance(message, EndpointMessage):
            return False
        self._counters.note_received(data)
        self._confirm_token()
        try:
            if self._is_within_rate(message, now) and self._is_legal(message):
                endpoint.handle_message(self._peer.number, message)
        except ConnectionClosingError as closing:
            self._peer.expel(closing)
        except Exception as fault:  # noqa: BLE001  (it is logged, or an answer)
            self._answer_failure(message, fault)
        return True

    async def _handle_data(self, data: bytes | str) -> None:
        """Carry out one message, or answer why not.

        Raises ConnectionClosingError after too many faults or too fast messages.
        """
        self._counters.note_received(data)
        try:
            message = _decode(data)
        except BadMessageError as fault:
            self._fault(Error(fault.code, fault.reason))
            return
        if not self._is_within_rate(message, self._loop.time()):
            return
        await self._shares.turn(self._peer.identity.address_key, price_of(message))
        if not self._is_legal(message):  # The session may have sent the peer back to the lobby.
            return
        try:
            await self._router.handle_message(self._peer, message)
        except ConnectionClosingError:
            raise
        except Exception as fault:  # noqa: BLE001  (it is logged, or an answer)
            self._answer_failure(message, fault)

    def _is_within_rate(self, message: ClientMessage, now: float) -> bool:
        """Return whether a message comes within the rate; if not, answer that.

        Raises ConnectionClosingError after too fast messages.
        """
        if self._peer.rate_limiter.allows(message, now):
            return True
        self._excess(message)
        return False

    def _is_legal(self, message: ClientMessage) -> bool:
        """Return whether a message is legal where the peer is now; if not, answer that.

        Raises ConnectionClosingError after too many faults.
        """
        if is_legal(message, self._peer.state):
            return True
        self._fault(error_about(message, "wrong_state", f"not {self._peer.state.value}"))
        return False

    def _answer_failure(self, message: ClientMessage, fault: Exception) -> None:
        self._sender.reply(self._peer, failure_answer(self._peer, message, fault))

    def _fault(self, error: Error) -> None:
        self._sender.reply(self._peer, error)
        if not self._peer.rate_limiter.tolerates_fault(self._loop.time()):
            raise ConnectionClosingError(Closing.TOO_MANY_FAULTS, "too many faulty messages")

    def _excess(self, message: ClientMessage) -> None:
        rate = self._limits.messages_per_second
        reason = f"too fast: the server accepts {rate} messages a second"
        self._sender.reply(self._peer, error_about(message, "too_fast", reason))
        if not self._peer.rate_limiter.tolerates_excess(self._loop.time()):
            raise ConnectionClosingError(Closing.TOO_FAST, reason)


def _decode(data: bytes | str) -> ClientMessage:
    if isinstance(data, str):
        raise BadMessageError("malformed", "messages must be binary frames, not text")
    return decode_client(data)
