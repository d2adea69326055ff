"""A client's connection at a node of a simulated cluster, which carries it to the run's owner."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol, cast

from support.cluster.messages import Act, Elsewhere, Enter, Entered, Frame, Gone, Left, Ping, Pong
from support.cluster.virtual_time import Process
from undertide_server.cluster.links.link import LinkToOwner
from undertide_server.cluster.links.messages import MemberPlaced, MemberSaid
from undertide_server.gateway.relay.endpoint import RelayEndpoint
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared import messages
from undertide_shared.codec import decode_client
from undertide_shared.messages import State, Wait

FIND_SECONDS = 6.0
"""The longest that a client waits for an owner."""
AGAIN_SECONDS = 0.2
"""Between two looks for the owner."""
ENTRY_SECONDS = 1.0
"""The longest that an owner may take to answer."""


class Carrier(Protocol):
    """The node of a front, as far as the front needs it."""

    process: Process

    def find_owner(self, run: str, then: Callable[[str], object]) -> None:
        """Call back with the name of a run's owner, or with an empty text."""

    def send_to(self, owner: str, message: Any) -> bool:
        """Send a message to an owner, perhaps this very node; return False if there is no way."""


class SimulatedFront:
    """One client at the node that holds its connection."""

    def __init__(
        self,
        time: Callable[[], float],
        carrier: Carrier,
        member: int,
        tell: Callable[[Any], object],
    ) -> None:
        self.member = member
        self.owner = ""
        self._time = time
        self._carrier = carrier
        self._tell = tell
        self._entered: Enter | None = None
        self._endpoint: RelayEndpoint | None = None
        """Keeps the client's intents until the run has them."""
        self._told = False
        """Whether the client knows that it is inside."""
        self._attempt = 0
        self._until = 0.0

    def hear(self, message: Any) -> None:
        """Handle a message of the client."""
        match message:
            case Ping():
                self._tell(Pong())
            case Enter(run=run, seat=seat):
                self._entered = Enter(self.member, run, seat)
                place = MemberPlaced(self.member, State.PLAYING, run, run, seat)
                self._endpoint = RelayEndpoint(self.member, None, place, set())
                self._told = False
                self._seek()
            case Act(sequence=sequence) if self._endpoint is not None:
                # Where too many intents wait already, a client is told so, and tries another one.
                with suppress(RequestRefusedError):
                    self._endpoint.handle_message(self.member, messages.Act(sequence, Wait()))

    def hear_owner(self, message: Any) -> None:
        """Handle a message of the owner."""
        match message:
            case Entered(received=received):
                self._attempt += 1
                assert self._endpoint is not None
                self._endpoint.go_on(cast(LinkToOwner, self), received)
                if not self._told:
                    self._told = True
                    self._tell(message)
            case Frame():
                self._tell(message)
            case Elsewhere():
                self.lose_owner()

    def lose_owner(self) -> None:
        """Look for the run's owner again: the link is lost, or the run has moved."""
        if self._entered is not None:
            self._seek()

    def send(self, message: MemberSaid) -> None:
        """Send what the endpoint passes on to the owner."""
        act = decode_client(message.message)
        assert isinstance(act, messages.Act), "clients of a simulation only act"
        if not self._carrier.send_to(self.owner, Act(self.member, act.sequence)):
            self.lose_owner()

    def close(self) -> None:
        """Forget the client, whose connection has ended."""
        if self.owner:
            self._carrier.send_to(self.owner, Gone(self.member))
        self._entered = self._endpoint = None
        self._attempt += 1

    def _seek(self) -> None:
        self.owner = ""
        assert self._endpoint is not None
        self._endpoint.note_lost()
        self._until = self._time() + FIND_SECONDS
        self._look()

    def _look(self) -> None:
        self._attempt += 1
        attempt, entered = self._attempt, self._entered
        if entered is None:
            return
        if self._time() > self._until:
            self._entered = self._endpoint = None
            self._tell(Left(self.member))
            return
        self._carrier.find_owner(entered.run, lambda owner: self._try(attempt, owner))

    def _try(self, attempt: int, owner: str) -> None:
        if attempt != self._attempt or self._entered is None:
            return
        self.owner = owner
        wait = ENTRY_SECONDS
        if not owner or not self._carrier.send_to(owner, self._entered):
            self.owner, wait = "", AGAIN_SECONDS
        self._carrier.process.later(wait, lambda: self._look_again(attempt))

    def _look_again(self, attempt: int) -> None:
        if attempt == self._attempt:
            self.owner = ""
            self._look()
