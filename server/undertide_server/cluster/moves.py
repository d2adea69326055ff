"""Planned moves of runs between living nodes, and the draining of a node.

The store decides who owns a run, at one moment: the next owner takes it there, once all that the
former one wrote is durable. Before that moment the former owner can go on, and after it only the
next one can. So however a move fails, the run has one owner, and what was acknowledged is there.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from typing import Final, Protocol, TypeVar

import msgspec
import structlog

from undertide_server.cluster.links.errors import MALFORMED, LinkError, QuestionRefusedError
from undertide_server.cluster.links.inquiries import Expected
from undertide_server.cluster.links.questions import (
    Done,
    DrainNode,
    MovedRun,
    MoveRun,
    Question,
    TakeRun,
)
from undertide_server.cluster.store_thread import StoreThread
from undertide_server.cluster.takeover import Takeover
from undertide_server.sessions.handover import Handover
from undertide_server.sessions.model.errors import NotMovableError
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_server.simulation.version import RULES
from undertide_server.store.errors import StoreError
from undertide_server.store.leases import LeaseLostError
from undertide_server.store.nodes import NodeStatus
from undertide_server.store.ownership import NOBODY, NewerRulesError, Ownership, RunClaim

WRITTEN_SECONDS: Final = 2.0
"""Time for what a halted run has submitted to become durable. If it takes longer, the run stays."""
TAKE_SECONDS: Final = 5.0
"""Time for the next owner to bring a run back: it may be busy with others."""
MOVE_SECONDS: Final = WRITTEN_SECONDS + TAKE_SECONDS + 3.0
"""Time for the answer to the question to move a run."""
NEWS_UNTIL_CLAIM: Final = 4
"""News in a row that name a run as this node's own before it claims it again: two seconds, longer
than a change of owners takes."""
STORE_SECONDS: Final = 0.2
"""Time between two questions to a store that doesn't answer."""
DRAIN_AT_ONCE: Final = 2
"""Runs of a draining node that move at a time: each waits for the one before it at its target."""
DRAIN_TRIES: Final = 3
"""Tries for each run of a draining node. One that still stays can't be moved now."""

T = TypeVar("T")

_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final = msgspec.msgpack.Decoder(Handover)

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

    async def ask(
        self, node: str, question: Question, expected: type[Expected], seconds: float
    ) -> Expected:
        """Return a node's answer. Raises LinkError."""


