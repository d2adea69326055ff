"""Worker processes that get commands by a pipe and report by another: both of their ends.

A worker is killed when it hangs, takes too long, or isn't needed any more: it stores nothing.
"""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import BinaryIO, TypeVar

import msgspec

from undertide_server.replays.errors import WorkerFailedError
from undertide_server.replays.messages import HEAD, PipeBeat, Piped, length, packed
from undertide_server.util.background import running
from undertide_server.util.heartbeat import WorkerHeartbeat

Report = TypeVar("Report")


class PipedWorker:
    """A worker process, which is started when it is first needed, and again after a failure.

    `arguments` returns those of its interpreter. A report comes within `most_seconds`, and has at
    most `most_bytes`.
    """

    def __init__(
        self, arguments: Callable[[], Sequence[str]], most_seconds: float, most_bytes: int
    ) -> None:
        self._arguments = arguments
        self._most_seconds = most_seconds
        self._most_bytes = most_bytes
        self._process: Process | None = None
        self._heartbeat = WorkerHeartbeat()

    @property
    def runs(self) -> bool:
        """Whether there is a process."""
        return self._process is not None

    async def send_command(self, command: Piped) -> None:
        """Send a command. Raises WorkerFailedError if there can be no process."""
        if self._process is None:
            try:
                # Its own process session: Ctrl-C in the terminal is for the server alone.
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    *self._arguments(),
                    stdin=PIPE,
                    stdout=PIPE,
                    start_new_session=True,
                )
            except OSError as fault:
                raise WorkerFailedError(str(fault)) from fault
            self._heartbeat = WorkerHeartbeat()
        assert self._process.stdin is not None
        self._process.stdin.write(packed(command))

    async def receive_report(self, read: Callable[[bytes], Report | PipeBeat]) -> Report:
        """Return the next report, as `read` decodes it.

        Raises WorkerFailedError when the worker hangs, ends or takes too long; then the process is
        gone.
        """
        process, heartbeat = self._process, self._heartbeat
        assert process is not None, "it was sent a command"
        heartbeat.forgive_silence()
        try:
            async with (
                asyncio.timeout(self._most_seconds),
                running(heartbeat.kill_if_hung(process)),
            ):
                while True:
                    report = read(await _read_message(process, self._most_bytes))
                    heartbeat.note_sign()
                    if not isinstance(report, PipeBeat):
                        return report
        except (OSError, TimeoutError, ValueError, msgspec.MsgspecError) as fault:
            await self.end()
            reason = str(fault) or "it took too long"
            raise WorkerFailedError(reason, is_hung=heartbeat.is_hung) from fault

    async def end(self) -> None:
        """Kill the process, and wait for its end."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.communicate()


async def _read_message(process: Process, most_bytes: int) -> bytes:
    """Return a worker's next message. Raises ValueError if there is none, or it is too long."""
    assert process.stdout is not None
    try:
        head = await process.stdout.readexactly(HEAD)
        return await process.stdout.readexactly(length(head, most_bytes))
    except asyncio.IncompleteReadError as fault:
        raise ValueError("its process ended") from fault


def working(work: Callable[[BinaryIO, BinaryIO], None], niceness: int) -> None:
    """Do the work of a worker on the standard streams of its process, with low priority.

    Niceness counts on systems that support it.
    """
    if hasattr(os, "nice"):
        os.nice(niceness)
    try:
        # Don't read through sys.stdin: its lock would be held when the interpreter wants to exit.
        with open(sys.stdin.fileno(), "rb", closefd=False) as stdin:
            work(stdin, sys.stdout.buffer)
    except BrokenPipeError:
        # Nobody reads the output any longer. A flush at exit must not fail a second time.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
