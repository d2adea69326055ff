"""The server's end of the process that looks into runs: one look at a time, few that wait."""

import asyncio
from typing import Final

import structlog

from undertide_server.looks.errors import BadLookError, LookFailedError
from undertide_server.looks.messages import LookAtRun, LookRefused, LookTaken, look_report_of
from undertide_server.replays.errors import WorkerFailedError
from undertide_server.replays.piped_worker import PipedWorker
from undertide_shared.limits import MAX_SERVER_MESSAGE

WORKER: Final = ("-P", "-m", "undertide_server", "look-worker")
"""The arguments of the interpreter. With `-P`, it doesn't import modules from the folder in which
the operator started the server."""
MOST_SECONDS: Final = 25.0
"""The most seconds of a look: commands wait half a minute for an answer."""
MOST_LOOKS: Final = 4
"""The most looks under way and waiting: a few operators, each of whom waits for one answer."""
IDLE_SECONDS: Final = 120.0
"""Seconds without a look after which the process ends, which frees its memory."""
BUSY: Final = "others look into runs at the moment: try again"

log = structlog.get_logger()


class LookProcess:
    """A process that looks into runs. It is started for the first look, and ends when idle."""

    def __init__(self) -> None:
        self._worker = PipedWorker(lambda: WORKER, MOST_SECONDS, MAX_SERVER_MESSAGE)
        self._turn = asyncio.Lock()
        self._under_way = 0
        self._idle: asyncio.TimerHandle | None = None
        self._ending: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()

    @property
    def runs(self) -> bool:
        """Whether there is a process."""
        return self._worker.runs

    async def take_look(self, command: LookAtRun) -> bytes:
        """Return what a look tells, as JSON.

        Raises BadLookError if it can't be taken, LookFailedError if too many wait, or its process
        fails or takes too long.
        """
        if self._under_way >= MOST_LOOKS:
            raise LookFailedError(BUSY)
        self._under_way += 1
        try:
            async with self._turn:
                return await self._take_look(command)
        finally:
            self._under_way -= 1

    async def _take_look(self, command: LookAtRun) -> bytes:
        if self._idle is not None:
            self._idle.cancel()
        try:
            await self._worker.send_command(command)
            report: LookTaken | LookRefused = await self._worker.receive_report(look_report_of)
        except WorkerFailedError as fault:
            log.warning("look failed", run=command.run, reason=fault.reason)
            raise LookFailedError(
                f"the look failed: {fault.reason}", is_hung=fault.is_hung
            ) from fault
        except asyncio.CancelledError:
            await self._worker.end()  # Its answer must not be taken for that of the next look.
            raise
        self._idle = self._loop.call_later(IDLE_SECONDS, self._end_idle)
        if isinstance(report, LookTaken):
            return report.data
        raise BadLookError(report.reason)

    def _end_idle(self) -> None:
        self._ending = self._loop.create_task(self._end_unless_used())

    async def _end_unless_used(self) -> None:
        async with self._turn:
            await self._worker.end()

    async def close(self) -> None:
        """End the process, and wait for its end."""
        if self._idle is not None:
            self._idle.cancel()
        await self._worker.end()
