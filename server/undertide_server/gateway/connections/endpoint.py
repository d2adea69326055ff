"""The interface of an endpoint: where a connection can be besides the lobby."""

from typing import Protocol

from undertide_server.replays.messages import Wish
from undertide_server.sessions.request_handler import SeatedMessage
from undertide_server.sessions.session import Session

EndpointMessage = SeatedMessage | Wish
"""A message for the endpoint that its sender has joined. An endpoint handles it without waiting."""


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
