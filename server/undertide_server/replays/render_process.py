"""The worker process that renders runs, as the server sees it."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

import msgspec

from undertide_server.replays.errors import NoRoomError, RenderFailedError
from undertide_server.replays.messages import (
    HEAD,
    MAX_RENDER_BYTES,
    RenderReport,
    RenderRun,
    RunRendered,
    length,
    packed,
    render_report_of,
)

WORKER: Final = ("-P", "-m", "undertide_server", "render-worker")
"""The arguments of the interpreter. With `-P`, it doesn't import modules from the folder in which
the operator started the server."""
MOST_SECONDS: Final = 300.0
"""The most seconds until a render comes. It takes a second of a core that has nothing else to do,
and the worker has what others leave it."""


class RenderProcess:
    """A worker process, which is started when it is first needed, and again after a failure."""

    def __init__(self) -> None:
        self._process: Process | None = None

    @property
    def runs(self) -> bool:
        """Whether there is a process."""
        return self._process is not None

    async def render(self, command: RenderRun) -> AsyncIterator[RunRendered]:
        """Yield the renders of a run until all is rendered, or nothing more fits.

        Raises NoRoomError when nothing more fits; RenderFailedError when the worker fails, ends or
        takes too long. Then the process is gone.
        """
        try:
            if self._process is None:
                self._process = await _started()
            process = self._process
            assert process.stdin is not None
            process.stdin.write(packed(command))
            while isinstance(report := await _next_report(process), RunRendered):
                yield report
        except (OSError, TimeoutError, ValueError, msgspec.MsgspecError) as fault:
            await self.end()
            raise RenderFailedError(str(fault) or "it took too long") from fault
        if report.outcome == "failed":
            raise RenderFailedError(report.problem)
        if report.outcome == "room":
            raise NoRoomError

    async def end(self) -> None:
        """Kill the process, which stores nothing, and wait for its end."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.communicate()


async def _started() -> Process:
    # The worker gets its own process session: Ctrl-C in the terminal is for the server alone.
    return await asyncio.create_subprocess_exec(
        sys.executable, *WORKER, stdin=PIPE, stdout=PIPE, start_new_session=True
    )


async def _next_report(process: Process) -> RenderReport:
    """Return the next report. Raises as `RenderProcess.render` handles it."""
    assert process.stdout is not None
    try:
        async with asyncio.timeout(MOST_SECONDS):
            head = await process.stdout.readexactly(HEAD)
            data = await process.stdout.readexactly(length(head, MAX_RENDER_BYTES))
    except asyncio.IncompleteReadError as fault:
        raise ValueError("its process ended") from fault
    return render_report_of(data)
