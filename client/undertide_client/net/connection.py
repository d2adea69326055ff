"""The life of a connection: opening it, receiving and answering, and reconnecting after outages."""

import asyncio
import contextlib
import secrets
from collections import deque
from types import TracebackType
from typing import Final, Self

from websockets.exceptions import InvalidStatus, NegotiationError, WebSocketException

from undertide_client.net.backoff import Backoff
from undertide_client.net.dialogue import Dialogue
from undertide_client.net.errors import EntryRefusedError, WrongServerError
from undertide_client.net.failures import answer_of, reason_of
from undertide_client.net.intents import IntentTracker
from undertide_client.net.paced_sender import PacedSender
from undertide_client.net.repairs import Repairs
from undertide_client.net.status import LinkStatus
from undertide_client.net.wire import OPEN_SECONDS, UnixSocket, Wire, comes_back, is_final, is_over
from undertide_shared.errors import BadMessageError
from undertide_shared.messages import (
    SUBPROTOCOL,
    ClientMessage,
    Created,
    Delta,
    Error,
    Joined,
    Keyframe,
    Left,
    Resync,
    ServerMessage,
    State,
    Welcome,
)

LASTING_SECONDS: Final = 30.0
"""Seconds after which a connection counts as good, though the client got no place by it. After a
good one, waits begin small again."""

ENTRY_SECONDS: Final = 30.0
"""Silence after which a client that waits for a place connects again: longer than a server takes to
bring a run back, and a node to find the owner of one. It may be twice as long until that is
noticed."""

Event = ServerMessage | LinkStatus
_FAILURES = (OSError, WebSocketException, BadMessageError, EntryRefusedError)
"""Failures that are worth another attempt."""