class Moves:
    """The moves of runs from this node and to it."""

    def __init__(
        self,
        registry: Registry,
        directory: NodeDirectory,
        links: Links,
        store: StoreThread,
        takeover: Takeover,
        own: Callable[[str, int], object],
        host: RunHost,
    ) -> None:
        self._registry = registry
        self._directory = directory
        self._links = links
        self._store = store
        self._takeover = takeover
        self._own = own
        self._host = host
        self._loop = asyncio.get_running_loop()
        self._moving: set[str] = set()
        """The runs that are leaving this node."""
        self._is_draining = False
        self._drain: asyncio.Task[int] | None = None
        self._tasks: set[asyncio.Task[Done] | asyncio.Task[None]] = set()
        self._unknown: dict[str, int] = {}
        """In how many news in a row each run stood that this node owns without knowing it."""

    def close(self) -> None:
        """End all that is under way."""
        for task in [*self._tasks, *([] if self._drain is None else [self._drain])]:
            task.cancel()

    # --- questions of other nodes ------------------------------------------------------------

    async def answer_move(self, question: MoveRun) -> MovedRun:
        """Move a run of this node. Raises QuestionRefusedError."""
        return await self.move(question.run, question.node)

    async def answer_drain(self, _question: DrainNode) -> Done:
        """Begin to move all runs to other nodes. Raises QuestionRefusedError."""
        self._targets()
        if self._drain is None or self._drain.done():
            self._drain = self._loop.create_task(self.drain())
        return Done()

    async def answer_take(self, question: TakeRun) -> Done:
        """Take a run over that its owner hands to this node. Raises QuestionRefusedError.

        This goes on if the owner is lost meanwhile: this node may be the owner by then.
        """
        if self._is_draining or not self._registry.has_room:
            raise QuestionRefusedError("this node takes no more runs")
        task = self._loop.create_task(self._take(question))
        self._tasks.add(task)
        task.add_done_callback(self._note_taken)
        return await asyncio.shield(task)

    def _note_taken(self, task: asyncio.Task[Done]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # Whoever asked is told, if it is still there.

    async def _take(self, question: TakeRun) -> Done:
        try:
            handover = _decoder.decode(question.handover)
        except MALFORMED as fault:  # Another version of the program may have encoded it.
            raise QuestionRefusedError(f"the handover can't be read: {fault}") from fault
        claim = await self._take_in_store(question.run, question.epoch)
        if claim is None:
            raise QuestionRefusedError("the run has another owner by now")
        if await self._takeover.take(claim, handover) is None:
            raise QuestionRefusedError("the run can't be brought back; the log says why")
        return Done()

    async def _take_in_store(self, run: str, epoch: int) -> RunClaim | None:
        """Take a run in the store, which must say whether it did. Raises QuestionRefusedError."""
        node = self._directory.node
        return await self._ask_store(lambda owners: owners.take_run(node, run, epoch))

    # --- from this node ----------------------------------------------------------------------

    async def move(self, run: str, to: str) -> MovedRun:
        """Move a run of this node to another one. Raises QuestionRefusedError if it stays."""
        session, former = self._session_of(run), self._directory.node
        if to == former:
            return MovedRun(former, former, 0)
        if to not in {each.id for each in self._targets()}:
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
        owned = await self._ask_store(lambda owners: owners.owner_of_run(run))
        if owned is None or owned.node != former:
            raise QuestionRefusedError("this node doesn't own the run")
        began = self._loop.time()
        await self._halt(session)
        present = await self._give(session, owned.epoch, to)
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
        self._check_live(session)

    async def _give(self, session: Session, epoch: int, to: str) -> str:
        """Offer a halted run to another node; return who owns it then, or NOBODY if unknown."""
        run, handover = session.config.run, session.hand_over(self._loop.time())
        question = TakeRun(run, session.id, epoch, _encoder.encode(handover))
        try:
            await self._links.ask(to, question, Done, TAKE_SECONDS)
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
            claim = await self._ask_store(lambda owners: owners.claim_run(former, run))
        except QuestionRefusedError:
            return NOBODY  # The lease is lost, so others may own it by now.
        if claim is not None:
            self._own(run, claim.epoch)
            return former
        owned = await self._ask_store(lambda owners: owners.owner_of_run(run))
        return NOBODY if owned is None else owned.node

    async def _ask_store(self, question: Callable[[Ownership], T]) -> T:
        """Return the store's answer, however long it takes.

        The log says once that it gives none. Raises QuestionRefusedError if the lease of this node
        is lost.
        """
        is_told = False
        while True:
            try:
                return await self._store.call(question)
            except (LeaseLostError, NewerRulesError) as fault:
                raise QuestionRefusedError(str(fault)) from fault
            except (StoreError, OSError) as fault:
                if not is_told:
                    log.warning("the store gives no answer about an owner", reason=str(fault))
                is_told = True
                await asyncio.sleep(STORE_SECONDS)

    def _session_of(self, run: str) -> Session:
        for session in self._registry.sessions.values():
            if session.config.run == run:
                return session
        raise QuestionRefusedError("this node doesn't play the run")

    def _check_live(self, session: Session) -> None:
        """Raise QuestionRefusedError if a session has ended meanwhile."""
        if self._registry.sessions.get(session.id) is not session:
            raise QuestionRefusedError("its session has ended meanwhile")

    # --- runs that this node has come to own without knowing it ------------------------------

    def note_owned(self, owned: Collection[str]) -> None:
        """Note which runs this node owns in the store, by the latest news of it.

        It claims those again that it doesn't know: the answer to a claim was lost.
        """
        owns = self._registry.journal.owns
        self._unknown = {run: self._unknown.get(run, 0) + 1 for run in owned if not owns(run)}
        for run in [run for run, times in self._unknown.items() if times == NEWS_UNTIL_CLAIM]:
            task = self._loop.create_task(self._claim_again(run))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _claim_again(self, run: str) -> None:
        node = self._directory.node
        try:
            claim = await self._ask_store(lambda owners: owners.claim_run(node, run))
        except QuestionRefusedError as fault:
            log.warning("the lease is lost", reason=str(fault))
        else:
            self._takeover.take_all([] if claim is None else [claim])

    # --- draining ----------------------------------------------------------------------------

    def _targets(self) -> list[NodeStatus]:
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

    async def drain(self) -> int:
        """Move all runs of this node to others, and take no more; return how many stay.

        Runs that are over stay, and those that nobody takes. Raises QuestionRefusedError if no
        other node serves.
        """
        self._targets()
        self._is_draining = True
        node = self._directory.node
        await self._ask_store(lambda owners: owners.set_state(node, "draining"))
        given: Counter[str] = Counter()
        turns = asyncio.Semaphore(DRAIN_AT_ONCE)
        for _ in range(DRAIN_TRIES):
            leaving = [each for each in self._registry.sessions.values() if self._may_leave(each)]
            if not leaving:
                break
            await asyncio.gather(*(self._move_away(each, given, turns) for each in leaving))
        return sum(map(self._may_leave, self._registry.sessions.values()))

    def _may_leave(self, session: Session) -> bool:
        return session.is_worth_coming_back_to and session.config.run not in self._moving

    async def _move_away(
        self, session: Session, given: Counter[str], turns: asyncio.Semaphore
    ) -> None:
        """Move a run to the node that has least to do."""
        async with turns:
            try:
                targets = self._targets()
                to = min(targets, key=lambda each: (_burden(each) + given[each.id], each.id)).id
                given[to] += 1 + len(session.members.members)
                await self.move(session.config.run, to)
            except QuestionRefusedError as fault:
                log.warning("run stays", run=session.config.run, reason=str(fault))


def _burden(status: NodeStatus) -> int:
    """Return how much a node has to do: a session costs as much as a player."""
    return status.load.sessions + status.load.players
