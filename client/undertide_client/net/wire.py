"""One WebSocket connection that carries typed messages."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from socket import SHUT_RDWR
from typing import Any, Final, Self

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.asyncio.connection import broadcast
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from undertide_client.net.address import redirected
from undertide_client.net.errors import WrongServerError
from undertide_client.net.trust import context_for
from undertide_shared.closing import Closing
from undertide_shared.codec import decode_server, encode
from undertide_shared.limits import MAX_SERVER_MESSAGE
from undertide_shared.messages import SUBPROTOCOL, ClientMessage, ServerMessage

ASK_SECONDS: Final = 2.0
"""Silence after which this end asks for a sign of life: where heroes play turns, a server has
nothing to say for long."""
TELL_SECONDS: Final = 3.0
"""Silence after which the player is told: in real time a second more could be a death."""


class Silence:
    """The silence on one connection, which counts once a question stays without an answer."""

    def __init__(self) -> None:
        self._asked_at: float | None = None

    def asks(self, heard_at: float, now: float) -> bool:
        """Note that something was last heard at `heard_at`; return whether to ask now."""
        if self._asked_at is not None and heard_at > self._asked_at:
            self._asked_at = None
        if self._asked_at is not None or now - heard_at < ASK_SECONDS:
            return False
        self._asked_at = now
        return True

    def seconds(self, now: float) -> float:
        """Return how long the server has left a question unanswered; 0 below `TELL_SECONDS`.

        The time before the question counts as `ASK_SECONDS`, however long it was: only since then
        is the server known to owe an answer.
        """
        if self._asked_at is None:
            return 0.0
        silent = now - self._asked_at + ASK_SECONDS
        return silent if silent >= TELL_SECONDS else 0.0


OPEN_SECONDS: Final = 10.0
"""Seconds to open a connection, and again to wait for the greeting's answer: slow links need
some."""
CLOSE_SECONDS: Final = 2.0
"""Seconds for a closing handshake: short, because nobody waits for a server on leaving."""
PING_SECONDS: Final = 5.0
"""Seconds between pings. Their answers give the latency that players see."""
PONG_SECONDS: Final = 15.0
"""Seconds of silence after which a connection counts as lost."""
MAX_UNSENT: Final = 32 * 1024
"""Bytes that may wait for a stalled network: a thousand intents."""
MAX_WAITING_FRAMES: Final = 64
"""Frames that may wait for this end. After that, the network and the server hold them back."""
REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
"""HTTP statuses that send a visitor on."""
MOST_REDIRECTS: Final = 5
"""Times that a server may send this client on before it is connected."""
COMES_BACK: Final = frozenset({Closing.GOING_AWAY, 1012})
"""Close codes of a server that stops and starts again. Proxies send 1012 for it."""
_quiet = logging.getLogger("undertide.wire")
"""Takes the library's log lines: on a terminal they would be written over the game."""


_quiet.addHandler(logging.NullHandler())


_quiet.propagate = False


@dataclass(frozen=True, slots=True)
class UnixSocket:
    """A server's Unix socket, for a client on its machine that acts for somebody else."""

    path: str
    headers: Mapping[str, str]
    """The HTTP headers that a request there needs."""


class _Socket(ClientConnection):
    """A socket that notes when its server last sent anything, an answer to a ping included."""

    heard_at = 0.0
    """When that was, by `time.monotonic`."""

    def data_received(self, data: bytes) -> None:
        """Take in bytes of the server."""
        self.heard_at = time.monotonic()
        super().data_received(data)


