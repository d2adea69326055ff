"""The front: clients that are connected here, whose sessions are at other nodes."""

import asyncio
from collections.abc import Callable

import structlog

from undertide_server.cluster.links.link import LinkToOwner
from undertide_server.cluster.links.messages import (
    Deliver,
    FrontMessage,
    MemberBecame,
    MemberEnters,
    MemberGone,
    MemberHandled,
    MemberMisled,
    MemberPlaced,
    MemberReentered,
    MemberResynced,
    MemberReturned,
    MemberSaid,
    OwnerMessage,
    RelayedPerson,
    RunMoved,
)
from undertide_server.gateway.connections.endpoint import EndpointMessage, RecentActs
from undertide_server.gateway.connections.peers import ConnectedPeer, Peers
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.edge.counters import is_server_message
from undertide_server.gateway.relay.endpoint import RelayEndpoint
from undertide_server.gateway.relay.errors import MisledError, OwnerLostError
from undertide_server.gateway.relay.known_members import KnownMembers
from undertide_server.gateway.relay.searches import Searches
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_shared.codec import decode_client, encode
from undertide_shared.errors import BadMessageError
from undertide_shared.messages import ClientMessage, State

log = structlog.get_logger()


class RelayFront:
    """The part of a node that passes its clients' messages to owners, and theirs to its clients.

    The client's connection stays as it is: its rates, its patience and its place are kept here.
    `link_to` returns the link to a node, or None if it can't be reached.
    """

    def __init__(
        self,
        peers: Peers,
        sender: Sender,
        link_to: Callable[[str], LinkToOwner | None],
        searches: Searches,
        known: KnownMembers,
    ) -> None:
        self._peers = peers
        self._sender = sender
        self._link_to = link_to
        self._searches = searches
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[int, tuple[LinkToOwner, asyncio.Future[None]]] = {}
        """Messages that an owner has not carried out yet, one for each peer at most."""
        self._known = known
        self._skipping: set[int] = set()
        """Peers whose frames are left out until their owner has heard that they resync."""
        self._unanswered: set[int] = set()
        """Peers to whom an owner has said nothing since they asked to enter."""

    # --- what clients say --------------------------------------------------------------------

    async def enter(self, peer: ConnectedPeer, node: str, message: ClientMessage) -> None:
        """Have another node carry out a message of a peer that is in none of its sessions.

        Raises MisledError if the node doesn't own the session, OwnerLostError if it can't be asked.
        """
        link = self._link_to(node)
        if link is None:
            raise OwnerLostError(node)
        self._known.add_member(peer.number, link)
        self._unanswered.add(peer.number)
        peer.socket.expect_no_pong()
        person = RelayedPerson.of(peer.identity)
        entering = MemberEnters(peer.number, person, encode(message))
        try:
            await self._send(link, entering, peer.number)
        except (MisledError, OwnerLostError):
            self._unanswered.discard(peer.number)  # It may enter a session elsewhere now.
            raise

    async def say(self, peer: ConnectedPeer, message: ClientMessage) -> None:
        """Have the owner carry out a message of a peer in one of its sessions.

        Raises OwnerLostError while that node is sought.
        """
        endpoint = peer.endpoint
        assert isinstance(endpoint, RelayEndpoint), "the peer is in a session of another node"
        if endpoint.link is None:
            raise OwnerLostError(endpoint.place.session)
        await self._send(endpoint.link, MemberSaid(peer.number, encode(message)), peer.number)

    async def _send(self, link: LinkToOwner, message: FrontMessage, member: int) -> None:
        """Send a message, and wait until it has been carried out."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._waiting[member] = link, done
        try:
            link.send(message)
            if link.lost:
                raise OwnerLostError(link.node)
            await done
        finally:
            del self._waiting[member]

    def became(self, peer: ConnectedPeer) -> None:
        """Tell all nodes that know a peer who it is now."""
        message = MemberBecame(peer.number, RelayedPerson.of(peer.identity))
        for link in self._known.links_of(peer.number):
            link.send(message)

    def remove_peer(self, peer: ConnectedPeer) -> None:
        """Tell all nodes that know a peer that it is gone."""
        self._skipping.discard(peer.number)
        self._unanswered.discard(peer.number)
        self._searches.drop_member(peer.number)
        for link in self._known.links_of(peer.number):
            link.send(MemberGone(peer.number))
        self._known.remove_member(peer.number)

    # --- what owners say ---------------------------------------------------------------------

    def handle_message(self, link: LinkToOwner, message: OwnerMessage) -> None:
        """Take a message from a node in whose sessions clients of this one are.

        What it says of clients who have never entered one of its sessions is ignored.
        """
        match message:
            case Deliver():
                self._deliver(link, message)
            case RunMoved():
                self._look_for(link, message.run, message.node)
                self._searches.note_owner(message.run, message.node)
            case MemberReentered():
                self._searches.reentered(link, message)
            case _:
                peer = self._peers.connected.get(message.member)
                if peer is not None and self._known.knows(link, message.member):
                    self._take_for(peer, link, message)

    def _deliver(self, link: LinkToOwner, message: Deliver) -> None:
        if not is_server_message(message.data):
            return
        members = self._known.among(message.members, link)
        if self._unanswered:
            self._unanswered.difference_update(members)
        if message.frame and self._skipping:
            members = [each for each in members if each not in self._skipping]
        is_pinged = message.is_pinged and len(members) == 1
        # What came together is sent together: there is nothing here to collect it for.
        self._sender.send_now(Parcel(tuple(members), message.data, message.frame, is_pinged))

    def _take_for(
        self,
        peer: ConnectedPeer,
        link: LinkToOwner,
        message: MemberPlaced | MemberHandled | MemberReturned | MemberResynced | MemberMisled,
    ) -> None:
        match message:
            case MemberPlaced():
                self._place(peer, link, message)
            case MemberHandled():
                self._handled(peer, link, None)
            case MemberMisled():
                self._handled(peer, link, MisledError(link.node))
                self._searches.misled(peer.number, link)
            case MemberReturned():
                self._take_back(peer, message)
            case MemberResynced():
                self._resynced(peer)

    def _place(self, peer: ConnectedPeer, link: LinkToOwner, place: MemberPlaced) -> None:
        """Note where a peer is now, as its owner tells it."""
        endpoint = peer.endpoint
        ours = endpoint if isinstance(endpoint, RelayEndpoint) else None
        if place.state is State.LOBBY:
            if ours is not None and ours.link in {link, None}:
                self._searches.drop_member(peer.number)
                self._skipping.discard(peer.number)
                peer.to_lobby()
        elif ours is not None and ours.link is link:
            ours.place = place
            peer.state = place.state
        elif endpoint is None:
            peer.place(self.endpoint_of(peer.number, link, place), place.state)

    def endpoint_of(
        self,
        member: int,
        link: LinkToOwner | None,
        place: MemberPlaced,
        acts: RecentActs | None = None,
    ) -> RelayEndpoint:
        """Return an endpoint for a member at the owner behind a link; None if it is sought.

        `acts` are the latest intents of a member who was this node's own.
        """
        return RelayEndpoint(member, link, place, self._skipping, acts)

    def _handled(
        self, peer: ConnectedPeer, link: LinkToOwner, fault: MisledError | OwnerLostError | None
    ) -> None:
        """Go on with a client whose message has been carried out, or can't be."""
        waited_for, done = self._waiting.get(peer.number, (None, None))
        if waited_for is not link or done is None or done.done():
            return
        if fault is None:
            done.set_result(None)
        else:
            done.set_exception(fault)

    @staticmethod
    def _take_back(peer: ConnectedPeer, returned: MemberReturned) -> None:
        try:
            message = decode_client(returned.message)
        except BadMessageError:
            return  # No client of this node has said that.
        if isinstance(peer.endpoint, RelayEndpoint) and isinstance(message, EndpointMessage):
            peer.endpoint.enqueue_message(message)

    @staticmethod
    def _resynced(peer: ConnectedPeer) -> None:
        if isinstance(peer.endpoint, RelayEndpoint):
            peer.endpoint.note_resynced()

    # --- owners that are lost ----------------------------------------------------------------

    def owner_lost(self, link: LinkToOwner) -> None:
        """Look for the sessions that were behind a link; nobody is sent away meanwhile."""
        for waited_for, done in list(self._waiting.values()):
            if waited_for is link and not done.done():
                done.set_exception(OwnerLostError(link.node))
        self._known.drop_link(link)
        self._searches.link_lost(link)
        self._look_for(link)
        self._turn_away()

    def _look_for(self, link: LinkToOwner, run: str | None = None, node: str = "") -> None:
        """Look for the owner of a run, or of all runs, that members entered over a link."""
        for peer in self._peers:
            endpoint = peer.endpoint
            if not isinstance(endpoint, RelayEndpoint):
                continue
            if endpoint.link is link and run in {None, endpoint.place.run}:
                endpoint.note_lost()
                self._searches.seek(endpoint, node)

    def _turn_away(self) -> None:
        """Refuse a place to those who may have got one over a link that was lost.

        Their greeting was lost with it, so they would wait for ever.
        """
        for member in list(self._unanswered):
            peer = self._peers.connected.get(member)
            endpoint = None if peer is None else peer.endpoint
            if peer is not None and isinstance(endpoint, RelayEndpoint) and endpoint.link is None:
                self._unanswered.discard(member)
                self._searches.turn_away(peer)
