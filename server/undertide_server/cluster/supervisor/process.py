"""A worker as a process: started with its setup on standard input, and ended by the end of that.

The pipe to its standard input stays open while it shall serve. The system closes it whenever the
supervisor ends, so no worker outlives its supervisor for long. It writes its address to standard
output once it serves.
"""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
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
