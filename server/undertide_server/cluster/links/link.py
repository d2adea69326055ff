"""One end of a link: messages in order, questions with answers, and bounds on both.

Everything that is sent in one turn of the event loop leaves as one message of the wire, and so does
what follows within a few milliseconds. So a frame for many members, and all frames of sessions that
stepped together, cost one write and one read.
"""

import asyncio
from collections.abc import Callable, Iterator
from math import inf
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

import msgspec
import structlog

from undertide_server.cluster.links.errors import MALFORMED, OversizeError, UnansweredError
from undertide_server.cluster.links.handshake import is_command
from undertide_server.cluster.links.inquiries import (
    ASK_SECONDS,
    AnswerQuestion,
    Expected,
    Inquiries,
)
from undertide_server.cluster.links.messages import (
    FrontMessage,
    Inquiry,
    OwnerMessage,
    Question,
    Reply,
)


class LinkWire(Protocol):
    """An open connection to another node. A simulation of faults has wires of its own."""

    @property
    def unsent(self) -> int:
        """Bytes that wait for the other end to take them."""

    @property
    def heard_at(self) -> float:
        """When anything last came from the other end, by the clock of the event loop."""

    def write(self, data: bytes) -> None:
        """Send one message; nothing once the connection is about to end."""

    def probe(self) -> None:
        """Make the other end send something."""

    def end(self, reason: str) -> None:
        """End the connection. What was written before still arrives if the other end reads it."""

    def cut(self) -> None:
        """End the connection at once; what waits is lost."""


class WireEnd(Protocol):
    """What uses a wire, and is told what happens to it."""

    def receive(self, data: bytes) -> None:
        """Take one message."""

    def lose(self, reason: str) -> None:
        """Note that the connection has ended, and why."""


LINK_MAX_MESSAGE: Final = 16 * 2**20
"""Bytes of one message of the wire. The keyframes of a full server at once take some 10 MB."""
LINK_MOST_UNSENT: Final = 2 * LINK_MAX_MESSAGE
"""Bytes that may wait for another node. One that leaves more unread has stopped."""
HEAD_BYTES: Final = 5
"""Bytes of the longest head of an array."""
GATHER_SECONDS: Final = 0.005
"""Time between two writes. On a busy link the intents of many players, and the frames of many
sessions, so cost one write and one read; on a quiet one nothing waits."""
PING_SECONDS: Final = 1.0
"""Time between two pings."""
SILENCE_SECONDS: Final = 4.0
"""A node that sends nothing for so long, no answer to a ping either, is given up. The lease of a
node that has stopped ends earlier; one that is merely busy answers within a second."""
Sent = TypeVar("Sent")
Heard = TypeVar("Heard")
_encoder: Final = msgspec.msgpack.Encoder()
log = structlog.get_logger()


