"""A server for this client alone, in a child process that ends with this one.

The child's standard input is a pipe, and this process holds its only other end. The system closes
that end whenever this process ends, even by a kill, and the child then stops. The child prints its
address, and before that what its player must know; its log goes to a file. One that dies by itself
is started again at the same port, where its players find it.
"""

import contextlib
import os
import re
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import IO, Final, Self

import platformdirs

from undertide_client.cli.errors import EmbeddedServerError

START_SECONDS: Final = 30.0
"""Seconds until the child must listen: a slow disk takes some to load it the first time."""
STOP_SECONDS: Final = 10.0
"""Seconds for the child to say goodbye to everyone: it allows itself half of that."""
KILL_SECONDS: Final = 2.0
"""Seconds for a child that must end at once."""
WATCH_SECONDS: Final = 0.5
"""Seconds between two looks whether it still runs: players wait longer to connect again."""
KEPT_LOGS: Final = 10
"""The number of logs of earlier servers to keep."""
MAX_TAIL: Final = 8192
"""Bytes of a log that an error quotes: all faults of a bad preset."""
COMMAND_ERROR: Final = re.compile(
    r"^undertide[\w -]*: (?P<reason>.*?)(?: \(see [^()]* --help\))?\Z", re.MULTILINE | re.DOTALL
)
"""The error with which a command ends, behind the lines of its log."""
MOST_RESTARTS: Final = 5
"""Restarts of a server that dies: it sets a run aside of which it has died three times."""
MAX_REMARKS: Final = 20
"""Lines that a child may print before its address."""


class EmbeddedServer:
    """A context that starts a command of the server with `options`, and ends it on leaving.

    It comes up while its owner does something else: only `address` waits for it. Once it has an
    address, it is started again if it dies, where `keeps_runs`: without runs nobody could go on.
    Entering raises OSError when it can't be run at all.
    """

    def __init__(
        self,
        command: str,
        options: Sequence[str],
        logs: Path | None = None,
        variables: Mapping[str, str] | None = None,
        *,
        keeps_runs: bool = False,
    ) -> None:
        self.log = _log_file(logs or platformdirs.user_log_path("undertide"))
        self.words = (command, "--attended", *options)
        """The words after `undertide_server` on its command line."""
        self.variables = dict(variables or {})
        """What it finds in its environment, beside what this program does."""
        self.remarks: list[str] = []
        """What the child said before its address, line by line."""
        self._keeps_runs = keeps_runs
        self._is_left = threading.Event()
        self._watcher: threading.Thread | None = None
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
        self._is_left.set()
        if self._watcher is not None:
            self._watcher.join()
        if self._process is not None:
            self._end(self._process)

    @cached_property
    def address(self) -> str:
        """Where it listens. Waits until it does, and raises EmbeddedServerError if it fails."""
        assert self._process is not None, "it starts on entering"
        address = self._address_of(self._process)
        if self._keeps_runs:
            port = address.rpartition(":")[2]
            self._watcher = threading.Thread(target=self._restart_if_it_dies, args=[port])
            self._watcher.start()
        return address

    @property
    def has_died(self) -> bool:
        """Whether the child ended by itself, and is not started again."""
        is_watched = self._watcher is not None and self._watcher.is_alive()
        return not is_watched and self._process is not None and self._process.poll() is not None

    def _restart_if_it_dies(self, port: str) -> None:
        """Start the child again at its port whenever it ends before it is left."""
        for _ in range(MOST_RESTARTS):
            assert self._process is not None, "it has an address"
            while self._process.poll() is None:
                if self._is_left.wait(WATCH_SECONDS):
                    return
            _close_pipes(self._process)
            options = [word for word in self.words if not word.startswith("--port=")]
            self.words = (*options, f"--port={port}")
            try:
                self._process = self._start()
            except OSError:
                return

    def _start(self) -> subprocess.Popen[bytes]:
        # -P: no file in the player's folder may take the place of the server.
        python = [sys.executable, "-P", "-m", "undertide_server"]
        with self.log.open("ab") as log:
            # Its own process group: Ctrl-C in this terminal is for the client alone.
            return subprocess.Popen(  # noqa: S603  (no shell; the options are this program's own)
                [*python, *self.words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                start_new_session=True,
                env=os.environ | self.variables,
            )

    def _address_of(self, process: subprocess.Popen[bytes]) -> str:
        """Return the address that a child prints. Raises EmbeddedServerError."""
        *self.remarks, address = _lines_to_address(process)
        if not address:
            raise EmbeddedServerError(*self._failure(process))
        return address

    def _failure(self, process: subprocess.Popen[bytes]) -> tuple[str, int | None]:
        """Return why there is no address, and the child's exit code."""
        try:
            code = process.wait(timeout=KILL_SECONDS)
        except subprocess.TimeoutExpired:
            return f"the server was not ready after {START_SECONDS:g} s; its log: {self.log}", None
        said = reason_in(_tail(self.log)) or f"it said nothing; exit code {code}"
        return f"the server did not start: {said}\nits log: {self.log}", code

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        """Ask the child to stop, and kill it if it takes too long."""
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        if "address" not in vars(self):  # nobody has joined yet
            process.terminate()
        if not _ends_within(process, STOP_SECONDS):
            process.terminate()
        if not _ends_within(process, KILL_SECONDS):
            process.kill()
        process.wait()
        _close_pipes(process)


def _close_pipes(process: subprocess.Popen[bytes]) -> None:
    """Close this end of the pipes to a child that has ended."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def _ends_within(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Return whether a child ends in time."""
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def _lines_to_address(process: subprocess.Popen[bytes]) -> list[str]:
    """Return the lines of a child up to its address.

    The last one is empty if the child ended or took too long.
    """
    pipe = process.stdout
    assert pipe is not None
    read: SimpleQueue[list[str]] = SimpleQueue()
    threading.Thread(target=_read_lines, args=(pipe, read), daemon=True).start()
    try:
        return read.get(timeout=START_SECONDS)
    except Empty:
        return [""]


def _read_lines(pipe: IO[bytes], read: SimpleQueue[list[str]]) -> None:
    lines: list[str] = []
    while len(lines) < MAX_REMARKS:
        lines.append(pipe.readline(MAX_TAIL).decode(errors="replace").strip())
        if not lines[-1] or lines[-1].startswith(("ws://", "wss://")):
            break
    else:
        lines.append("")
    read.put(lines)


def _log_file(folder: Path) -> Path:
    """Return the file for a new server's log, and remove old logs."""
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


def reason_in(log: str) -> str:
    """Return the error at the end of a command's log; all of the log if there is none."""
    error = COMMAND_ERROR.search(log)
    return error["reason"] if error else log


def _tail(log: Path) -> str:
    """Return the end of a log."""
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - MAX_TAIL))
        return file.read().decode(errors="replace").strip()
