"""Runs that come to this node: their owners hand them over, or the store says that it has them."""

import asyncio
from collections.abc import Callable, Collection
from typing import Final

import msgspec
import structlog

from undertide_server.cluster.links.errors import MALFORMED, QuestionRefusedError
from undertide_server.cluster.links.messages import Done, TakeRun
from undertide_server.cluster.moves import NodeDirectory
from undertide_server.cluster.store_thread import StoreThread, answer_of
from undertide_server.cluster.takeover import Takeover
from undertide_server.sessions.handover import Handover
from undertide_server.sessions.registry import Registry
from undertide_server.store.ownership import RunClaim

NEWS_UNTIL_CLAIM: Final = 4
"""News in a row that name a run as this node's own before it claims it again: two seconds, longer
than a change of owners takes."""

_decoder: Final = msgspec.msgpack.Decoder(Handover)

log = structlog.get_logger()


class IncomingRuns:
    """The runs that come to this node. `takes_runs` tells whether it takes any."""

    def __init__(
        self,
        registry: Registry,
        directory: NodeDirectory,
        store: StoreThread,
        takeover: Takeover,
        takes_runs: Callable[[], bool],
    ) -> None:
        self._registry = registry
        self._directory = directory
        self._store = store
        self._takeover = takeover
        self._takes_runs = takes_runs
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[Done] | asyncio.Task[None]] = set()
        self._unknown: dict[str, int] = {}
        """In how many news in a row each run stood that this node owns without knowing it."""

    def close(self) -> None:
        """End all that is under way."""
        for task in self._tasks:
            task.cancel()

    async def answer_take(self, question: TakeRun) -> Done:
        """Take a run over that its owner hands to this node. Raises QuestionRefusedError.

        This goes on if the owner is lost meanwhile: this node may be the owner by then.
        """
        if not self._takes_runs() or not self._registry.capacity.has_room:
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
        if await self._takeover.claim_run(claim, handover) is None:
            raise QuestionRefusedError("the run can't be brought back; the log says why")
        return Done()

    async def _take_in_store(self, run: str, epoch: int) -> RunClaim | None:
        """Take a run in the store, which must say whether it did. Raises QuestionRefusedError."""
        node = self._directory.node
        return await answer_of(self._store, lambda owners: owners.take_run(node, run, epoch))

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
            claim = await answer_of(self._store, lambda owners: owners.claim_run(node, run))
        except QuestionRefusedError as fault:
            log.warning("the lease is lost", reason=str(fault))
        else:
            self._takeover.claim_runs([] if claim is None else [claim])