class NodeLink(Generic[Sent, Heard]):
    """One end of a link to a node.

    It takes messages from its beginning, before its wire is open. `take` is called with each
    message that comes, `answer` with each question, and `on_lost` once, when the link is lost.
    """

    def __init__(
        self,
        node: str,
        decoder: "msgspec.msgpack.Decoder[list[Heard | Inquiry | Reply]]",
        take: "Callable[[NodeLink[Sent, Heard], Heard], None]",
        answer: AnswerQuestion,
        on_lost: "Callable[[NodeLink[Sent, Heard]], None]",
    ) -> None:
        self.node = node
        """The id of the node at the other end, or the name of a command."""
        self.lost = ""
        """Why the link was lost; empty while it holds."""
        self._decoder = decoder
        self._take = take
        self._on_lost = on_lost
        self._loop = asyncio.get_running_loop()
        self._inquiries = Inquiries(node, self.send, answer)
        self._wire: LinkWire | None = None
        self._waiting: list[msgspec.Raw] = []
        """Encoded messages that the next write takes along."""
        self._waiting_bytes = 0
        self._flushed_at = -inf
        """When it last wrote, by the loop's clock."""
        self._watch: asyncio.TimerHandle | None = None

    # --- the wire ----------------------------------------------------------------------------

    def open(self, wire: LinkWire) -> None:
        """Send over this wire from now on, what waits first."""
        if self.lost:
            wire.cut()
            return
        self._wire = wire
        self._watch = self._loop.call_later(PING_SECONDS, self._watch_silence)
        self._flush()

    def close(self, reason: str) -> None:
        """End the link. What was sent before still arrives if the other end reads it."""
        self._flush()
        wire, self._wire = self._wire, None
        if wire is not None:
            wire.end(reason)
        self.lose(reason)

    def lose(self, reason: str) -> None:
        """Note that the link is lost, and why. Only the first call does anything."""
        if self.lost:
            return
        self.lost = reason
        if self._wire is not None:
            self._wire.cut()
        if self._watch is not None:
            self._watch.cancel()
        self._waiting.clear()
        self._inquiries.give_up(reason)
        if not is_command(self.node):  # Commands come and go.
            log.info("link lost", node=self.node, reason=reason)
        self._on_lost(self)

    def _watch_silence(self) -> None:
        """Ping the other end; give it up if it has been silent for too long."""
        assert self._wire is not None, "only an open link is watched"
        if self._loop.time() - self._wire.heard_at > SILENCE_SECONDS:
            self.lose(f"the node sent nothing for {SILENCE_SECONDS:g} seconds")
            return
        self._wire.probe()
        self._watch = self._loop.call_later(PING_SECONDS, self._watch_silence)

    # --- sending -----------------------------------------------------------------------------

    def send(self, message: Sent | Inquiry | Reply) -> None:
        """Send a message, in order, with all others of this turn. Nothing if the link is lost.

        Raises OversizeError if one message of the wire can't hold it.
        """
        if self.lost:
            return
        data = _encoder.encode(message)
        if len(data) > LINK_MAX_MESSAGE - HEAD_BYTES:
            raise OversizeError(type(message).__name__, len(data), LINK_MAX_MESSAGE)
        if not self._waiting and self._wire is not None:
            self._flush_soon()
        self._waiting.append(msgspec.Raw(data))
        self._waiting_bytes += len(data)
        unsent = self._waiting_bytes + (0 if self._wire is None else self._wire.unsent)
        if unsent > LINK_MOST_UNSENT:
            self.lose(f"{unsent} bytes wait for the node to read them")

    async def fetch_answer(
        self, question: Question, expected: type[Expected], seconds: float = ASK_SECONDS
    ) -> Expected:
        """Return the node's answer to a question. Raises UnansweredError, QuestionRefusedError."""
        if self.lost:
            raise UnansweredError(self.node, self.lost)
        return await self._inquiries.fetch_answer(question, expected, seconds)

    def _flush_soon(self) -> None:
        """Write what waits at the end of this turn, or a moment after the write before it."""
        wait = self._flushed_at + GATHER_SECONDS - self._loop.time()
        if wait > 0:
            self._loop.call_later(wait, self._flush)
        else:
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Write what waits, in as few messages as hold it."""
        if self._wire is None or not self._waiting:
            return
        self._flushed_at = self._loop.time()
        waiting, self._waiting, self._waiting_bytes = self._waiting, [], 0
        for part in _parts(waiting):
            self._wire.write(_encoder.encode(part))

    # --- receiving ---------------------------------------------------------------------------

    def receive(self, data: bytes) -> None:
        """Take in one message of the wire. Bytes that are no messages of a link end it."""
        try:
            messages = self._decoder.decode(data)
        except MALFORMED as fault:
            self.lose(f"the node sent {len(data)} bytes that are no messages of a link: {fault}")
            return
        for message in messages:
            if self.lost:
                return
            self._receive_one(message)

    def _receive_one(self, message: Heard | Inquiry | Reply) -> None:
        if isinstance(message, Inquiry):
            self._inquiries.note_inquiry(message)
        elif isinstance(message, Reply):
            self._inquiries.note_reply(message)
        else:
            try:
                self._take(self, message)
            except Exception:
                kind = type(message).__name__
                log.exception("a message of a node failed", node=self.node, kind=kind)


def _parts(waiting: list[msgspec.Raw]) -> Iterator[list[msgspec.Raw]]:
    """Yield encoded messages in parts that fit into one message of the wire."""
    part: list[msgspec.Raw] = []
    size = HEAD_BYTES
    for each in waiting:
        length = len(memoryview(each))
        if size + length > LINK_MAX_MESSAGE:
            yield part
            part, size = [], HEAD_BYTES
        part.append(each)
        size += length
    if part:
        yield part


LinkToOwner: TypeAlias = NodeLink[FrontMessage, OwnerMessage]
"""The end of a link at the front, which dialled it."""
LinkToFront: TypeAlias = NodeLink[OwnerMessage, FrontMessage]
"""The end of a link at the owner."""


TO_FRONT: Final = msgspec.msgpack.Decoder(list[OwnerMessage | Inquiry | Reply])
"""Decodes what an owner sends."""
TO_OWNER: Final = msgspec.msgpack.Decoder(list[FrontMessage | Inquiry | Reply])
"""Decodes what a front sends."""
