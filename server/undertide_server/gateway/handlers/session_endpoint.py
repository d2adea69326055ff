"""A session as the place of those who play or watch it."""

from functools import partial

from undertide_server.gateway.loop.session_scheduler import SessionScheduler
from undertide_server.sessions.session import SeatedMessage, Session
from undertide_shared.messages import ClientMessage


class SessionEndpoint:
    """Passes what members do on to their session, and lets it go on at once."""

    def __init__(self, session: Session, scheduler: SessionScheduler) -> None:
        self.session = session
        self._scheduler = scheduler

    def receive(self, member: int, message: ClientMessage) -> None:
        """Take a member's message, one that is legal there. Raises Refused."""
        assert isinstance(message, SeatedMessage), "not legal in a session"
        self._scheduler.pass_on(self.session, partial(self.session.receive, member, message))

    def leave(self, member: int) -> None:
        """Let a member go who asked to, and answer it."""
        self._scheduler.pass_on(self.session, partial(self.session.leave, member))

    def disconnect(self, member: int) -> None:
        """Note that a member's connection is gone."""
        self._scheduler.pass_on(self.session, partial(self.session.disconnect, member))

    def fell_behind(self, member: int) -> None:
        """Send a member no more frames: one was left out."""
        self.session.fell_behind(member)

    def resync(self, member: int) -> None:
        """Let frames go on for a member, from a keyframe on."""
        self._scheduler.pass_on(self.session, lambda _now: self.session.resync(member))
