"""A session as the endpoint of its players and spectators."""

import asyncio

from undertide_server.gateway.connections.endpoint import EndpointMessage, RecentActs
from undertide_server.gateway.loop.session_scheduler import SessionScheduler
from undertide_server.sessions.request_handler import SeatedMessage
from undertide_server.sessions.session import Session


class SessionEndpoint:
    """A member's endpoint: it carries out the member's messages and moves the session on at once.

    If the session fails at a message, that session alone is closed.
    """

    def __init__(self, session: Session, scheduler: SessionScheduler) -> None:
        self.session = session
        self.acts = RecentActs()
        """The member's latest intents, which another node may have to carry out."""
        self._scheduler = scheduler
        self._loop = asyncio.get_running_loop()

    def handle_message(self, member: int, message: EndpointMessage) -> None:
        """Carry out a member's message, which must be legal here. Raises RequestRefusedError."""
        assert isinstance(message, SeatedMessage), "not legal in a session"
        with self._scheduler.guarding(self.session):
            self.session.requests.handle_message(member, message, self._loop.time())
            self.acts.note_message(message)
        self._scheduler.move_on(self.session)

    def leave(self, member: int) -> None:
        """Remove a member at its own request, and answer it."""
        with self._scheduler.guarding(self.session):
            self.session.leave(member, self._loop.time())
        self._scheduler.move_on(self.session)

    def disconnect(self, member: int) -> None:
        """Note that a member's connection is gone."""
        with self._scheduler.guarding(self.session):
            self.session.disconnect(member, self._loop.time())
        self._scheduler.move_on(self.session)

    def fell_behind(self, member: int) -> None:
        """Stop sending frames to a member for whom one was left out."""
        self.session.viewing.fell_behind(member)

    def resync(self, member: int) -> None:
        """Send frames to a member again, starting with a keyframe."""
        with self._scheduler.guarding(self.session):
            self.session.viewing.resync(member)
        self._scheduler.move_on(self.session)

    def confirm_token(self, member: int) -> None:
        """Note that a member has received its newest token, so that older ones end."""
        self.session.confirm_token(member)