class _Opening(open_socket):
    """An attempt to connect, which leaves redirects to its caller: they may name pages."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        """Return the answer of the server as it is."""
        return exc


class Wire:
    """An open connection to `url`, which counts the bytes of all messages each way."""

    def __init__(self, socket: _Socket, url: str) -> None:
        self.url = url
        self.received_bytes = 0
        self.sent_bytes = 0
        self._socket = socket
        self._opened_at = time.monotonic()
        self._silence = Silence()
        self._question: asyncio.Task[object] | None = None
        """A ping on its way out, between those that the library sends."""

    @classmethod
    async def open(cls, url: str, unix_socket: UnixSocket | None = None) -> Self:
        """Connect to the server at `url`, or where on its own host it sends its visitors on.

        With a `unix_socket`, connect there, whatever host `url` names.

        Raises OSError, including its subclass BadAuthorityError, one of websockets' exceptions, or
        WrongServerError if a redirect leads elsewhere. It uses no proxy: games connect directly,
        and most of them to the next room.
        """
        for _ in range(MOST_REDIRECTS + 1):
            try:
                return cls(await cls._connect(url, unix_socket), url)
            except InvalidStatus as answer:
                headers = answer.response.headers
                if answer.response.status_code not in REDIRECTS or "Location" not in headers:
                    raise
                url = redirected(url, headers["Location"])
        raise WrongServerError("the server sends its visitors on and on")

    @staticmethod
    async def _connect(url: str, unix_socket: UnixSocket | None) -> _Socket:
        where: dict[str, Any] = {}
        if unix_socket is not None:
            headers = dict(unix_socket.headers)
            where = {"unix": True, "path": unix_socket.path, "additional_headers": headers}
        socket = await _Opening(
            url,
            create_connection=_Socket,
            ssl=context_for(url),
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            max_size=MAX_SERVER_MESSAGE,
            max_queue=MAX_WAITING_FRAMES,
            open_timeout=OPEN_SECONDS,
            close_timeout=CLOSE_SECONDS,
            ping_interval=PING_SECONDS,
            ping_timeout=PONG_SECONDS,
            proxy=None,
            logger=_quiet,
            **where,
        )
        assert isinstance(socket, _Socket)
        return socket

    @property
    def speaks_undertide(self) -> bool:
        """Return whether the server agreed to this protocol."""
        return self._socket.subprotocol == SUBPROTOCOL

    @property
    def latency(self) -> float:
        """Return the round trip of the last ping in seconds; 0 before the first answer."""
        return self._socket.latency

    def measure_silence(self) -> float:
        """Return the seconds for which the server has owed an answer; 0 while it answers.

        Ask it for a sign of life if it has been quiet. Call this some times a second.
        """
        now = time.monotonic()
        if self._silence.asks(self._socket.heard_at, now):
            self._question = asyncio.create_task(self._ask())
        return self._silence.seconds(now)

    async def _ask(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            await self._socket.ping()

    @property
    def age(self) -> float:
        """Return the seconds since the connection opened."""
        return time.monotonic() - self._opened_at

    def send(self, message: ClientMessage) -> bool:
        """Hand a message to the network at once.

        Return False if the network is too stalled to take it. Raises TypeError if it is no message.
        """
        return self.send_encoded(encode(message))

    def send_encoded(self, data: bytes) -> bool:
        """Hand an encoded message to the network at once, as `send` does."""
        if self._socket.transport.get_write_buffer_size() > MAX_UNSENT:
            return False
        self.sent_bytes += len(data)
        # Broadcast even to one connection: it neither waits nor needs a task and a queue of its
        # own.
        broadcast([self._socket], data)
        return True

    async def receive(self) -> ServerMessage:
        """Return the next message. Raises ConnectionClosed or BadMessageError. Safe to cancel."""
        data = await self._socket.recv(decode=False)
        self.received_bytes += len(data)
        return decode_server(data)

    def cut(self) -> None:
        """Break the connection at once: this process may go no further for a while."""
        with contextlib.suppress(OSError):
            self._socket.transport.get_extra_info("socket").shutdown(SHUT_RDWR)

    async def close(self) -> None:
        """Send the waiting messages, then close. Takes at most `CLOSE_SECONDS`."""
        if self._question is not None:
            self._question.cancel()
        await self._socket.close()


def comes_back(failure: BaseException) -> bool:
    """Return whether the server said that it stops only to start again."""
    return _code_of(failure) in COMES_BACK


def is_final(failure: BaseException) -> bool:
    """Return whether the server said that this client need not try again."""
    return _code_of(failure) in {Closing.WRONG_VERSION, Closing.BANNED}


def is_over(failure: BaseException) -> bool:
    """Return whether the server has ended because its host left."""
    return _code_of(failure) == Closing.HOST_LEFT


def _code_of(failure: BaseException) -> int | None:
    if isinstance(failure, ConnectionClosed) and failure.rcvd is not None:
        return failure.rcvd.code
    return None
