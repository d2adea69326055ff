"""The search for the owner of a run that has left its node, on behalf of its members here."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog

from undertide_server.cluster.directory import ClusterDirectory, DirectoryBusyError
from undertide_server.cluster.links.link import LinkToOwner
from undertide_server.cluster.links.messages import MemberReentered, MemberReenters, RelayedPerson
from undertide_server.gateway.connections.peers import ConnectedPeer, Peer, Peers
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.edge.errors import ConnectionClosingError
from undertide_server.gateway.relay.endpoint import RelayEndpoint
from undertide_server.gateway.relay.known_members import KnownMembers
from undertide_server.gateway.relay.own_sessions import OwnSessions
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.store.errors import StoreError
from undertide_shared.closing import Closing
from undertide_shared.messages import Error, Left

FIND_SECONDS: Final = 6.0
"""Time in which a run's owner is sought. After a node has died, its runs are claimed within 2.3 s
and go on within 5 s."""
LOOK_SECONDS: Final = 0.1
"""Time between two looks at who owns the run."""
BUSY: Final = "the session can't be reached at the moment: try again"
LOST: Final = "the session can't be reached at the moment: join it again"
CUT: Final = "this server can't reach the one that plays your session: connect again"
"""The words to members whose owner lives behind a link that is cut. Another node may reach it."""

log = structlog.get_logger()


class Search:
    """The search for one run's owner. `members` are the endpoints of those who wait for it."""

    def __init__(self, run: str, session: str) -> None:
        self.run = run
        self.session = session
        self.hint = ""
        """The node that has the run, as its former owner said."""
        self.owner = ""
        """The other node that had the run at the last look; empty if none had."""
        self.is_cut = False
        """Whether the last thing that is known of a link to it is that there is none."""
        self.members: dict[int, RelayEndpoint] = {}
        self.asked: dict[int, LinkToOwner] = {}
        """The members who have asked a node to enter again, and its answer has not come."""
        self.news = asyncio.Event()
        """Set when the next look may find more than the one before."""


