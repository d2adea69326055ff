"""A node of a simulated cluster: the real decisions about its lease, its claims and its moves."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Protocol, TypeVar, cast

from support.cluster.memory_store import MemoryConnection
from support.cluster.referee import Referee, ShownStep
from support.cluster.simulated_heart import SimulatedHeart
from support.cluster.simulated_links import LinkEnd, SimulatedLink
from support.cluster.simulated_loop import SimulatedLoop
from support.cluster.simulated_network import SimulatedNetwork
from support.cluster.simulated_owner import SimulatedOwner
from support.cluster.simulated_runs import SimulatedRuns
from support.cluster.simulated_session import Inputs, SimulatedSession
from support.cluster.simulated_store import SimulatedJournal, SimulatedStore, StorePort
from support.cluster.story import Story
from support.cluster.virtual_time import Process, VirtualTime
from undertide_server.cluster.cut_off import CutOff
from undertide_server.cluster.incoming import IncomingRuns
from undertide_server.cluster.links.errors import QuestionRefusedError
from undertide_server.cluster.links.messages import (
    AskMayClaim,
    LinkAnswer,
    MayClaim,
    Question,
    TakeRun,
)
from undertide_server.cluster.moves import Moves
from undertide_server.cluster.node_ids import fresh_node_id
from undertide_server.cluster.own_node import LeaseWatch
from undertide_server.cluster.store_thread import StoreThread
from undertide_server.cluster.takeover import Takeover
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_server.simulation.version import RULES
from undertide_server.store.leases import ClusterNews, Node, NodeStatus
from undertide_server.store.ownership import Owned, Ownership, RunClaim
from undertide_server.store.writer import Writer

T = TypeVar("T")


class Surroundings(Protocol):
    """All that a node has around it."""

    time: VirtualTime
    chance: Random
    story: Story
    referee: Referee
    store: SimulatedStore
    connection: MemoryConnection

    def name(self, node: "SimulatedNode") -> None:
        """Take notice of the id that a node has from now on."""

    def node_named(self, name: str) -> "SimulatedNode | None":
        """Return the node that has or had an id."""

    def dial(self, front: "SimulatedNode", end: LinkEnd, owner: str) -> SimulatedLink | None:
        """Return a new link to a node; None if it can't be reached."""


class WatchedOwnership(Ownership):
    """The owners of runs; it tells of each claim at the moment when the store carries it out."""

    def __init__(
        self, connection: MemoryConnection, on_claims: Callable[[Sequence[RunClaim]], object]
    ) -> None:
        super().__init__(connection)
        self._on_claims = on_claims

    def claim_orphans(self, node: str, share: int, *, only_ended: bool = False) -> list[RunClaim]:
        claims = super().claim_orphans(node, share, only_ended=only_ended)
        self._on_claims(claims)
        return claims


