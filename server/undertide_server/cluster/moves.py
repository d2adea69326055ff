"""Planned moves of runs from this node to others that live.

The store decides who owns a run, at one moment: the next owner takes it there, once all that the
former one wrote is durable. Before that moment the former owner can go on, and after it only the
next one can. So however a move fails, the run has one owner, and what was acknowledged is there.
"""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

import msgspec
import structlog

from undertide_server.cluster.links.errors import LinkError, QuestionRefusedError
from undertide_server.cluster.links.inquiries import Expected
from undertide_server.cluster.links.messages import Done, MovedRun, MoveRun, Question, TakeRun
from undertide_server.cluster.store_thread import StoreThread, answer_of
from undertide_server.sessions.model.errors import NotMovableError
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_server.simulation.version import RULES
from undertide_server.store.leases import NodeStatus
from undertide_server.store.ownership import NOBODY

WRITTEN_SECONDS: Final = 2.0
"""Time for what a halted run has submitted to become durable. If it takes longer, the run stays."""
TAKE_SECONDS: Final = 5.0
"""Time for the next owner to bring a run back: it may be busy with others."""
MOVE_SECONDS: Final = WRITTEN_SECONDS + TAKE_SECONDS + 3.0
"""Time for the answer to the question to move a run."""

_encoder: Final = msgspec.msgpack.Encoder()

log = structlog.get_logger()


class RunHost(Protocol):
    """The gateway, as it keeps members away from a run that moves, and sends them after it."""

    def halt(self, session: Session, written: Callable[[], None]) -> None:
        """Halt a session, send what may leave, and hold all that its members say.

        `written` and the error are as in `Session.halt`: after a NotMovableError all is as before.
        """

    def go_on(self, session: Session) -> None:
        """Have a halted session go on here; its members enter it again."""

    def moved(self, session: Session, node: str) -> None:
        """Drop a session whose run another node owns; its members enter it again there.

        `node` is empty if the owner isn't known.
        """


class NodeDirectory(Protocol):
    """What this node knows of the others."""

    @property
    def node(self) -> str:
        """The id of this node."""

    @property
    def others(self) -> list[NodeStatus]:
        """The other living nodes."""


class Links(Protocol):
    """The links to other nodes."""

    async def query_node(
        self, node: str, question: Question, expected: type[Expected], seconds: float
    ) -> Expected:
        """Return a node's answer. Raises LinkError."""


class Moves:
    """The moves of runs from this node to others."""

    def __init__(
        self,
        registry: Registry,
        directory: NodeDirectory,
        links: Links,
        store: StoreThread,
        own: Callable[[str, int], object],
        host: RunHost,
    ) -> None:
        self._registry = registry
        self._directory = directory
        self._links = links
        self._store = store
        self._own = own
        self._host = host
        self._loop = asyncio.get_running_loop()
        self._moving: set[str] = set()
        """The runs that are leaving this node."""

    async def answer_move(self, question: MoveRun) -> MovedRun:
        """Move a run of this node. Raises QuestionRefusedError."""
        return await self.move(question.run, question.node)

    async def move(self, run: str, to: str) -> MovedRun:
        """Move a run of this node to another one. Raises QuestionRefusedError if it stays."""
        session, former = self._session_of(run), self._directory.node
        if to == former:
            return MovedRun(former, former, 0)
        if to not in {each.id for each in self.targets()}:
            raise QuestionRefusedError(f"no node {to} lives and serves")
        if not session.is_worth_coming_back_to:
            raise QuestionRefusedError("the run is over, or has no player")
        if run in self._moving:
            raise QuestionRefusedError("the run is on its way already")
        self._moving.add(run)
        try:
            return await self._move(session, former, to)
        finally:
            self._moving.discard(run)

    async def _move(self, session: Session, former: str, to: str) -> MovedRun:
        run = session.config.run
        owned = await answer_of(self._store, lambda owners: owners.owner_of_run(run))
        if owned is None or owned.node != former:
            raise QuestionRefusedError("this node doesn't own the run")
        began = self._loop.time()
        await self._halt(session)
        try:
            present = await self._give(session, owned.epoch, to)
        except BaseException:
            self._let_stay(session)
            raise
        if present == former:
            self._host.go_on(session)
            raise QuestionRefusedError(f"node {to} did not take the run; it goes on where it was")
        self._host.moved(session, present)
        pause_ms = round(1000 * (self._loop.time() - began))
        log.info("run moved", run=run, session=session.id, to=present, pause_ms=pause_ms)
        return MovedRun(former, present, pause_ms)

    async def _halt(self, session: Session) -> None:
        """Halt a session until all that it has submitted is durable. Raises as `move`."""
        written = asyncio.Event()
        try:
            self._host.halt(session, written.set)
        except NotMovableError as fault:
            raise QuestionRefusedError(f"the run can't be moved: {fault}") from fault
        try:
            async with asyncio.timeout(WRITTEN_SECONDS):
                await written.wait()
        except TimeoutError:
            self._check_live(session)
            self._host.go_on(session)
            raise QuestionRefusedError("the store is slow: the run goes on where it was") from None
        except BaseException:
            self._let_stay(session)
            raise
        self._check_live(session)

    def _let_stay(self, session: Session) -> None:
        """Let a halted session go on here, unless it has ended: the store decides who owns it."""
        if self._registry.sessions.get(session.id) is session:
            self._host.go_on(session)

    async def _give(self, session: Session, epoch: int, to: str) -> str:
        """Offer a halted run to another node; return who owns it then, or NOBODY if unknown."""
        run, handover = session.config.run, session.succession.handover(self._loop.time())
        question = TakeRun(run, session.id, epoch, _encoder.encode(handover))
        try:
            await self._links.query_node(to, question, Done, TAKE_SECONDS)
        except LinkError as fault:
            log.warning("run was not taken", run=run, node=to, reason=str(fault))
        else:
            return to
        present = await self._take_back(run)
        self._check_live(session)
        return present

    async def _take_back(self, run: str) -> str:
        """Take a run again after an offer that failed; return its owner.

        If the offer is still on its way to the other node, it counts no longer after that.
        """
        former = self._directory.node
        try:
            claim = await answer_of(self._store, lambda owners: owners.claim_run(former, run))
        except QuestionRefusedError:
            return NOBODY  # The lease is lost, so others may own it by now.
        if claim is not None:
            self._own(run, claim.epoch)
            return former
        owned = await answer_of(self._store, lambda owners: owners.owner_of_run(run))
        return NOBODY if owned is None else owned.node

    def is_moving(self, run: str) -> bool:
        """Return whether a run is leaving this node."""
        return run in self._moving

    def _session_of(self, run: str) -> Session:
        session = self._registry.of_run(run)
        if session is None:
            raise QuestionRefusedError("this node doesn't play the run")
        return session

    def _check_live(self, session: Session) -> None:
        """Raise QuestionRefusedError if a session has ended meanwhile."""
        if self._registry.sessions.get(session.id) is not session:
            raise QuestionRefusedError("its session has ended meanwhile")

    def targets(self) -> list[NodeStatus]:
        """Return the nodes that take runs of these rules, or of earlier ones.

        Raises QuestionRefusedError if there is none.
        """
        serving = [each for each in self._directory.others if each.state == "serving"]
        if not serving:
            raise QuestionRefusedError("no other node serves")
        able = [each for each in serving if each.node.rules >= RULES]
        if not able:
            raise QuestionRefusedError("all other nodes have earlier rules: start one with these")
        return able
