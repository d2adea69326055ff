"""The process that renders runs, one after another: commands in, renders out. Both of its sides.

It has the lowest priority, stores nothing, and ends with its commands.
"""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import BinaryIO, Final

import msgspec

from undertide_server.replays.errors import (
    NoRoomError,
    RenderFailedError,
    RenderHungError,
    UnplayableRunError,
)
from undertide_server.replays.messages import (
    HEAD,
    MAX_RENDER_BYTES,
    PipeBeat,
    RenderEnded,
    RenderReport,
    RenderRun,
    RunRendered,
    length,
    packed,
    read_render_command,
    render_report_of,
)
from undertide_server.replays.renderer import rendering
from undertide_server.sessions.durability.recovery import damage_told
from undertide_server.sessions.model.errors import RecoveryError
from undertide_server.simulation.repertoire import repertoire_of_the_game
from undertide_server.store.engine.address import address_in
from undertide_server.util.background import running
from undertide_server.util.heartbeat import Pulse, WorkerHeartbeat

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
        self._heartbeat = WorkerHeartbeat()

    @property
    def runs(self) -> bool:
        """Whether there is a process."""
        return self._process is not None

    async def render(self, command: RenderRun) -> AsyncIterator[RunRendered]:
        """Yield the renders of a run until all is rendered, or nothing more fits.

        Raises NoRoomError when nothing more fits; RenderHungError when the worker hangs, and
        RenderFailedError when it fails, ends or takes too long. Then the process is gone.
        """
        try:
            if self._process is None:
                self._process = await _started()
                self._heartbeat = WorkerHeartbeat()
            process = self._process
            assert process.stdin is not None
            process.stdin.write(packed(command))
            while isinstance(report := await self._next_report(process), RunRendered):
                yield report
        except (OSError, TimeoutError, ValueError, msgspec.MsgspecError) as fault:
            await self.end()
            if self._heartbeat.is_hung:
                raise RenderHungError from fault
            raise RenderFailedError(str(fault) or "it took too long") from fault
        if report.outcome == "failed":
            raise RenderFailedError(report.problem)
        if report.outcome == "room":
            raise NoRoomError

    async def _next_report(self, process: Process) -> RunRendered | RenderEnded:
        """Return the next report. Raises as `render` handles it."""
        heartbeat = self._heartbeat
        heartbeat.forgive_silence()
        async with asyncio.timeout(MOST_SECONDS), running(heartbeat.kill_if_hung(process)):
            while True:
                report = await _read_report(process)
                heartbeat.note_sign()
                if not isinstance(report, PipeBeat):
                    return report

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


async def _read_report(process: Process) -> RenderReport:
    assert process.stdout is not None
    try:
        head = await process.stdout.readexactly(HEAD)
        data = await process.stdout.readexactly(length(head, MAX_RENDER_BYTES))
    except asyncio.IncompleteReadError as fault:
        raise ValueError("its process ended") from fault
    return render_report_of(data)


NICENESS: Final = 19
"""The niceness of the worker: sessions and replays come first, on systems that support it."""


def work(stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Render the run of each command, until the commands end."""
    pulse = Pulse(lambda: _send(stdout, PipeBeat()))
    while (command := read_render_command(stdin)) is not None:
        try:
            with damage_told():
                ended = _render(command, stdout, pulse)
        except (RecoveryError, UnplayableRunError) as fault:
            ended = RenderEnded("failed", fault.reason)
        _send(stdout, ended)


def main() -> None:
    """Work on the standard streams, with low priority."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        # Don't read through sys.stdin: its lock would be held when the interpreter wants to exit.
        with open(sys.stdin.fileno(), "rb", closefd=False) as stdin:
            work(stdin, sys.stdout.buffer)
    except BrokenPipeError:
        # Nobody reads the output any longer. A flush at exit must not fail a second time.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _render(command: RenderRun, stdout: BinaryIO, pulse: Pulse) -> RenderEnded:
    pulse.beat()
    room, store = command.room, address_in(command.store)
    for render in rendering(store, command.run, repertoire_of_the_game(), pulse.beat):
        room -= render.size
        if room < 0:
            return RenderEnded("room")
        _send(
            stdout,
            RunRendered(
                *(render.first, render.last, render.ticks),
                *(render.facts, dict(render.views), render.elapsed),
            ),
        )
    return RenderEnded("done")


def _send(stdout: BinaryIO, report: RenderReport) -> None:
    stdout.write(packed(report))
    stdout.flush()
