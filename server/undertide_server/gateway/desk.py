"""What each message of a client does."""

import asyncio
from importlib.metadata import version
from typing import assert_never

import structlog

from undertide_server.content.settings import ServerSettings
from undertide_server.gateway.admission import Admission
from undertide_server.gateway.beat import Beat
from undertide_server.gateway.parting import Parting
from undertide_server.gateway.peers import Peer
from undertide_server.gateway.post import Post
from undertide_server.sessions.refused import Refused
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_shared.closing import Closing
from undertide_shared.messages import (
    PROTOCOL,
    Act,
    ClientMessage,
    Create,
    Created,
    Error,
    Follow,
    Hello,
    Join,
    Leave,
    ListSessions,
    Resync,
    Say,
    Sessions,
    State,
    Watch,
    Welcome,
)
from undertide_shared.text import clean

MAX_PROGRAM = 64
"""Characters of a client's description of itself that reach the log."""

log = structlog.get_logger()


class Desk:
    """Carries out messages that are legal in their sender's state and within its rate."""

    def __init__(
        self,
        settings: ServerSettings,
        registry: Registry,
        beat: Beat,
        post: Post,
        admission: Admission,
    ) -> None:
        self._settings = settings
        self._registry = registry
        self._beat = beat
        self._post = post
        self._admission = admission
        self._loop = asyncio.get_running_loop()

    def receive(self, peer: Peer, message: ClientMessage) -> None:
        """Do what a message asks for. Raises Refused, or Parting when its sender must go."""
        match message:
            case Act() | Say() | Resync() | Follow():
                self._pass_on(peer, message)
            case Hello():
                self._greet(peer, message)
            case ListSessions():
                self._post.reply(peer, Sessions(self._registry.infos()))
            case Create():
                self._create(peer, message)
            case Join():
                self._join(peer, message)
            case Watch():
                self._watch(peer, message)
            case Leave():
                self._leave(peer)
            case _:
                assert_never(message)

    def disconnected(self, peer: Peer) -> None:
        """Tell the session of a peer that is gone."""
        session = peer.session
        if session is not None:
            peer.to_lobby()
            with self._beat.guarding(session):
                session.disconnect(peer.number, self._loop.time())
            self._touched(session)

    def _greet(self, peer: Peer, hello: Hello) -> None:
        if hello.protocol != PROTOCOL:
            reason = version_fault(f"protocol {hello.protocol}")
            self._post.reply(peer, Error("wrong_version", reason))
            raise Parting(Closing.WRONG_VERSION, reason)
        peer.state = State.LOBBY
        program = clean(hello.client, MAX_PROGRAM)
        log.info("greeted", peer=peer.number, place=peer.socket.place, program=program)
        self._post.reply(
            peer, Welcome(PROTOCOL, self._settings.server.name, self._registry.presets)
        )

    def _create(self, peer: Peer, create: Create) -> None:
        self._check_may_create(peer)
        session = self._registry.create(create.preset, create.pace, self._loop.time())
        self._made(peer, session)
        self._post.reply(peer, Created(session.id))
        self._beat.touched(session)

    def _join(self, peer: Peer, join: Join) -> None:
        if not join.session:
            self._check_may_create(peer)
        known = set(self._registry.sessions)
        session = self._registry.for_join(join.session, self._loop.time())
        fresh = session.id not in known
        peer.enter(session, State.PLAYING)
        try:
            with self._beat.guarding(session):
                session.join(peer.number, join.name, join.token, self._loop.time())
        except Refused:
            peer.to_lobby()
            if fresh:
                self._beat.end(session, "nobody came")
            raise
        if fresh:
            self._made(peer, session)
        self._touched(session)

    def _watch(self, peer: Peer, watch: Watch) -> None:
        session = self._registry.for_watch(watch.session)
        peer.enter(session, State.WATCHING)
        try:
            with self._beat.guarding(session):
                session.watch(peer.number, watch.name, watch.seat, self._loop.time())
        except Refused:
            peer.to_lobby()
            raise
        self._touched(session)

    def _leave(self, peer: Peer) -> None:
        session = peer.session
        assert session is not None, "only who has a place may leave"
        with self._beat.guarding(session):
            session.leave(peer.number, self._loop.time())
            peer.to_lobby()
        self._touched(session)

    def _pass_on(self, peer: Peer, message: Act | Say | Resync | Follow) -> None:
        session = peer.session
        assert session is not None, "only who has a place may say that"
        with self._beat.guarding(session):
            session.receive(peer.number, message, self._loop.time())
        self._touched(session)

    def _touched(self, session: Session) -> None:
        """Let a session go on, unless it has just failed."""
        if session.id in self._registry.sessions:
            self._beat.touched(session)

    def _check_may_create(self, peer: Peer) -> None:
        if not self._admission.may_create(peer.socket.place, self._loop.time()):
            reason = "too many sessions were made from your address: join one of them"
            raise Refused("too_fast", reason)

    def _made(self, peer: Peer, session: Session) -> None:
        self._admission.created(peer.socket.place, self._loop.time())
        log.info("session made", session=session.id, preset=session.charter.preset)


def version_fault(theirs: str) -> str:
    """Say that a client speaks something else, and which version to install."""
    ours = f"this server speaks protocol {PROTOCOL}"
    return f"{ours}, your client {theirs}: install undertide {version('undertide')}"
