"""The supervisor: it keeps a number of workers running until the server stops."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, Protocol

import structlog

from undertide_server.cluster.node_ids import fresh_node_id
from undertide_server.cluster.supervisor.errors import NoWorkerError, WorkerEndedError

START_SECONDS: Final = 600.0
"""Time for a worker to bring runs back and to serve: as long as the service may take for it."""
STOP_SECONDS: Final = 50.0
"""Time for a worker to end besides `drain_seconds`, before it is killed. A worker's own limits add
up to less, and the service gives a minute."""
DRAIN_SECONDS: Final = 120.0
"""Time for a worker to hand over its runs and to end: each takes some tenths of a second."""
MOST_FAILED_STARTS: Final = 5
"""Starts in a row that fail while no worker serves, until the server ends with an error."""
log = structlog.get_logger()


class RunningWorker(Protocol):
    """One worker's process."""

    node: str

    @property
    def pid(self) -> int:
        """The id of the process."""

    async def ready(self) -> str:
        """Return its address once it serves. Raises WorkerEndedError if it ends before that."""

    async def ended(self) -> int:
        """Wait for its end, and return its exit code."""

    def reload(self) -> None:
        """Make it read its settings again."""

    def drain(self) -> None:
        """Make it hand its runs to the other workers, and end."""

    def stop(self) -> None:
        """Make it end with the server."""

    def kill(self) -> None:
        """End the process at once."""


class WorkerLauncher(Protocol):
    """The server around a supervisor: it starts workers, and takes in how they fare."""

    async def launch(self, node: str, *, opens_store: bool) -> RunningWorker:
        """Start a worker's process. Raises OSError."""

    async def remove_node(self, node: str) -> None:
        """Remove the lease of a worker that has ended, so that others take its runs at once."""

    def changed(self, address: str, serving: int) -> None:
        """Take in how many workers serve: all for the first time, and then each other number."""


