"""A server of one's own, in its own process, that lives no longer than this one.

The child's standard input is a pipe of which this process holds the only other end. Whatever ends
this process closes it, a kill too, and the child stops at its end. The child's standard output
brings one line, its address; its log goes to a file.
"""

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import IO, Final, Self

import platformdirs

from undertide_client.cli.errors import EmbeddedServerError

START_SECONDS: Final = 30.0
"""Until the child listens: a slow disk takes some seconds to load it the first time."""
STOP_SECONDS: Final = 10.0
"""For the child to say goodbye to everyone who joined: it takes half of that itself."""
KILL_SECONDS: Final = 2.0
"""For a child that was told to end at once."""
KEPT_LOGS: Final = 10
"""Logs of earlier servers that are kept, the latest."""
MAX_TAIL: Final = 8192
"""Bytes of a log that a failure quotes: all faults of a bad preset."""


class EmbeddedServer:
    """Starts a command of the server with `options` on entering, and ends it on leaving.

    It comes up while its owner does something else: only `address` waits for it. Entering raises
    OSError when it can't be run at all.
    """

    def __init__(self, command: str, options: Sequence[str], logs: Path | None = None) -> None:
        self.log = _log_file(logs or platformdirs.user_log_path("undertide"))
        self.words = (command, "--attended", *options)
        """The words after `undertide_server` on its command line."""
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self._process = self._start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process is not None:
            self._end(self._process)

    @cached_property
    def address(self) -> str:
        """Where it listens. Waits until it does, and raises ServerFailed when that fails."""
        assert self._process is not None, "it starts on entering"
        return self._address_of(self._process)

    @property
    def has_died(self) -> bool:
        """Whether the child ended by itself."""
        return self._process is not None and self._process.poll() is not None

    def _start(self) -> subprocess.Popen[bytes]:
        # -P: whatever lies about where the player started this is not the server.
        python = [sys.executable, "-P", "-m", "undertide_server"]
        with self.log.open("wb") as log:
            # Its own process group: Ctrl-C in this terminal is for the client alone.
            return subprocess.Popen(  # noqa: S603  (no shell; the options are this program's own)
                [*python, *self.words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                start_new_session=True,
            )

    def _address_of(self, process: subprocess.Popen[bytes]) -> str:
        """Return what a child says that its address is. Raises EmbeddedServerError."""
        address = _first_line(process).decode().strip()
        if not address:
            raise EmbeddedServerError(*self._failure(process))
        return address

    def _failure(self, process: subprocess.Popen[bytes]) -> tuple[str, int | None]:
        """Return why there is no address, and the child's exit code."""
        try:
            code = process.wait(timeout=KILL_SECONDS)
        except subprocess.TimeoutExpired:
            return f"the server was not ready after {START_SECONDS:g} s; its log: {self.log}", None
        said = _tail(self.log) or f"it said nothing; exit code {code}"
        return f"the server did not start: {said}\nits log: {self.log}", code

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        """Let the child stop by itself, and see to it that it does."""
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        if "address" not in vars(self):  # nobody is there yet to say goodbye to
            process.terminate()
        if not _ends_within(process, STOP_SECONDS):
            process.terminate()
        if not _ends_within(process, KILL_SECONDS):
            process.kill()
        process.wait()
        process.stdout.close()


def _ends_within(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether a child ends in time."""
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def _first_line(process: subprocess.Popen[bytes]) -> bytes:
    """Return the first line of a child, empty when it ended or took too long."""
    pipe = process.stdout
    assert pipe is not None
    lines: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read_line, args=(pipe, lines), daemon=True).start()
    try:
        return lines.get(timeout=START_SECONDS)
    except Empty:
        return b""


def _read_line(pipe: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    lines.put(pipe.readline(MAX_TAIL))


def _log_file(folder: Path) -> Path:
    """Return the file for a new server's log, and remove those of long ago."""
    folder.mkdir(parents=True, exist_ok=True)
    earlier = sorted(folder.glob("server-*.log"), key=_written_at)
    for file in earlier[: -(KEPT_LOGS - 1)]:
        file.unlink(missing_ok=True)
    return folder / f"server-{os.getpid()}.log"


def _written_at(file: Path) -> int:
    """Return when a file was written, in nanoseconds; 0 if another client just removed it."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


def _tail(log: Path) -> str:
    """Return the end of a log."""
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - MAX_TAIL))
        return file.read().decode(errors="replace").strip()
