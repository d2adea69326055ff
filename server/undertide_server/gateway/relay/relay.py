"""The relay of a node: it is front and owner to the other nodes."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final

import structlog

from undertide_server.cluster.directory import DirectoryBusyError
from undertide_server.cluster.links.errors import LinkError
from undertide_server.cluster.links.link import LinkToFront, LinkToOwner
from undertide_server.cluster.links.messages import (
    AskSeats,
    AskThumbnails,
    FrontMessage,
    NodeSeats,
    NodeThumbnails,
    OwnerMessage,
)
from undertide_server.cluster.other_nodes import NodeParts
from undertide_server.gateway.connections.endpoint import EndpointMessage
from undertide_server.gateway.connections.peers import ConnectedPeer, Peers
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.handlers.session_router import SessionRouter
from undertide_server.gateway.handlers.thumbnails import thumbnails_for
from undertide_server.gateway.loop.session_endpoint import SessionEndpoint
from undertide_server.gateway.loop.session_scheduler import SessionScheduler
from undertide_server.gateway.relay.endpoint import MOVING, RelayEndpoint
from undertide_server.gateway.relay.errors import MisledError, OwnerLostError
from undertide_server.gateway.relay.front import RelayFront
from undertide_server.gateway.relay.known_members import KnownMembers
from undertide_server.gateway.relay.locating import Locator, named_session
from undertide_server.gateway.relay.own_sessions import OwnSessions, place_of
from undertide_server.gateway.relay.owner import MembersOfFront
from undertide_server.gateway.relay.searches import BUSY, FIND_SECONDS, LOOK_SECONDS, Searches
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_server.store.errors import StoreError
from undertide_shared.messages import ClientMessage, Create, Leave, Left, SeatQuestion, SeatStatus

NO_MEMBER: Final = -1
"""The number of somebody whose token says all there is to know."""

log = structlog.get_logger()


class Relay:
    """The part of a gateway that deals with sessions of other nodes, and with their clients here.

    It takes what links bring.
    """

    def __init__(
        self,
        node: NodeParts,
        registry: Registry,
        scheduler: SessionScheduler,
        peers: Peers,
        sender: Sender,
        router: SessionRouter,
    ) -> None:
        self._links = node.links
        self._directory = node.directory
        self._registry = registry
        self._scheduler = scheduler
        self._peers = peers
        self._sender = sender
        self._router = router
        self._loop = asyncio.get_running_loop()
        self._locator = Locator(registry, node.directory, node.lobby)
        self._own = OwnSessions(registry, scheduler, sender)
        link_to, known = node.links.to, KnownMembers()
        self._searches = Searches(peers, sender, node.directory, link_to, self._own, known)
        self.front = RelayFront(peers, sender, link_to, self._searches, known)
        """The end of links to the owners of sessions."""
        self._fronts: dict[LinkToFront, MembersOfFront] = {}
        node.links.answer_with(AskThumbnails, self._tell_thumbnails)
        node.links.answer_with(AskSeats, self._tell_seats)

    # --- clients of this node ----------------------------------------------------------------

    async def handles(self, peer: ConnectedPeer, message: ClientMessage) -> bool:
        """Have another node carry out a message if it concerns that node; return whether it does.

        Raises RequestRefusedError if that node can't be reached in time.
        """
        endpoint = peer.endpoint
        if isinstance(endpoint, RelayEndpoint):
            await self._say(peer, endpoint, message)
            return True
        if endpoint is not None:
            return False
        return await self._enters(peer, self._locator.chosen(message, peer.identity))

    async def _say(
        self, peer: ConnectedPeer, endpoint: RelayEndpoint, message: ClientMessage
    ) -> None:
        """Pass on a message of a member of another node's session."""
        if isinstance(message, EndpointMessage):
            endpoint.handle_message(peer.number, message)
        elif endpoint.link is None and isinstance(message, Leave):
            self._searches.drop_member(peer.number)
            peer.to_lobby()
            self._sender.reply(peer, Left(endpoint.place.session, "you left"))
        else:
            try:
                await self.front.say(peer, message)
            except (OwnerLostError, MisledError) as fault:
                raise RequestRefusedError("too_fast", MOVING) from fault

    async def _enters(self, peer: ConnectedPeer, message: ClientMessage) -> bool:
        """Have the owner of a session carry out a message from the lobby, unless it is this node.

        While the session has no owner that can be reached, this waits for one.
        """
        until = self._loop.time() + FIND_SECONDS
        while not peer.is_gone:
            try:
                node = await self._locator.node_of(message, peer.number, peer.identity)
                if node == self._directory.node:
                    self._own.check_stays(message)
                    return False
                await self._enter(peer, node, message)
            except (OwnerLostError, MisledError) as fault:
                if self._loop.time() >= until or not named_session(message):
                    raise RequestRefusedError("server_full", BUSY) from fault
                await asyncio.sleep(LOOK_SECONDS)
            except (DirectoryBusyError, StoreError) as fault:
                raise RequestRefusedError("server_full", BUSY) from fault
            else:
                break
        return True

    async def _enter(self, peer: ConnectedPeer, node: str, message: ClientMessage) -> None:
        if isinstance(message, Create):
            self._directory.note_given(node)
        await self.front.enter(peer, node, message)

    async def thumbnails(self, sessions: Sequence[str], identity: Identity) -> list[bytes]:
        """Return the encoded thumbnails of those sessions of other nodes that a person may see."""
        by_node: defaultdict[str, list[str]] = defaultdict(list)
        for session in dict.fromkeys(sessions):
            remote = self._directory.remote.get(session)
            if remote is not None and remote.node != self._directory.node:
                by_node[remote.node].append(session)
        person = identity.account, identity.address_key, identity.operator
        answers = await asyncio.gather(
            *(self._ask(node, AskThumbnails(asked, *person)) for node, asked in by_node.items())
        )
        return [each for answer in answers for each in answer]

    async def _ask(self, node: str, question: AskThumbnails) -> list[bytes]:
        try:
            return (await self._links.query_node(node, question, NodeThumbnails)).thumbnails
        except LinkError as fault:
            log.info("no thumbnails", node=node, reason=str(fault))
            return []

    async def _tell_thumbnails(self, question: AskThumbnails) -> NodeThumbnails:
        """Answer another node whose clients are in a lobby."""
        identity = Identity(question.account, question.address_key, question.operator)
        return NodeThumbnails(await thumbnails_for(self._registry, identity, question.sessions))

    async def seat_statuses(self, questions: Sequence[SeatQuestion]) -> list[SeatStatus]:
        """Return what became of seats whose sessions this node doesn't have.

        It leaves out those of which neither another node nor the store can say anything now.
        """
        asked = [self._seat_status(question) for question in questions]
        return [told for told in await asyncio.gather(*asked) if told is not None]

    async def _seat_status(self, question: SeatQuestion) -> SeatStatus | None:
        try:
            said, token = question.session, question.token
            node = await self._directory.find_session(said, NO_MEMBER, NOBODY, token)
            if node is None or self._registry.resting.find_run(said) is not None:
                return self._registry.seat_status(question, is_proven=node is not None)
            if node == self._directory.node:
                return None  # It is about to come back here.
            answer = await self._links.query_node(node, AskSeats([question]), NodeSeats)
        except (LinkError, DirectoryBusyError, StoreError) as fault:
            log.info("no seat status", session=question.session, reason=str(fault))
            return None
        return next(iter(answer.seats), None)

    async def _tell_seats(self, question: AskSeats) -> NodeSeats:
        """Answer another node whose clients are in a lobby."""
        return NodeSeats([self._registry.seat_status(each) for each in question.seats])

    def disconnected(self, peer: ConnectedPeer) -> None:
        """Tell all nodes that know a peer that its connection is gone."""
        self.front.remove_peer(peer)

    # --- sessions that move: `cluster.moves.RunHost` -----------------------------------------

    def halt(self, session: Session, written: Callable[[], None]) -> None:
        """Halt a session that is about to move, and keep all that its members say.

        `written` and the error are as in `Session.halt`. `go_on` or `moved` must follow.
        """
        session.halt(self._loop.time(), written)
        self._scheduler.move_on(session)
        self._keep_members(session)

    def _keep_members(self, session: Session) -> None:
        """Look for the owner of a session's run on behalf of its members, instead of asking it."""
        for front in self._fronts.values():
            front.tell_moving(session)
        for peer in self._peers:
            if peer.session is session:
                place, before = place_of(peer, peer.number), peer.endpoint
                acts = before.acts if isinstance(before, SessionEndpoint) else None
                endpoint = self.front.endpoint_of(peer.number, None, place, acts)
                peer.place(endpoint, peer.state)
                self._searches.seek(endpoint)

    def go_on(self, session: Session) -> None:
        """Have a halted session go on here after all; its members enter it again."""
        session.go_on()
        waiting = self._searches.members_of(session.config.run)
        relayed = {peer.number for peer in self._peers.of_session(session)}
        self._own.tell_who_left(session, waiting | relayed)
        self._own.move_on(session)

    def moved(self, session: Session, node: str) -> None:
        """Drop a session whose run another node owns, and send its members after it.

        `node` is empty if the owner isn't known.
        """
        if not session.is_halted:
            self._keep_members(session)
        self._scheduler.ended(session)
        for member in session.outbox.members_to_greet():
            peer = self._peers.get(member)
            if peer is not None:
                self._searches.turn_away(peer)
        self._searches.note_owner(session.config.run, node)
        for front in self._fronts.values():
            front.let_go(session, node)
        self._registry.drop(session)

    # --- what links bring --------------------------------------------------------------------

    def handle_from_front(self, link: LinkToFront, message: FrontMessage) -> None:
        """Take a message from a node whose clients are in sessions of this one."""
        front = self._fronts.get(link)
        if front is None:
            front = MembersOfFront(link, self._peers, self._sender, self._router, self._own)
            self._fronts[link] = front
        front.handle_message(message)

    def handle_from_owner(self, link: LinkToOwner, message: OwnerMessage) -> None:
        """Take a message from a node in whose sessions clients of this one are."""
        self.front.handle_message(link, message)

    def front_lost(self, link: LinkToFront) -> None:
        """Forget all members who came over a link. They enter again over another one."""
        front = self._fronts.pop(link, None)
        if front is not None:
            front.close()

    def owner_lost(self, link: LinkToOwner) -> None:
        """Find new owners for the members whose link was lost."""
        self.front.owner_lost(link)

    def close(self) -> None:
        """Look for no owners any more."""
        self._searches.close()
