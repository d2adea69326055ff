"""The interface of an endpoint: where a connection can be besides the lobby."""

from collections import deque
from typing import Final, Protocol

from undertide_server.replays.messages import Wish
from undertide_server.sessions.request_handler import SeatedMessage
from undertide_server.sessions.session import Session
from undertide_shared.messages import Act, Anew

EndpointMessage = SeatedMessage | Wish
"""A message for the endpoint that its sender has joined. An endpoint handles it without waiting."""

MOST_KEPT_ACTS: Final = 64
"""Latest intents of a member that are kept, for the case that the owner is lost with them. More
than an inbox holds together with the steps that may wait for their disk."""


class RecentActs:
    """The latest intents of a member's hero, for the next owner of its run.

    A node may lose a run before what it has been told is durable. Then the run's next owner says
    what it has received, and gets the rest.
    """

    def __init__(self) -> None:
        self._acts: deque[Act] = deque(maxlen=MOST_KEPT_ACTS)

    def note_message(self, message: EndpointMessage) -> None:
        """Take in what a member has said. What one hero was told to do is not for the next."""
        if isinstance(message, Act):
            self._acts.append(message)
        elif isinstance(message, Anew):
            self._acts.clear()

    def after(self, received: int) -> list[Act]:
        """Return the intents that a run lacks, which has received those up to a sequence."""
        return [act for act in self._acts if act.sequence > received]


class Endpoint(Protocol):
    """A session, or a room in which a run is replayed. Members are the numbers of peers."""

    @property
    def session(self) -> Session | None:
        """The session that the endpoint belongs to, if any."""

    def handle_message(self, member: int, message: EndpointMessage) -> None:
        """Carry out a member's message, which must be legal here. Raises RequestRefusedError."""

    def leave(self, member: int) -> None:
        """Remove a member at its own request, and answer it."""

    def disconnect(self, member: int) -> None:
        """Note that a member's connection is gone."""

    def fell_behind(self, member: int) -> None:
        """Stop sending frames to a member for whom one was left out."""

    def resync(self, member: int) -> None:
        """Send frames to a member again, starting with a keyframe."""

    def confirm_token(self, member: int) -> None:
        """Note that a member has received its newest token, so that older ones end."""
