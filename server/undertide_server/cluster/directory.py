"""What this node knows of the others: who lives, who owns which session, and what lobbies show."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar

from undertide_server.cluster.links.address import NodeAddress
from undertide_server.cluster.lobby import LobbyLines, RemoteSessions
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.seats import opens_one
from undertide_server.sessions.model.settings import read_settings
from undertide_server.sessions.moderation.door import OPEN, door_of
from undertide_server.sessions.registry import Registry
from undertide_server.store.leases import ClusterNews, Load, NodeStatus
from undertide_server.store.ownership import NOBODY, Owned, Ownership
from undertide_shared.codes import id_of
from undertide_shared.errors import UndertideError


class DirectoryBusyError(UndertideError):
    """Too many questions wait for the store."""

    def __init__(self) -> None:
        super().__init__("too many sessions are being looked for: try again in a moment")


MOST_LOOKUPS: Final = 100
"""Sessions and runs at once about which the store is asked: each takes a fraction of a millisecond,
and everybody who asks for the same one shares its answer."""
T = TypeVar("T")


class AsksStore(Protocol):
    """The thread in which this node asks the store about owners."""

    async def call(self, ask: Callable[[Ownership], T]) -> T:
        """Return what `ask` returns of the owners, or raise what it raises."""


class ClusterDirectory:
    """The directory of one node, fed by the news of its heartbeat.

    The local registry is right about this node's own sessions. The news tells of the others, late
    by a second at most. The store knows who owns what: `find_session` and `find_run` ask it about
    what is not known here.
    """

    def __init__(self, node: str, registry: Registry, lines: LobbyLines, store: AsksStore) -> None:
        self.node = node
        """The id of this node. It has another one after it lost its lease."""
        self._registry = registry
        self._lines = lines
        self._store = store
        self._nodes: dict[str, NodeStatus] = {}
        self.remote = RemoteSessions()
        """The live sessions of the other nodes."""
        self._given: Counter[str] = Counter()
        """Sessions that this node gave to each node to make since the last news."""
        self._lookups: dict[tuple[str, str], asyncio.Future[Any]] = {}
        """What the store has not answered yet, by kind and name."""

    # --- news --------------------------------------------------------------------------------

    def note_news(self, news: ClusterNews) -> set[str]:
        """Take in what the heartbeat has read; return the nodes that are no longer in the store.

        Call this on the event loop.
        """
        before, self._nodes = self._nodes, {status.id: status for status in news.nodes}
        self._given.clear()
        lines = {node: each for node, each in news.lobby.items() if node != self.node}
        self.remote.record_lines(lines, {status.id: status.is_living for status in news.nodes})
        return before.keys() - self._nodes.keys()

    # --- nodes -------------------------------------------------------------------------------

    @property
    def others(self) -> list[NodeStatus]:
        """The other living nodes, by id."""
        return [
            status for status in self._nodes.values() if status.is_living and status.id != self.node
        ]

    def is_living(self, node: str) -> bool:
        """Return whether a node's lease held at the last news."""
        status = self._nodes.get(node)
        return status is not None and status.is_living

    def address_of(self, node: str) -> NodeAddress | None:
        """Return where another node listens for links; None if it doesn't live, or listens nowhere.

        A node whose lease has just expired may still live, and is still dialled.
        """
        status = self._nodes.get(node)
        if status is None or node == self.node or not status.node.address:
            return None
        return NodeAddress.of(status.node)

    @property
    def is_first(self) -> bool:
        """Whether this node has the lowest id of those that live.

        It alone does what is needed once: prunes, watches the disk, and renders.
        """
        living = [status.id for status in self._nodes.values() if status.is_living]
        return bool(living) and min(living) == self.node

    def least_loaded(self) -> str:
        """Return the node that should have the next new session: this one if it is no worse.

        Call `note_given` if another one gets it.
        """
        serving = [status for status in self.others if status.state == "serving"]
        burdens = {status.id: self._burden(status.id, status.load) for status in serving}
        own = self._nodes.get(self.node)
        if own is None or own.state == "serving" or not burdens:
            burdens[self.node] = self._burden(self.node, self._lines.load())
        return min(burdens, key=lambda node: (burdens[node], node != self.node, node))

    def _burden(self, node: str, load: Load) -> int:
        """Return how much a node has to do: players cost most, and a session will have some."""
        return load.players + load.sessions + self._given[node]

    def note_given(self, node: str) -> None:
        """Note that another node was asked to make a session, until its next news tell so."""
        self._given[node] += 1

    # --- who owns what -----------------------------------------------------------------------

    def known_owner(self, said: str) -> str | None:
        """Return the node of a live session, as far as this node knows; None if it knows none.

        `said` is its id or an invite code.
        """
        session = id_of(said)
        if session in self._registry.sessions:
            return self.node
        remote = self.remote.get(session)
        return None if remote is None else remote.node

    def known_owner_of_run(self, run: str) -> str | None:
        """Return the node that plays a run, as far as this node knows; None if it knows none."""
        if self._registry.of_run(run) is not None:
            return self.node
        return next((remote.node for remote in self.remote if remote.run == run), None)

    async def find_session(
        self, said: str, member: int, identity: Identity, token: bytes = b""
    ) -> str | None:
        """Return the node that owns a session; if no node here knows it, the store is asked.

        Returns `ownership.NOBODY` if its run rests, which the registry then knows, and None if the
        store has no such session. A node whose lease has expired is about to lose the run to
        another one: if it can't be reached, ask again in a moment.

        A person who may not learn of a session gets None, after as many questions to the store as
        if there were none: its `token` opens no seat there, and `said` is not its code.

        Raises DirectoryBusyError, or StoreError when the store can't be asked now.
        """
        known = self.known_owner(said)
        if known is not None and self._is_known(member, identity, said):
            return known
        return self._noted(await self._find_owned(said, identity, token))

    async def find_run_of(self, said: str, identity: Identity) -> str | None:
        """Return the run of a session that a node plays, as the store knows it; None without one.

        A person who may not learn of it gets None. Raises as `find_session` does.
        """
        owned = await self._find_owned(said, identity)
        return None if owned is None or owned.node == NOBODY else owned.run

    async def _find_owned(self, said: str, identity: Identity, token: bytes = b"") -> Owned | None:
        """Return what the store says of a session that a person may learn of; None without one."""
        session = id_of(said)
        found = await self._ask(("session", session), lambda each: each.find_session(session))
        owned = None if found is None else found.owned
        run = "" if owned is None else owned.run
        opens = bool(token) and opens_one(
            await self._ask(("tokens", run), lambda each: each.token_digests(run)), token
        )
        door = OPEN if found is None else door_of(read_settings(found.settled))
        if owned is not None and owned.node == NOBODY:
            self._registry.resting.add_run(owned.session, owned.run, door)
        return owned if opens or door.is_known_to(identity, said) else None

    def _is_known(self, member: int, identity: Identity, said: str) -> bool:
        """Return whether a person may learn of a live session."""
        if self._registry.is_known(member, identity, said):
            return True
        remote = self.remote.get(id_of(said))
        return remote is not None and remote.door.is_known_to(identity, said)

    async def find_run(self, run: str) -> str | None:
        """Return the node that owns a run, as `find_session` does; None if no such run goes on."""
        known = self.known_owner_of_run(run)
        if known is not None:
            return known
        return self._noted(await self._ask(("run", run), lambda each: each.owner_of_run(run)))

    def _noted(self, owned: Owned | None) -> str | None:
        """Return the owner of a run; note in the registry that it rests no more, if so."""
        if owned is None:
            return None
        if owned.node != NOBODY:
            self._registry.resting.remove_run(owned.session, owned.run)
        return owned.node

    async def _ask(self, name: tuple[str, str], look_up: Callable[[Ownership], T]) -> T:
        """Return what the store says of a name. All who ask for it at once share the answer."""
        looking = self._lookups.get(name)
        if looking is None:
            if len(self._lookups) >= MOST_LOOKUPS:
                raise DirectoryBusyError
            looking = self._lookups[name] = asyncio.ensure_future(self._store.call(look_up))
            looking.add_done_callback(lambda done: self._note_answer(name, done))
        found: T = await asyncio.shield(looking)
        return found

    def _note_answer(self, name: tuple[str, str], looking: asyncio.Future[Any]) -> None:
        del self._lookups[name]
        if not looking.cancelled():
            looking.exception()  # Perhaps nobody waits for it any longer.
