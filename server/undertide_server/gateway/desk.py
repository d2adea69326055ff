"""What each message of a client does."""

import asyncio
from importlib.metadata import version

import structlog

from undertide_server.content.settings import ServerSettings
from undertide_server.gateway.admission import Admission
from undertide_server.gateway.beat import Beat
from undertide_server.gateway.parting import Parting
from undertide_server.gateway.peers import Peer
from undertide_server.gateway.post import Post
from undertide_server.gateway.table import Table
from undertide_server.replays.messages import Wish
from undertide_server.replays.rooms import Rooms
from undertide_server.sessions.refused import Refused
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import SeatedMessage, Session
from undertide_shared.closing import Closing
from undertide_shared.messages import (
    PROTOCOL,
    ClientMessage,
    Create,
    Created,
    Error,
    Hello,
    Join,
    Leave,
    ListRuns,
    ListSessions,
    Replay,
    Runs,
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
        rooms: Rooms,
    ) -> None:
        self._settings = settings
        self._registry = registry
        self._beat = beat
        self._post = post
        self._admission = admission
        self._rooms = rooms
        self._readings: dict[int, asyncio.Task[None]] = {}
        """Answers that wait for the disk, by the number of the peer."""
        self._loop = asyncio.get_running_loop()

    def receive(self, peer: Peer, message: ClientMessage) -> None:
        """Do what a message asks for. Raises Refused, or Parting when its sender must go."""
        match message:
            case Hello():
                self._greet(peer, message)
            case ListSessions():
                self._post.reply(peer, Sessions(self._registry.infos()))
            case ListRuns():
                self._list_runs(peer)
            case Create() | Join() | Watch() | Replay():
                self._enter(peer, message)
            case Leave():
                self._leave(peer)
            case _:
                self._pass_on(peer, message)

    def _enter(self, peer: Peer, message: Create | Join | Watch | Replay) -> None:
        match message:
            case Create():
                self._create(peer, message)
            case Join():
                self._join(peer, message)
            case Watch():
                self._watch(peer, message)
            case Replay():
                self._replay(peer, message)

    def disconnected(self, peer: Peer) -> None:
        """Tell the place of a peer that is gone, and read nothing more for it."""
        reading = self._readings.get(peer.number)
        if reading is not None:
            reading.cancel()
        place = peer.place
        if place is not None:
            peer.to_lobby()
            place.disconnect(peer.number)

    def _greet(self, peer: Peer, hello: Hello) -> None:
        if hello.protocol != PROTOCOL:
            reason = version_fault(f"protocol {hello.protocol}")
            self._post.reply(peer, Error("wrong_version", reason))
            raise Parting(Closing.WRONG_VERSION, reason)
        peer.state = State.LOBBY
        program = clean(hello.client, MAX_PROGRAM)
        log.info("greeted", peer=peer.number, place=peer.socket.place, program=program)
        name, registry = self._settings.server.name, self._registry
        welcome = Welcome(PROTOCOL, name, registry.presets, registry.callings)
        self._post.reply(peer, welcome)

    def _create(self, peer: Peer, create: Create) -> None:
        self._check_may_make(peer)
        session = self._registry.create(create.preset, create.pace, self._loop.time())
        self._made(peer, session)
        self._post.reply(peer, Created(session.id))
        self._beat.touched(session)

    def _join(self, peer: Peer, join: Join) -> None:
        makes = self._check_may_bring(peer, join.session)
        now = self._loop.time()
        session = self._registry.for_join(join.session, now)
        if makes:
            # Also where joining is refused: what it took to make the session was taken.
            self._made(peer, session)
        peer.enter(Table(session, self._beat), State.PLAYING)
        try:
            with self._beat.guarding(session):
                session.join(peer.number, join.name, join.token, now, join.calling)
        except Refused:
            peer.to_lobby()
            if makes and not join.session:
                self._beat.end(session, "nobody came")
            raise
        self._beat.touched(session)

    def _watch(self, peer: Peer, watch: Watch) -> None:
        brings = bool(watch.session) and self._check_may_bring(peer, watch.session)
        session = self._registry.for_watch(watch.session)
        if brings:
            self._made(peer, session)
        peer.enter(Table(session, self._beat), State.WATCHING)
        try:
            with self._beat.guarding(session):
                session.watch(peer.number, watch.name, watch.seat, self._loop.time())
        except Refused:
            peer.to_lobby()
            raise
        self._beat.touched(session)

    def _pass_on(self, peer: Peer, message: SeatedMessage | Wish) -> None:
        assert peer.place is not None, "only who has a place may say that"
        peer.place.receive(peer.number, message)

    def _leave(self, peer: Peer) -> None:
        assert peer.place is not None, "only who has a place may leave"
        peer.place.leave(peer.number)
        peer.to_lobby()

    def _list_runs(self, peer: Peer) -> None:
        """Answer once the runs are read: sessions go on meanwhile. Raises Refused.

        A peer waits for one answer at a time, so a disk that is slow gathers no more of them.
        """
        if peer.number in self._readings:
            raise Refused("too_fast", "the runs are being read for you already")
        reading = self._loop.create_task(self._tell_runs(peer))
        self._readings[peer.number] = reading
        reading.add_done_callback(lambda _: self._readings.pop(peer.number))

    async def _tell_runs(self, peer: Peer) -> None:
        try:
            self._post.reply(peer, Runs(await self._rooms.runs()))
        except Refused as refusal:
            self._post.reply(peer, Error(refusal.code, refusal.reason))
        except Exception:
            log.exception("runs could not be listed", peer=peer.number)
            self._post.reply(peer, Error("internal", "the server failed at this"))

    def _replay(self, peer: Peer, replay: Replay) -> None:
        place = peer.socket.place
        if not self._admission.may_replay(place, self._loop.time()):
            raise Refused(
                "too_fast", "too many replays were begun from your address: wait a little"
            )
        room = self._rooms.open(peer.number, place, replay, peer.to_lobby)
        peer.enter(room, State.REPLAYING)

    def _check_may_bring(self, peer: Peer, session_id: str) -> bool:
        """Return whether a session must be made, or brought back, for a peer. Raises Refused."""
        makes = self._registry.must_make(session_id)
        if makes:
            self._check_may_make(peer)
        return makes

    def _check_may_make(self, peer: Peer) -> None:
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
