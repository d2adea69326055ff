"""The owner: members of this node's sessions whose clients are connected to other nodes."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Final

from undertide_server.cluster.links.link import LinkToFront
from undertide_server.cluster.links.messages import (
    Deliver,
    FrontMessage,
    MemberBecame,
    MemberConfirms,
    MemberEnters,
    MemberFellBehind,
    MemberGone,
    MemberHandled,
    MemberMisled,
    MemberReentered,
    MemberReenters,
    MemberResynced,
    MemberResyncs,
    MemberReturned,
    MemberSaid,
    RunMoved,
)
from undertide_server.gateway.connections.endpoint import EndpointMessage
from undertide_server.gateway.connections.peers import Peers, RelayedPeer
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.handlers.failures import error_about, failure_answer
from undertide_server.gateway.handlers.session_router import SessionRouter
from undertide_server.gateway.relay.own_sessions import OwnSessions, is_halted, place_of
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.session import Session
from undertide_shared.codec import decode_client
from undertide_shared.errors import BadMessageError
from undertide_shared.messages import ClientMessage, Error, Left, State, is_legal

MOST_MEMBERS: Final = 10_000
"""Members that one front may have here: more connections than a node serves."""
MOST_WAITING: Final = 16
"""Messages of one member that wait for something. A front waits after each, so it has one there;
after a move it may have a few."""


class MembersOfFront:
    """The members that one front relays to this node. It is the front of their peers.

    A member is known from its first message until its connection is gone, also in the lobby.
    """

    def __init__(
        self,
        link: LinkToFront,
        peers: Peers,
        sender: Sender,
        router: SessionRouter,
        own: OwnSessions,
    ) -> None:
        self._link = link
        self._peers = peers
        self._sender = sender
        self._router = router
        self._own = own
        self._loop = asyncio.get_running_loop()
        self._members: dict[int, RelayedPeer] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        """The last message that waits for something, by member."""
        self._waiting: Counter[int] = Counter()
        """How many such messages each peer has, by its number."""
        self._moved: dict[int, RelayedPeer] = {}
        """Peers whose present place the front has not been told."""

    # --- to the front ------------------------------------------------------------------------

    def deliver(self, members: Sequence[int], parcel: Parcel) -> None:
        """Send a parcel to clients of the front."""
        self._link.send(Deliver(tuple(members), parcel.data, parcel.frame, parcel.is_pinged))

    def note_moved(self, peer: RelayedPeer) -> None:
        """Tell the front soon where a peer is now."""
        if not self._moved:
            self._loop.call_soon(self._tell_moved)
        self._moved[peer.member] = peer

    def _tell_moved(self) -> None:
        """Tell the front where peers are, unless a message of theirs is still being carried out."""
        for member in [each for each in self._moved if each not in self._tasks]:
            self._tell_place(self._moved[member])

    def _tell_place(self, peer: RelayedPeer) -> None:
        self._moved.pop(peer.member, None)
        self._link.send(place_of(peer, peer.member))

    # --- from the front ----------------------------------------------------------------------

    def handle_message(self, message: FrontMessage) -> None:
        """Take a message about a member. A front that has too many members loses its link."""
        if isinstance(message, MemberEnters | MemberReenters):
            if message.member not in self._members and len(self._members) >= MOST_MEMBERS:
                self._link.lose(f"the node has {MOST_MEMBERS} members here already")
            elif isinstance(message, MemberEnters):
                self._enters(self._known(message), message)
            else:
                self._reenter(self._known(message), message)
        else:
            known = self._members.get(message.member)
            if known is not None:
                self._take_for(known, message)

    def _known(self, message: MemberEnters | MemberReenters) -> RelayedPeer:
        """Return the peer of a member, and note who it is."""
        peer = self._members.get(message.member)
        identity = message.person.identity
        if peer is None:
            peer = self._peers.add_relayed(self, message.member, identity)
            self._members[message.member] = peer
        self._own.become(peer, identity)
        return peer

    def _take_for(
        self,
        peer: RelayedPeer,
        message: MemberSaid
        | MemberGone
        | MemberFellBehind
        | MemberResyncs
        | MemberConfirms
        | MemberBecame,
    ) -> None:
        match message:
            case MemberSaid():
                self._said(peer, message)
            case MemberGone():
                self._forget(peer)
            case MemberBecame():
                self._own.become(peer, message.person.identity)
            case MemberFellBehind() if peer.endpoint is not None:
                peer.endpoint.fell_behind(peer.number)
            case MemberResyncs():
                self._resync(peer)
            case MemberConfirms() if peer.endpoint is not None:
                peer.endpoint.confirm_token(peer.number)

    def _resync(self, peer: RelayedPeer) -> None:
        self._sender.flush()  # These frames go before the word that a keyframe follows.
        self._link.send(MemberResynced(peer.member))
        if peer.endpoint is not None:
            peer.endpoint.resync(peer.number)

    # --- messages of members -----------------------------------------------------------------

    def _enters(self, peer: RelayedPeer, entry: MemberEnters) -> None:
        message = self._decoded(peer, entry.message)
        if message is None:
            self._link.send(MemberHandled(peer.member))
        else:
            self._start(peer, message)

    def _decoded(self, peer: RelayedPeer, data: bytes) -> ClientMessage | None:
        """Return the message of a member; if this node doesn't know it, refuse it."""
        try:
            return decode_client(data)
        except BadMessageError as fault:
            # The front may run a newer version of the program.
            self._sender.reply(peer, Error(fault.code, fault.reason))
            return None

    def _said(self, peer: RelayedPeer, said: MemberSaid) -> None:
        message = self._decoded(peer, said.message)
        if message is None:
            self._link.send(MemberHandled(peer.member))
        elif not isinstance(message, EndpointMessage):
            self._start(peer, message)
        elif is_halted(peer.session):
            self._link.send(MemberReturned(peer.member, said.message))
        elif not is_legal(message, peer.state) or peer.endpoint is None:
            self._refuse_state(peer, message)
        else:
            try:
                peer.endpoint.handle_message(peer.number, message)
            except Exception as fault:  # noqa: BLE001  (it is logged, or an answer)
                self._sender.reply(peer, failure_answer(peer, message, fault))

    def _start(self, peer: RelayedPeer, message: ClientMessage) -> None:
        """Carry out a message that may have to wait for something."""
        if self._waiting[peer.number] >= MOST_WAITING:
            self._link.lose(f"{MOST_WAITING} messages of a member wait already")
            return
        self._waiting[peer.number] += 1
        task = self._loop.create_task(self._handle(peer, message, self._tasks.get(peer.member)))
        self._tasks[peer.member] = task

    async def _handle(
        self, peer: RelayedPeer, message: ClientMessage, before: "asyncio.Task[None] | None"
    ) -> None:
        if before is not None:
            await asyncio.wait([before])
        try:
            if not self._own.may_handle(peer, message):
                self._link.send(MemberMisled(peer.member, ""))
                return
            if is_legal(message, peer.state):
                await self._router.handle_message(peer, message)
            else:  # The session may have sent the peer back to the lobby.
                self._refuse_state(peer, message)
        except Exception as fault:  # noqa: BLE001  (it is logged, or an answer)
            self._sender.reply(peer, failure_answer(peer, message, fault))
        finally:
            if peer.number in self._waiting:
                self._waiting[peer.number] -= 1
            if self._tasks.get(peer.member) is asyncio.current_task():
                del self._tasks[peer.member]
                self._waiting.pop(peer.number, None)
        self._sender.flush()
        self._tell_place(peer)
        self._link.send(MemberHandled(peer.member))

    def _refuse_state(self, peer: RelayedPeer, message: ClientMessage) -> None:
        error = error_about(message, "wrong_state", f"not {peer.state.value}")
        self._sender.reply(peer, error)

    # --- members come back, and go -----------------------------------------------------------

    def _reenter(self, peer: RelayedPeer, message: MemberReenters) -> None:
        """Take back a member whose run has come to this node."""
        session = self._own.find(message.session, message.run)
        if session is None:
            self._link.send(MemberMisled(peer.member, message.session))
            return
        try:
            received = self._own.enter(peer, session, message.seat, message.name)
        except RequestRefusedError as refusal:
            self._sender.reply(peer, Error(refusal.code, refusal.reason))
            self._sender.reply(peer, Left(session.id, refusal.reason))
            self._tell_place(peer)
        else:
            self._link.send(MemberReentered(peer.member, received))
            self._own.move_on(session)

    def tell_moving(self, session: Session) -> None:
        """Tell the front that a run is about to move. Its members stay here until it has."""
        if self._inside(session):
            self._sender.flush()
            self._link.send(RunMoved(session.id, session.config.run, ""))

    def let_go(self, session: Session, node: str) -> None:
        """Let the members of a session go, and tell the front which node has the run, if known."""
        inside = self._inside(session)
        for peer in inside:
            peer.endpoint, peer.state, peer.name = None, State.LOBBY, ""
            self._moved.pop(peer.member, None)
        if inside:
            self._sender.flush()
            self._link.send(RunMoved(session.id, session.config.run, node))

    def _inside(self, session: Session) -> list[RelayedPeer]:
        return [peer for peer in self._members.values() if peer.session is session]

    def _forget(self, peer: RelayedPeer) -> None:
        peer.is_gone = True
        self._members.pop(peer.member, None)
        self._moved.pop(peer.member, None)
        self._waiting.pop(peer.number, None)
        task = self._tasks.pop(peer.member, None)
        if task is not None:
            task.cancel()
        self._peers.remove(peer)
        if is_halted(peer.session):
            peer.endpoint = None  # Its session is told later, unless it moves.
        self._router.disconnected(peer)
        self._moved.pop(peer.member, None)

    def close(self) -> None:
        """Forget all members: their front can't be reached."""
        for peer in list(self._members.values()):
            self._forget(peer)
