"""A session as the place of those who play or watch it."""

import asyncio

from undertide_server.gateway.beat import Beat
from undertide_server.sessions.session import SeatedMessage, Session
from undertide_shared.messages import ClientMessage


class Table:
    """Passes what members do on to their session, and lets it go on at once."""

    def __init__(self, session: Session, beat: Beat) -> None:
        self.session = session
        self._beat = beat
        self._loop = asyncio.get_running_loop()

    def receive(self, member: int, message: ClientMessage) -> None:
        """Take a member's message, one that is legal there. Raises Refused."""
        assert isinstance(message, SeatedMessage), "not legal in a session"
        with self._beat.guarding(self.session):
            self.session.receive(member, message, self._loop.time())
        self._beat.touched(self.session)

    def leave(self, member: int) -> None:
        """Let a member go who asked to, and answer it."""
        with self._beat.guarding(self.session):
            self.session.leave(member, self._loop.time())
        self._beat.touched(self.session)

    def disconnect(self, member: int) -> None:
        """Note that a member's connection is gone."""
        with self._beat.guarding(self.session):
            self.session.disconnect(member, self._loop.time())
        self._beat.touched(self.session)

    def fell_behind(self, member: int) -> None:
        """Send a member no more frames: one was left out."""
        self.session.fell_behind(member)

    def resync(self, member: int) -> None:
        """Let frames go on for a member, from a keyframe on."""
        with self._beat.guarding(self.session):
            self.session.resync(member)
        self._beat.touched(self.session)
