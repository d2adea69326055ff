"""A worker as a process, and the pipe between it and its supervisor.

It is started with its setup on standard input, and ended by the end of that.

The pipe to its standard input stays open while it shall serve. The system closes it whenever the
supervisor ends, so no worker outlives its supervisor for long. It writes its address to standard
output once it serves.
"""

import asyncio
import os
import signal
import sys
import threading
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final, Self

from undertide_server.cluster.supervisor.errors import WorkerEndedError

COMMAND: Final = ("-P", "-m", "undertide_server", "serve-worker")
"""The arguments of the interpreter. With `-P`, it doesn't import modules from the folder in which
the operator started the server."""
DRAIN: Final = b"drain\n"
"""The line that asks a worker to hand its runs to the others, and to end."""
NOT_PASSED_ON: Final = frozenset({"NOTIFY_SOCKET"})
"""Variables of the supervisor alone: it speaks to the manager of services."""


class NodeProcess:
    """A worker's process."""

    def __init__(self, node: str, process: Process) -> None:
        self.node = node
        self._process = process

    @classmethod
    async def start(cls, node: str, setup: bytes, words: Sequence[str] = ()) -> Self:
        """Start a worker with one line of setup and words of its command line. Raises OSError."""
        # Its own process session: Ctrl-C in the terminal is for the supervisor alone.
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *COMMAND,
            *words,
            stdin=PIPE,
            stdout=PIPE,
            env=_passed_on(os.environ),
            start_new_session=True,
        )
        worker = cls(node, process)
        worker._write(setup)
        return worker

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    async def ready(self) -> str:
        """Return its address once it serves. Raises WorkerEndedError if it ends before that."""
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise WorkerEndedError(self.node, await self.ended())
        return line.decode().strip()

    async def ended(self) -> int:
        """Wait for the end of the process, and return its exit code, or a signal's below 0."""
        return await self._process.wait()

    def reload(self) -> None:
        """Make it read its settings again."""
        self._signal(signal.SIGHUP)

    def drain(self) -> None:
        """Make it hand its runs to the other workers, and end."""
        self._write(DRAIN)

    def stop(self) -> None:
        """Make it end with the server."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def kill(self) -> None:
        """End the process at once."""
        self._signal(signal.SIGKILL)

    def _write(self, line: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line)

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            self._process.send_signal(number)


def _passed_on(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables for a worker."""
    return {key: value for key, value in environment.items() if key not in NOT_PASSED_ON}


READ: Final = 4096
"""Bytes that are read at once."""
MAX_LINE: Final = 65_536
"""Most bytes of a line: many times as many as a setup has."""


class SupervisorLine:
    """Standard input of a worker, by its descriptor: a line of setup first, orders after that."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._bytes = b""
        self.has_ended = False
        """Whether the supervisor is gone, or stops the whole server."""

    def read(self) -> bytes:
        """Wait for the next line; return nothing at the end of the pipe, or of a line too long."""
        # Not through sys.stdin, whose lock would be held when the interpreter wants to exit.
        while b"\n" not in self._bytes:
            data = os.read(self._descriptor, READ)
            self._bytes += data
            if not data or len(self._bytes) > MAX_LINE:
                return b""
        line, _, self._bytes = self._bytes.partition(b"\n")
        return line + b"\n"

    def listen(self, on_drain: Callable[[], object], on_end: Callable[[], object]) -> None:
        """Call back, from a thread, when the supervisor wants to drain this worker, or is gone.

        That holds however it ended: the system closes a pipe of a process that was killed.
        """

        def wait() -> None:
            while line := self.read():
                if line == DRAIN:
                    on_drain()
            self.has_ended = True
            on_end()

        threading.Thread(target=wait, name="supervisor", daemon=True).start()
