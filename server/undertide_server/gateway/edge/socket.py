"""One websocket of the server, with limits that the library does not set.

The library limits the size of a message, and stops reading when many messages wait. But it answers
every ping and keeps everything that one read brought. So this module limits both.
"""

from collections.abc import Callable
from typing import Any, Final

from websockets.asyncio.server import Server
from websockets.frames import Frame, Opcode
from websockets.protocol import Event, State
from websockets.server import ServerProtocol

from undertide_server.gateway.edge.connection_gate import ConnectionGate
from undertide_server.gateway.edge.loop_shares import LoopShares
from undertide_server.gateway.edge.opening import OpeningConnection
from undertide_shared.token_bucket import TokenBucket

MAX_WAITING: Final = 1024
"""Messages of one connection that wait to be read: ten times a burst and its refusals."""
ASIDES_PER_SECOND: Final = 10.0
"""Pings, pongs and fragments of one connection: a client needs one every few seconds."""
ASIDES_AT_ONCE: Final = 100.0
"""Pings, pongs and fragments at once, such as after a network that stalled."""
HandleAtOnce = Callable[[bytes, float], bool]
"""Handles a message that was read at a time of the loop's clock, or leaves it. Returns whether it
handled the message."""


def _do_nothing() -> None:
    """Do nothing, in place of a callback that is not set."""


def _leave(_message: bytes, _now: float) -> bool:
    """Handle no message at once."""
    return False


def _forget_frames(fault: BaseException | None) -> None:
    """Take an error's traceback from it, and those of the errors that led to it."""
    while fault is not None:
        fault.__traceback__ = None
        fault = fault.__cause__ or fault.__context__


class Socket(OpeningConnection):
    """A connection that reports when its client falls behind and when it has caught up."""

    def __init__(
        self,
        protocol: ServerProtocol,
        server: Server,
        gate: ConnectionGate,
        shares: LoopShares,
        **options: Any,
    ) -> None:
        super().__init__(protocol, server, gate, shares, **options)
        now = self.loop.time()
        self.heard_at = now
        """Time when its latest message was read, by the loop's clock."""
        self.on_clogged: Callable[[], None] = _do_nothing
        """Called when more bytes than the soft limit wait to be taken."""
        self.on_drained: Callable[[], None] = _do_nothing
        """Called when most of them were taken."""
        self._handle_at_once: HandleAtOnce = _leave
        """Set while a task waits for a message."""
        self._waiting = 0
        self._pings = 0
        self._pinged = b""
        """What the last ping of its own carries, until its answer comes."""
        self._earlier: int | None = None
        """How many messages still wait that came before that answer; None before it."""
        self._asides = TokenBucket(ASIDES_PER_SECOND, ASIDES_AT_ONCE, now)

    async def next_message(self, handle_at_once: HandleAtOnce = _leave) -> bytes | str:
        """Return the next message as soon as there is one. Raises ConnectionClosed.

        Until then, each message that arrives is offered to `handle_at_once` first, in the middle of
        reading. A message that it handles needs no turn of the loop or of the task that waits here.
        """
        self._handle_at_once = handle_at_once
        try:
            message = await self.recv()
        finally:
            self._handle_at_once = _leave
        self._waiting -= 1
        if self._earlier is not None:
            self._earlier -= 1
        self.heard_at = self.loop.time()
        return message

    def next_ping(self) -> bytes:
        """Return a ping of its own as a frame, for the caller to write. The next one replaces it.

        `has_pong` tells when its answer has come.
        """
        self._pings += 1
        self._pinged = b"%d" % self._pings
        return Frame(Opcode.PING, self._pinged).serialize(mask=False)

    def expect_no_pong(self) -> None:
        """Forget the last ping of its own, and its answer."""
        self._pinged = b""
        self._earlier = None

    @property
    def has_pong(self) -> bool:
        """Whether the message that was read last came after the answer to that ping."""
        return self._earlier is not None and self._earlier < 0

    def write(self, frame: bytes) -> None:
        """Hand a whole serialised frame to the network, unless the connection is about to end.

        One frame serves many connections without passing through each one's protocol. The library's
        `broadcast` spends most of its time there.
        """
        if self.protocol.state is State.OPEN:
            self.transport.write(frame)

    @property
    def unsent(self) -> int:
        """Bytes that wait for the client to take them."""
        waiting = self.transport.get_write_buffer_size()
        encrypted = self._line.get_write_buffer_size() if self._line is not self.transport else 0
        return waiting + encrypted

    # --- callbacks of asyncio and the library ------------------------------------------------

    def connection_lost(self, exc: Exception | None) -> None:
        """End all that leads from the library's protocol back to it, so reference counts free it.

        That is its parser, the function that chose its subprotocol, and the frames of its errors.
        """
        super().connection_lost(exc)
        protocol = self.protocol
        protocol.parser.close()
        vars(protocol).pop("select_subprotocol", None)
        _forget_frames(protocol.handshake_exc)
        _forget_frames(protocol.parser_exc)

    def process_event(self, event: Event) -> None:
        """Take in a request, or a frame unless it is one too many."""
        if self._ending:
            return
        if isinstance(event, Frame):
            if self._is_handled(event):
                return
            self._count(event)
        # Counting the frame may have ended the connection.
        if not self._ending:
            super().process_event(event)

    def _is_handled(self, frame: Frame) -> bool:
        """Offer an unfragmented message to the waiting task; return whether it was handled.

        A message that came after others that still wait is not offered: it must not overtake them.
        """
        if self._waiting or not frame.fin or frame.opcode is not Opcode.BINARY:
            return False
        if self._earlier is not None:
            self._earlier -= 1
        handled = self._handle_at_once(bytes(frame.data), self._read_at)
        if handled:
            self.heard_at = self._read_at
        return handled

    def _count(self, frame: Frame) -> None:
        """Count a frame, and drop a connection that sends more than the server reads."""
        if frame.fin and frame.opcode in {Opcode.TEXT, Opcode.BINARY, Opcode.CONT}:
            self._waiting += 1
            if self._waiting > MAX_WAITING:
                self.cut("messages_pile_up")
        elif not self._asides.spend(self.loop.time()):
            self.cut("pings_too_fast")
        elif frame.opcode is Opcode.PONG and self._pinged and frame.data == self._pinged:
            self._pinged = b""
            self._earlier = self._waiting

    def ignore_buffer(self) -> None:
        """Tell nobody any longer how well the client takes bytes."""
        self.on_clogged = self.on_drained = _do_nothing

    def pause_writing(self) -> None:
        """Note that the client is behind."""
        super().pause_writing()
        self.on_clogged()

    def resume_writing(self) -> None:
        """Note that the client has caught up."""
        super().resume_writing()
        self.on_drained()