class Connection:
    """The stream of a server's messages, through all outages.

    It works while it is iterated. Messages sent without a connection are lost.
    """

    def __init__(
        self,
        url: str,
        dialogue: Dialogue,
        first_contact: Backoff,
        outage: Backoff,
        unix_socket: UnixSocket | None = None,
    ) -> None:
        self.url = url
        self._unix_socket = unix_socket
        self.status = LinkStatus("connecting", attempt=1)
        """The state of the connection itself. The refusal of a place doesn't change it."""
        self._dialogue = dialogue
        self._first_contact = first_contact
        self._outage = outage
        self._intent_tracker = IntentTracker()
        self._repairs = Repairs()
        self._wire: Wire | None = None
        self._sender: PacedSender | None = None
        self._bytes = (0, 0)
        self._events: deque[Event] = deque([self.status])
        self._failures = 0
        self._greeting_seconds = 0.0
        self._hurry = asyncio.Event()
        self._over = False

    def _send(self, message: ClientMessage) -> bool:
        return self._sender is not None and self._sender.send(message)

    def _send_all(self, messages: list[ClientMessage]) -> None:
        for message in messages:
            self._send(message)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave the seat properly, and end the stream."""
        self._over = True
        self._hurry.set()
        if self._wire is not None:
            for message in self._dialogue.leave():
                self._wire.send(message)
        await self._hang_up()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Event:
        while not self._events:
            if self._over:
                raise StopAsyncIteration
            await self._advance()
        return self._events.popleft()

    async def _advance(self) -> None:
        """Take the next step that can bring an event."""
        try:
            if self.status.phase == "waiting":
                await self._pause()
            elif self._wire is None:
                await self._open()
            else:
                await self._receive(self._wire)
        except WrongServerError as refusal:
            await self._end(LinkStatus("refused", reason_of(refusal), code=refusal.code))
        except NegotiationError:
            await self._end(LinkStatus("refused", f"this is not a server of {SUBPROTOCOL}"))
        except InvalidStatus as refusal:
            await self._turned_down(refusal)
        except _FAILURES as failure:
            if is_final(failure):
                await self._end(LinkStatus("refused", reason_of(failure)))
            elif is_over(failure):
                await self._end(LinkStatus("over", reason_of(failure)))
            else:
                await self._lost(failure)

    async def _open(self) -> None:
        """Open a connection, and exchange greetings."""
        self._repairs = Repairs()
        self._wire = wire = await Wire.open(self.url, self._unix_socket)
        self._sender = PacedSender(wire, lambda: self._dialogue.state)
        if not wire.speaks_undertide:
            raise WrongServerError(f"this is not a server of {SUBPROTOCOL}")
        self._send_all(self._dialogue.opened())
        async with asyncio.timeout(OPEN_SECONDS):
            while self._dialogue.state is State.GREETING:
                await self._receive(wire)

    async def _receive(self, wire: Wire) -> None:
        """Receive one message.

        Raises EntryRefusedError if the answer about a place stays out.
        """
        waited = self._waits_for_place
        try:
            async with asyncio.timeout(ENTRY_SECONDS):
                message = await wire.receive()
        except TimeoutError:
            if waited and self._waits_for_place:
                raise EntryRefusedError("the server has not answered") from None
            return
        answers, status = self._dialogue.receive(message)
        if isinstance(message, Welcome) and self._sender is not None:
            self._sender.apply_rates(message.rates)
        self._send_all(answers)
        self._note(message, wire)
        answered = bool(answers) and status is None and isinstance(message, Error | Created)
        # What the dialogue answers on the way to a place is no news for the program.
        if not answered and self._repairs.lets_through(message):
            self._events.append(message)
        if isinstance(message, Welcome):
            self._tell(LinkStatus("connected"))
        if status is not None:
            self._events.append(status)
        self._check_repairs()

    @property
    def _waits_for_place(self) -> bool:
        return self._dialogue.state is State.LOBBY and self._dialogue.entering

    def _note(self, message: ServerMessage, wire: Wire) -> None:
        """Update the results of intents."""
        match message:
            case Keyframe(intent=report) | Delta(intent=report) if report is not None:
                self._intent_tracker.observe(report)
            case Error(sequence=sequence) if sequence is not None:
                self._intent_tracker.refuse(sequence, message.reason, message.code)
            case Left():
                self._intent_tracker.drop_unanswered()
            case Welcome():
                self._greeting_seconds = wire.age
            case Joined():
                self._intent_tracker.begin()
            case _:
                pass

    def _check_repairs(self) -> None:
        if self._repairs.hopeless:
            raise EntryRefusedError("the server sent invalid frames")
        if self._repairs.overdue():
            self._send(Resync())

    async def _turned_down(self, answer: InvalidStatus) -> None:
        """Decide whether this is a busy server, or no Undertide server."""
        code = answer.response.status_code
        if code >= 500 or code == 429:
            await self._lost(answer)
        else:
            await self._end(LinkStatus("refused", answer_of(answer.response)))

    async def _lost(self, failure: BaseException) -> None:
        """Plan the next attempt, or give up."""
        self._failures = 1 if self._was_good(failure) else self._failures + 1
        self._dialogue.closed(will_return=comes_back(failure))
        await self._hang_up()
        if not self._over:
            await self._plan(reason_of(failure))

    def _was_good(self, failure: BaseException) -> bool:
        """Return whether the connection that failed shows that a server is there.

        Waits grow for a server that refuses or can't be understood. One that let the client in, or
        said that it comes back, is there again in a moment, however short the connection was.
        """
        if self._wire is None or isinstance(failure, EntryRefusedError | BadMessageError):
            return False
        got_in = self._dialogue.placed or comes_back(failure)
        return got_in or self._wire.age >= LASTING_SECONDS

    async def _plan(self, reason: str) -> None:
        backoff = self._outage if self._dialogue.greeted else self._first_contact
        seconds = backoff.wait(self._failures, secrets.SystemRandom().random())
        if seconds is None:
            await self._end(LinkStatus("gave up", reason))
        else:
            self._tell(LinkStatus("waiting", reason, seconds, self._failures + 1))

    async def _pause(self) -> None:
        """Wait for the next attempt, or until `try_now` ends the wait."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.status.seconds):
                await self._hurry.wait()
        self._hurry.clear()
        if not self._over:
            self._tell(LinkStatus("connecting", attempt=self._failures + 1))

    async def _end(self, status: LinkStatus) -> None:
        """Report the last status and close."""
        self._over = True
        self._tell(status)
        await self._hang_up()

    async def _hang_up(self) -> None:
        """Drop the connection, if there is one."""
        self._intent_tracker.lose("the connection was lost")
        if self._sender is not None:
            self._sender.close()
        self._sender = None
        wire, self._wire = self._wire, None
        if wire is not None:
            received, sent = self._bytes
            self._bytes = (received + wire.received_bytes, sent + wire.sent_bytes)
            await wire.close()

    def _tell(self, status: LinkStatus) -> None:
        self.status = status
        self._events.append(status)
