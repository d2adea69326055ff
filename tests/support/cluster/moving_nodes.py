"""Nodes over one folder in one process, with a gateway and links that a test controls."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import msgspec

from support.cluster.memory_store import StoreClock, opened_by_clock
from support.sessions.fake_server import FakeServer, quick_settings
from support.sessions.made_sessions import make_session
from undertide_server.cluster.incoming import IncomingRuns
from undertide_server.cluster.links.errors import UnansweredError
from undertide_server.cluster.links.inquiries import Expected
from undertide_server.cluster.links.messages import Question, TakeRun
from undertide_server.cluster.moves import Moves
from undertide_server.cluster.orders import Draining
from undertide_server.cluster.store_thread import StoreThread
from undertide_server.cluster.takeover import Takeover
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.sessions.session import Session
from undertide_server.simulation.version import RULES
from undertide_server.startup.kept_runs import KeptRuns
from undertide_server.store.durable import DurableJournal
from undertide_server.store.leases import Load, Node, NodeStatus
from undertide_server.store.ownership import Owned, Ownership


class FakeHost:
    """A gateway without members: it notes what becomes of the sessions that move."""

    def __init__(self, node: "MovingNode") -> None:
        self._node = node
        self.moved_to: list[str] = []
        self.stayed = 0
        self.writes = True
        """Whether what is halted becomes durable."""

    def halt(self, session: Session, written: Callable[[], None]) -> None:
        """Halt a session."""
        session.halt(self._node.now, written if self.writes else lambda: None)

    def go_on(self, session: Session) -> None:
        """Note that a session stays."""
        session.go_on()
        self.stayed += 1

    def moved(self, session: Session, node: str) -> None:
        """Drop a session, and note who has it."""
        self._node.server.registry.drop(session)
        self.moved_to.append(node)


class FakeLinks:
    """Links that ask the other node at once. `losing` says what is lost: a question or an answer.

    A question that is lost is kept: it may come late.
    """

    def __init__(self, nodes: "dict[str, MovingNode]") -> None:
        self._nodes = nodes
        self.losing = ""
        self.late: list[TakeRun] = []

    async def query_node(
        self, node: str, question: Question, expected: type[Expected], _seconds: float
    ) -> Expected:
        """Ask a node."""
        assert isinstance(question, TakeRun), "moves ask nothing else"
        if self.losing == "question":
            self.late.append(question)
            raise UnansweredError(node, "the question was lost")
        answer = await self._nodes[node].incoming.answer_take(question)
        if self.losing == "answer":
            raise UnansweredError(node, "the answer was lost")
        return msgspec.convert(msgspec.to_builtins(answer), expected)


class MovingNode:
    """A node: its journal, its sessions, and what moves them."""

    def __init__(
        self, name: str, folder: Path, clock: StoreClock, nodes: "dict[str, MovingNode]"
    ) -> None:
        self.node = name
        self._loop = asyncio.get_running_loop()
        self._nodes = nodes
        self._folder = folder
        self._stack = ExitStack()
        self.faults: list[Exception] = []
        self.journal = DurableJournal(
            folder, self._loop.call_soon_threadsafe, self.faults.append, node=name
        )
        self.settings: ServerSettings = quick_settings()
        tokens = iter(range(1000 * len(nodes) + 1, 1000 * len(nodes) + 1000))
        self.server = FakeServer(
            self.settings,
            journal=self.journal,
            fresh_token=lambda: next(tokens).to_bytes(16, "little"),
        )
        self.registry = self.server.registry
        self.registry.resting_runs = KeptRuns(folder, self.registry, self.journal)
        self.store = StoreThread(partial(opened_by_clock, folder, clock))
        self.owned: dict[str, int] = {}
        self.host = FakeHost(self)
        self.links = FakeLinks(nodes)
        self.begun: list[Session] = []
        self._has_begun = asyncio.Event()
        self.takeover = Takeover(self.registry, self.own, self._begin)
        self.moves = Moves(self.registry, self, self.links, self.store, self.own, self.host)
        self.draining = Draining(self.registry, self, self.store, self.moves)
        self.incoming = IncomingRuns(
            self.registry, self, self.store, self.takeover, lambda: not self.draining.has_begun
        )
        nodes[name] = self

    @property
    def now(self) -> float:
        """The time of the sessions' clock."""
        return self._loop.time()

    @property
    def others(self) -> list[NodeStatus]:
        """The other nodes, all of them alive."""
        return [
            NodeStatus(
                Node(each.node, "", b"", RULES, ""),
                "serving",
                Load(len(each.registry.sessions)),
                begun=0.0,
                lease_age=0.0,
                is_living=True,
            )
            for each in self._nodes.values()
            if each is not self
        ]

    def own(self, run: str, epoch: int) -> None:
        """Note that this node owns a run."""
        self.owned[run] = epoch
        self.journal.own(run, epoch)

    def _begin(self, session: Session) -> None:
        self.begun.append(session)
        self._has_begun.set()

    async def until_begun(self, runs: int) -> None:
        """Wait until so many runs of other nodes go on here."""
        while len(self.begun) < runs:
            await self._has_begun.wait()
            self._has_begun.clear()

    async def make(self) -> Session:
        """Make a session with one player, which this node owns."""
        session = make_session(self.registry, "default", "real", self.now)
        session.join(1, "Ann", b"", self.now)
        session.advance(self.now)
        await self.until_written(session)
        self.owned[session.config.run] = (await self.owner(session.config.run)).epoch
        return session

    async def until_written(self, session: Session) -> None:
        """Wait until all that a session has submitted is durable."""
        written = asyncio.Event()
        session.journal_writer.once_written(written.set)
        await written.wait()

    async def owner(self, run: str) -> Owned:
        """Return who owns a run in the store."""
        owned = await self.store.call(lambda owners: owners.owner_of_run(run))
        assert owned is not None
        return owned

    def session_of(self, run: str) -> Session | None:
        """Return the session of a run that is live here."""
        live = self.registry.sessions.values()
        return next((each for each in live if each.config.run == run), None)

    async def ask(self, question: Callable[[Ownership], object]) -> None:
        """Ask the store something."""
        await self.store.call(question)

    def stop(self) -> None:
        """End this node."""
        self.draining.close()
        self.incoming.close()
        self.takeover.close()
        self.store.close()
        self.journal.stop()
        assert not self.faults


@asynccontextmanager
async def moving_nodes(folder: Path, *names: str) -> AsyncIterator[dict[str, MovingNode]]:
    """Yield nodes over a folder by their names; all leases hold."""
    clock, nodes = StoreClock(), dict[str, MovingNode]()
    try:
        for name in names:
            node = MovingNode(name, folder, clock, nodes)
            entered = Node(name, "", b"", RULES, "")
            await node.ask(lambda owners, entered=entered: owners.register(entered))  # type: ignore[misc]
        yield nodes
    finally:
        for node in nodes.values():
            node.stop()
