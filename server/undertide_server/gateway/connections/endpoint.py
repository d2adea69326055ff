"""Where a connection may be besides the lobby."""

from typing import Protocol

from undertide_server.replays.messages import Wish
from undertide_server.sessions.request_handler import SeatedMessage
from undertide_server.sessions.session import Session

EndpointMessage = SeatedMessage | Wish
"""A message for the endpoint that its sender has joined. Handling it waits for nothing."""


class Endpoint(Protocol):
    """A session, or a room in which a run is watched again. Members are numbers of peers."""

    @property
    def session(self) -> Session | None:
        """The session that it belongs to, if any."""

    def handle_message(self, member: int, message: EndpointMessage) -> None:
        """Carry out a member's message, one that is legal there. Raises RequestRefusedError."""

    def leave(self, member: int) -> None:
        """Let a member go who asked to, and answer it."""

    def disconnect(self, member: int) -> None:
        """Note that a member's connection is gone."""

    def fell_behind(self, member: int) -> None:
        """Send a member no more frames: one was left out."""

    def resync(self, member: int) -> None:
        """Let frames go on for a member, from a keyframe on."""