class SimulatedNode:
    """A node, from its start until it is killed."""

    def __init__(self, world: Surroundings) -> None:
        self.process = Process(world.time)
        self.name = fresh_node_id("node")
        world.name(self)
        self.port = StorePort(world.store, self.process, self.name)
        self.others: list[NodeStatus] = []
        """The other living nodes, as its last renewal told."""
        self.given_up: set[str] = set()
        """The ids that it had until it found that it was cut off from the store."""
        self._renewed_at = world.time.now
        self._world = world
        self._troubles: list[tuple[float, float]] = []
        """From when to when it was stopped, or cut off from the store."""
        self._loop = SimulatedLoop(world.time, self.process, self._read)
        self._journal = SimulatedJournal(self.port, Writer(world.connection), self.name)
        self._journal.on_fenced = self._drop_fenced
        self.owner = SimulatedOwner(self.process, self._journal, self._show)
        self._owners = Ownership(world.connection)
        self._heart = SimulatedHeart(
            world.time,
            self.port,
            WatchedOwnership(world.connection, self._note_claims),
            Node(self.name, self.name, b"", RULES, "1"),
            lambda renewal: self._loop.call_soon(watch.handle_renewal, renewal),
        )
        self.network = SimulatedNetwork(
            self,
            self._loop,
            self.owner,
            dial=partial(world.dial, self),
            find_owner=self._find_owner,
            answer=self._answer,
        )
        runs = SimulatedRuns(self.owner, self._journal, world.connection, self._note)
        # The server's parts take sessions as they are there.
        registry = cast(Registry, runs)
        watch = LeaseWatch(registry, self._journal)
        with self._loop.running():
            self._takeover = Takeover(registry, self._journal.own, self._note_taken)
            self.cut_off = CutOff(
                self.network,
                lambda: world.time.now - self._renewed_at,
                lambda: [each.id for each in self.others],
                self._give_up,
                self._loop.time,
            )
            store, own = cast(StoreThread, self), self._journal.own
            self._moves = Moves(registry, self, self.network, store, own, runs)
            self._incoming = IncomingRuns(registry, self, store, self._takeover, lambda: True)
        watch.on_news = self._note_news
        watch.on_claims = self._takeover.claim_runs
        watch.on_lost = self._begin_anew
        watch.on_cut_off = self.network.close_clients

    @property
    def node(self) -> str:
        """The id of this node."""
        return self.name

    def start(self) -> None:
        self._heart.start()
        self._loop.call_soon(lambda: self._loop.create_task(self.cut_off.watch()))

    def kill(self) -> None:
        """End it, in the middle of whatever it does."""
        self.process.kill()
        self._heart.end()

    def end(self) -> None:
        """Give up all that it still waits for."""
        self.kill()
        self._loop.end()

    def move_away(self) -> None:
        """Move one of its runs to another node, as an operator does."""
        if self.owner.sessions and self.others and self.process.is_alive:
            run = self._world.chance.choice(sorted(self.owner.sessions))
            to = self._world.chance.choice(self.others).id
            self._loop.call_soon(lambda: self._loop.create_task(self._move(run, to)))

    # --- trouble -----------------------------------------------------------------------------

    def note_trouble(self, seconds: float) -> None:
        """Note that it is in trouble from now on, for some time."""
        now = self._world.time.now
        self._troubles.append((now, now + seconds))

    def was_in_trouble(self, since: float) -> bool:
        """Return whether it was dead, stopped or cut off from the store at any time since then."""
        return not self.process.is_alive or any(until >= since for _, until in self._troubles)

    # --- what its heart tells ----------------------------------------------------------------

    def _note_news(self, news: ClusterNews) -> None:
        self._renewed_at = self._world.time.now
        living = [each for each in news.nodes if each.is_living]
        self.others = [each for each in living if each.id != self.name]
        self._incoming.note_owned(news.owned)

    def _give_up(self) -> None:
        self._note("is cut off from the store")
        self.given_up.add(self.name)
        self._heart.give_up()

    def _begin_anew(self, node: Node) -> None:
        self._note(f"has lost its lease and goes on as {node.id}")
        for run in list(self.owner.sessions):
            self._drop(run)
        self.name = node.id
        self._world.name(self)

    def _drop(self, run: str) -> None:
        self._journal.disown(run)
        self.owner.drop(run)

    def _drop_fenced(self, run: str, reason: str) -> None:
        self._note(f"is fenced from {run}: {reason or 'another node owns it'}")
        if run in self.owner.sessions:
            self._drop(run)

    def _note_taken(self, session: Session) -> None:
        taken = cast(SimulatedSession, session)
        self._note(f"plays {taken.name} from step {taken.run.progress.step}")
        self.owner.step_soon(taken.name)

    # --- the store ---------------------------------------------------------------------------

    async def call(self, ask: Callable[[Ownership], T]) -> T:
        """Return what the store says about owners."""
        future: asyncio.Future[T] = self._loop.create_future()
        self.port.ask("owners", lambda: ask(self._owners), future.set_result, future.set_exception)
        return await future

    def _read(
        self,
        do: Callable[[], Any],
        answered: Callable[[Any], object],
        failed: Callable[[Exception], object],
    ) -> None:
        """Read a run. A server says to whoever waits for it that the store can't be read."""

        def refuse(fault: Exception) -> None:
            failed(RequestRefusedError("internal", str(fault)))

        self.port.ask("read a run", do, answered, refuse)

    def _find_owner(self, run: str, then: Callable[[str], object]) -> None:
        if run in self.owner.sessions:
            then(self.name)
            return

        def answered(owned: Owned | None) -> None:
            then(owned.node if owned else "")

        self.port.ask(
            f"find {run}",
            lambda: self._owners.owner_of_run(run),
            answered,
            lambda _fault: then(""),
        )

    # --- moves -------------------------------------------------------------------------------

    async def _move(self, run: str, to: str) -> None:
        self._note(f"moves {run} to {to}")
        try:
            moved = await self._moves.move(run, to)
        except QuestionRefusedError as fault:
            self._note(f"did not move {run}: {fault}")
        except Exception as fault:
            self._world.referee.faults.append(f"the move of {run} failed: {fault!r}")
            raise
        else:
            self._note(f"moved {run} to {moved.present} in {moved.pause_ms} ms")

    async def _answer(self, question: Question) -> LinkAnswer:
        if isinstance(question, AskMayClaim):
            return MayClaim(self._heart.may_claim())
        assert isinstance(question, TakeRun), "moves ask nothing else"
        return await self._incoming.answer_take(question)

    # --- what is seen of it ------------------------------------------------------------------

    def _note_claims(self, claims: Sequence[RunClaim]) -> None:
        """Note that the store gave runs to this node, whether or not the node hears of it."""
        for claim in claims:
            former = self._world.node_named(claim.former)
            if former is not None and claim.former in former.given_up:
                former = None
            self._note(f"claims {claim.run} of {claim.former}, epoch {claim.epoch}")
            self._world.referee.claim(claim.run, former, self.name, self._world.time.now)

    def _show(self, run: str, step: int, inputs: Inputs) -> None:
        self._world.referee.show(run, ShownStep(step, inputs, self, self._world.time.now))

    def _note(self, what: str) -> None:
        self._world.story.note(self.name, what)
