"""Programs of this folder in processes of their own, which can be asked, stopped and resumed."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self

HERE: Final = Path(__file__).parent
REAL: Final = ("--pace", "real", "--ticks-per-second", "10")
"""The options of a server whose sessions are in real time, at the speed that figures are for."""
NOTHING: Final[Mapping[str, str]] = {}
PACKAGES: Final = ("client", "config", "server", "shared")
"""The folders of a checkout that hold its packages."""
LISTEN_SECONDS: Final = 30.0
"""For a server to load its content and listen, on a machine that is busy."""


class Worker:
    """One program, from `with` to its end."""

    def __init__(
        self,
        program: str,
        *arguments: str,
        command: Sequence[str] = (sys.executable,),
        environment: Mapping[str, str] = NOTHING,
        core: int | None = None,
    ) -> None:
        """Start a program: by this Python unless another `command` runs it.

        `environment` is added to that of this process. If a `core` is given, it runs on that alone.
        """
        self._program = program
        self._log = tempfile.NamedTemporaryFile(mode="w+", suffix=".log")  # noqa: SIM115 - __exit__
        with _held_to(core):
            self._process = subprocess.Popen(
                [*command, str(HERE / program), *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                text=True,
                env=os.environ | environment,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.resume()
        self._process.communicate()
        self._log.close()

    def ask(self, question: str, **details: object) -> Any:
        """Return the answer to a question. Raises RuntimeError when the program has failed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"ask": question} | details) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._program} ended: {self.logged()}")
        return json.loads(line)

    def address(self) -> str:
        """Return where the server in this process listens. Raises RuntimeError if it never does."""
        until = time.monotonic() + LISTEN_SECONDS
        while time.monotonic() < until and self._process.poll() is None:
            for word in self.logged().split():
                if "ws://" in word:
                    return word[word.index("ws://") :].rstrip("\"',}")
            time.sleep(0.05)
        raise RuntimeError(f"the server never listened: {self.logged()}")

    def pause(self) -> None:
        """Stop the process where it is."""
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        self._process.send_signal(signal.SIGCONT)

    def logged(self) -> str:
        """Return what it has logged so far."""
        return Path(self._log.name).read_text()


def packages_of(checkout: Path) -> str:
    """Return the search path for the packages of a checkout."""
    return os.pathsep.join(str(checkout.resolve() / package) for package in PACKAGES)


@contextmanager
def _held_to(core: int | None) -> Iterator[None]:
    """Hold this process to one core while it starts another one, which inherits that."""
    if core is None:
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


@contextmanager
def running(*workers: Worker) -> Iterator[None]:
    """Let workers run for a while that are stopped otherwise."""
    for worker in workers:
        worker.resume()
    try:
        yield
    finally:
        for worker in workers:
            worker.pause()


def wait_until(worker: Worker, key: str, least: int) -> None:
    """Wait until a worker counts at least `least` under `key`. Raises TimeoutError."""
    until = time.monotonic() + LISTEN_SECONDS
    while worker.ask("counts")[key] < least:
        if time.monotonic() > until:
            raise TimeoutError(f"{key} never reached {least}: {worker.ask('counts')}")
        time.sleep(0.1)