class Supervisor:
    """The workers of one server, by their numbers from 1. Their ids begin with `name`."""

    def __init__(
        self,
        launcher: WorkerLauncher,
        wanted: int,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        name: str = "w",
    ) -> None:
        self._launcher = launcher
        self._wanted = wanted
        self._sleep = sleep
        self._name = name
        self._loop = asyncio.get_running_loop()
        self._told: int | None = None
        """The number of workers that serve, as it was reported; None until all did at once."""
        self._address = ""
        self._reloads = 0
        self._serving: dict[int, RunningWorker] = {}
        self._alive: set[RunningWorker] = set()
        """All processes that have not ended, also those that start or drain."""
        self._filling = {number: asyncio.Lock() for number in range(1, wanted + 1)}
        """Held while the worker of a number is started, so that only one is."""
        self._restarts = {number: Restarts() for number in self._filling}
        self._failed_starts = 0
        """Starts that failed in a row while no worker served."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed: asyncio.Future[None] = self._loop.create_future()
        """Gets the fault that ends this supervisor."""

    async def run(self, stop: asyncio.Event, drain_seconds: Callable[[], float]) -> None:
        """Start the workers, and keep them running until `stop` is set and all have ended.

        `drain_seconds` returns the time for which workers play on after that.

        Raises WorkerEndedError if one ends at the start, NoWorkerError if all have ended and none
        starts again, and OSError if the system starts no process.
        """
        working, stopping = asyncio.create_task(self._work()), asyncio.create_task(stop.wait())
        try:
            await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                working.result()
        finally:
            await _cancel(working, stopping, *self._tasks)
            seconds = STOP_SECONDS + drain_seconds()
            for worker in self._alive:
                worker.stop()
            await asyncio.gather(*(_end(worker, seconds) for worker in self._alive))

    def reload(self) -> None:
        """Make all workers read their settings again, those that start as soon as they serve."""
        self._reloads += 1
        for worker in self._serving.values():
            worker.reload()

    async def replace_all(self) -> None:
        """Replace the workers one after another; stop at the first that can't be replaced.

        The successor serves before its predecessor hands over its runs, so there are never fewer
        workers than wanted.
        """
        log.info("replacing workers", workers=self._wanted)
        for number in self._filling:
            try:
                await self._replace(number)
            except (WorkerEndedError, OSError) as fault:
                log.error("workers stay as they are", number=number, reason=str(fault))  # noqa: TRY400
                return
        log.info("workers replaced", workers=self._wanted)

    # --- starts ----------------------------------------------------------------------------------

    async def _work(self) -> None:
        """Start all workers, and return never. Raises as `run`."""
        # The first shows whether any can start, and what it lacks is told once.
        await self._start(1, opens_store=True)
        for number in range(2, self._wanted + 1):
            self._keep(self._fill(number))
        await self._failed

    async def _start(self, number: int, *, opens_store: bool = False) -> None:
        """Start the worker of a number. Raises WorkerEndedError or OSError."""
        # Another node than before: the store may still name its predecessor as the owner of runs.
        node, reloads = fresh_node_id(f"{self._name}{number}"), self._reloads
        worker = await self._launcher.launch(node, opens_store=opens_store)
        log.info("worker starts", worker=node, process=worker.pid)
        self._alive.add(worker)
        self._keep(self._watch(number, worker))
        try:
            async with asyncio.timeout(START_SECONDS):
                self._address = await worker.ready()
        except TimeoutError:
            worker.kill()
            raise WorkerEndedError(node, await worker.ended()) from None
        if self._reloads != reloads:
            worker.reload()
        self._failed_starts = 0
        self._serving[number] = worker
        self._tell()

    async def _watch(self, number: int, worker: RunningWorker) -> None:
        """Wait for the end of a worker, and start another one if nobody asked it to end."""
        began = self._loop.time()
        code = await worker.ended()
        self._alive.discard(worker)
        await self._launcher.remove_node(worker.node)
        if self._serving.get(number) is worker:
            log.error("worker ended", worker=worker.node, code=code)
            del self._serving[number]
            self._tell()
            await self._fill(number, self._restarts[number].wait_after(self._loop.time() - began))

    async def _fill(self, number: int, wait: float = 0.0) -> None:
        """Start the worker of a number after some seconds, and again until one serves."""
        while True:
            await self._sleep(wait)
            async with self._filling[number]:
                if number in self._serving or await self._try_start(number):
                    return
            wait = self._restarts[number].wait_after(0.0)

    async def _try_start(self, number: int) -> bool:
        """Start the worker of a number, or log why not. Raises NoWorkerError."""
        try:
            await self._start(number)
        except (WorkerEndedError, OSError) as fault:
            log.error("worker doesn't start", number=number, reason=str(fault))  # noqa: TRY400
            self._failed_starts += 1
            if not self._serving and self._failed_starts >= MOST_FAILED_STARTS:
                raise NoWorkerError from fault
            return False
        return True

    async def _replace(self, number: int) -> None:
        """Start another worker of a number, and drain the one before it.

        Raises WorkerEndedError or OSError if it doesn't start; then the one before it stays.
        """
        async with self._filling[number]:
            former = self._serving.get(number)
            await self._start(number)
        if former is not None and former in self._alive:
            former.drain()
            await _end(former, DRAIN_SECONDS)

    # --- reports ---------------------------------------------------------------------------------

    def _tell(self) -> None:
        """Report the number of serving workers when it changes."""
        serving = len(self._serving)
        if serving != self._told and (self._told is not None or serving == self._wanted):
            self._told = serving
            self._launcher.changed(self._address, serving)

    def _keep(self, work: Coroutine[object, object, None]) -> None:
        """Run work in a task of its own. A fault of it ends the supervisor."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._note_end)

    def _note_end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()) and not self._failed.done():
            self._failed.set_exception(fault)


async def _end(worker: RunningWorker, seconds: float) -> None:
    """Wait for the end of a worker; kill it after some seconds."""
    try:
        async with asyncio.timeout(seconds):
            await worker.ended()
    except TimeoutError:
        log.error("worker killed: it doesn't end", worker=worker.node)  # noqa: TRY400
        worker.kill()
        await worker.ended()


async def _cancel(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks, and wait for their ends."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


STEADY_SECONDS: Final = 60.0
"""A worker that served for so long had no fault of its start: the count begins anew."""
FIRST_WAIT: Final = 1.0
"""Seconds before the second start in a row; the first is at once, since players wait for it."""
LONGEST_WAIT: Final = 30.0
"""The most seconds before a start: a machine that lacks memory for it needs time, too."""


class Restarts:
    """The starts of one worker, which wait longer the sooner it ends."""

    def __init__(self) -> None:
        self._in_a_row = 0

    def wait_after(self, served: float) -> float:
        """Return the seconds until the next start of a worker that served for some seconds."""
        if served >= STEADY_SECONDS:
            self._in_a_row = 0
        self._in_a_row += 1
        if self._in_a_row == 1:
            return 0.0
        wait = FIRST_WAIT * 2.0 ** (self._in_a_row - 2)
        return min(wait, LONGEST_WAIT)
