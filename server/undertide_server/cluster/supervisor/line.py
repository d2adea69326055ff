"""A worker's end of the pipe from its supervisor."""

import os
import threading
from collections.abc import Callable
from typing import Final

from undertide_server.cluster.supervisor.process import DRAIN

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