class Searches:
    """All searches of a node, one for each run.

    `link_to` returns the link to a node, or None if it can't be reached.
    """

    def __init__(
        self,
        peers: Peers,
        sender: Sender,
        directory: ClusterDirectory,
        link_to: Callable[[str], LinkToOwner | None],
        own: OwnSessions,
        known: KnownMembers,
    ) -> None:
        self._peers = peers
        self._sender = sender
        self._directory = directory
        self._link_to = link_to
        self._own = own
        self._known = known
        self._loop = asyncio.get_running_loop()
        self._searches: dict[str, Search] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def seek(self, endpoint: RelayEndpoint, hint: str = "") -> None:
        """Look for the owner of a member's run, which may be the node `hint`."""
        place = endpoint.place
        search = self._searches.get(place.run)
        if search is None:
            search = self._searches[place.run] = Search(place.run, place.session)
            task = self._loop.create_task(self._search(search))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        search.members[endpoint.member] = endpoint
        self.note_owner(place.run, hint)

    def note_owner(self, run: str, node: str) -> None:
        """Note which node has a run that is sought, as its former owner says; empty if unknown."""
        search = self._searches.get(run)
        if search is not None and node:
            search.hint = node
            search.news.set()
            self._directory.remote.note_moved(search.session, node)

    def members_of(self, run: str) -> set[int]:
        """Return the members on whose behalf a run's owner is sought."""
        search = self._searches.get(run)
        return set() if search is None else set(search.members)

    def _of(self, member: int) -> Search | None:
        found = (each for each in self._searches.values() if member in each.members)
        return next(found, None)

    def drop_member(self, member: int) -> None:
        """Look for nobody's owner on behalf of a member that is gone, or in the lobby."""
        search = self._of(member)
        if search is not None:
            search.members.pop(member)
            search.asked.pop(member, None)
            if not search.members:
                search.news.set()

    def turn_away(self, peer: Peer) -> None:
        """Look for no owner on behalf of a peer that was given a place, but not told so.

        Only the owner that is gone knew that it waits for an answer: it may ask again.
        """
        self.drop_member(peer.number)
        peer.to_lobby()
        self._sender.reply(peer, Error("server_full", BUSY))

    def misled(self, member: int, link: LinkToOwner) -> None:
        """Note that a node doesn't own the run of a member who asked it."""
        search = self._of(member)
        if search is not None and search.asked.get(member) is link:
            del search.asked[member]
            search.is_cut = False

    def link_lost(self, link: LinkToOwner) -> None:
        """Note that no answer comes over a link any more."""
        for search in self._searches.values():
            search.is_cut = search.is_cut or link in search.asked.values()
            search.asked = {
                member: asked for member, asked in search.asked.items() if asked is not link
            }

    def reentered(self, link: LinkToOwner, message: MemberReentered) -> None:
        """Note that a member is in its run again; pass on what it said meanwhile."""
        search = self._of(message.member)
        if search is None or search.asked.get(message.member) is not link:
            return
        endpoint = search.members[message.member]
        self.drop_member(message.member)
        endpoint.go_on(link, message.received)

    def close(self) -> None:
        """Stop all searches."""
        for task in self._tasks:
            task.cancel()

    # --- one search --------------------------------------------------------------------------

    async def _search(self, search: Search) -> None:
        """Look for the owner until all members are with it, or the time is over."""
        try:
            async with asyncio.timeout(FIND_SECONDS):
                while search.members:
                    search.news.clear()
                    await self._look(search)
                    if search.members:
                        await self._wait(search)
        except TimeoutError:
            log.warning("owner not found", run=search.run, members=len(search.members))
        finally:
            del self._searches[search.run]
        is_cut = search.is_cut and self._directory.is_living(search.owner)
        for member in search.members:
            self._give_up(member, is_cut=is_cut)

    async def _wait(self, search: Search) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_SECONDS):
                await search.news.wait()

    async def _look(self, search: Search) -> None:
        """Ask the present owner, if there is one, to take the members who have not asked yet."""
        node, search.hint = search.hint, ""
        try:
            node = node or await self._directory.find_run(search.run) or ""
        except (DirectoryBusyError, StoreError):
            return  # The next look may be luckier.
        search.owner = node if node != self._directory.node else ""
        if node == self._directory.node:
            self._enter_here(search)
        elif node:
            self._ask(search, node)

    def _ask(self, search: Search, node: str) -> None:
        link = self._link_to(node)
        if link is None:
            search.is_cut = True
            return
        for member, endpoint in search.members.items():
            peer = self._peers.connected.get(member)
            if peer is not None and member not in search.asked:
                search.asked[member] = link
                self._known.add_member(member, link)
                person, place = RelayedPerson.of(peer.identity), endpoint.place
                at = (place.session, place.run, place.seat, place.name)
                link.send(MemberReenters(member, person, *at))

    def _enter_here(self, search: Search) -> None:
        """Make the members direct ones: this node has the run itself now."""
        for member, endpoint in list(search.members.items()):
            peer = self._peers.connected.get(member)
            try:
                if peer is None or self._own.reenter(peer, endpoint):
                    self.drop_member(member)
            except RequestRefusedError as refusal:
                self.drop_member(member)
                self._send_away(peer, refusal.reason)

    def _give_up(self, member: int, *, is_cut: bool) -> None:
        """Send a member to another node if this one alone may not reach the owner, or the lobby."""
        peer = self._peers.connected.get(member)
        if peer is not None and isinstance(peer.endpoint, RelayEndpoint):
            if is_cut:
                peer.expel(ConnectionClosingError(Closing.GOING_AWAY, CUT))
            else:
                self._send_away(peer, LOST)

    def _send_away(self, peer: ConnectedPeer | None, reason: str) -> None:
        """Send a member to the lobby. It keeps its token, so it can join again."""
        if peer is not None and isinstance(peer.endpoint, RelayEndpoint):
            session = peer.endpoint.place.session
            peer.to_lobby()
            self._sender.reply(peer, Error("internal", reason))
            self._sender.reply(peer, Left(session, reason))
