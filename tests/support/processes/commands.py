"""The real commands in processes of their own."""

import os
import re
import resource
import secrets
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from support.processes.waiting import LONGEST
from undertide_shared.time import UNSTATED_RATE

MAX_LOG = 5000
"""Lines of a server's log that are kept: the last ones tell why a test failed."""
UNREAD_LOOKS = 10
UNREAD_SECONDS = 0.02
"""A log that has had no room for so many looks, so many seconds apart, is read by nobody."""
LASTING_PORTS = range(20_000, 32_000)
"""Where the system takes no port for connections of its own accord: not while a server is down that
comes back to one, and is being asked for there again and again."""
COMMAND = (sys.executable, "-c", "from undertide_shared.command import main; main()")
"""The `undertide` command, wherever it is installed."""
OTHER_RULES = """
import undertide_server.simulation.version as version
version.RULES = {}
"""
"""What a program does first that is as it would be after its rules were changed, in all but what
they say."""
OTHER_CLOCK = """
import time
right = time.time
time.time = lambda: right() + {}
"""
"""What a program does first that runs on a machine whose clock is so many seconds ahead."""
OTHER_SERVER = """
import runpy
runpy.run_module("undertide_server", run_name="__main__", alter_sys=True)
"""
"""What a server does after that."""
OTHER_COMMAND = """
from undertide_shared.command import main
main()
"""
"""What the `undertide` command does after that."""


class Serving:
    """A server that listens. Its log is read all the time, so that a full pipe never stops it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self._log: deque[str] = deque(maxlen=MAX_LOG)
        self._is_whole = False
        """Whether no more will be logged, since the process has ended."""
        self._grown = threading.Condition()
        self._is_read = threading.Event()
        self._is_read.set()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.line = self.logged("listening")
        """What it logged when it listened."""
        address = re.search(r'wss?://[^\s",}]+', self.line)
        assert address, self.line
        self.address = address[0]

    @property
    def port(self) -> str:
        """The port that it listens on."""
        return self.address.rpartition(":")[2]

    @property
    def log(self) -> str:
        """What it has logged, as far as that is kept."""
        with self._grown:
            return "".join(self._log)

    def logged(self, words: str) -> str:
        """Wait for a line of the log that has these words, and return it."""
        self.logged_until(lambda log: words in log)
        return next(line.strip() for line in self.log.splitlines() if words in line)

    def logged_until(self, enough: Callable[[str], bool]) -> None:
        """Wait until what it has logged is enough."""
        with self._grown:
            self._grown.wait_for(lambda: enough("".join(self._log)) or self._is_whole, LONGEST)
        assert enough(self.log), self.log

    def stop(self, number: int) -> tuple[int, str]:
        """Send it a signal; return its exit code and its log."""
        self.process.send_signal(number)
        self.process.wait(timeout=LONGEST)
        self._reader.join(LONGEST)
        return self.process.returncode, self.log

    def end(self) -> None:
        """End it the hard way, if it still runs."""
        self.process.kill()
        self.read_log()
        self._reader.join(LONGEST)

    def leave_log(self) -> None:
        """Stop reading the log, as a terminal does after Ctrl-S: the next line finds no room."""
        self._is_read.clear()
        out = os.open(f"/proc/{self.process.pid}/fd/2", os.O_WRONLY | os.O_NONBLOCK)
        unread = 0
        while unread < UNREAD_LOOKS:
            try:
                os.write(out, b"." * 1024 + b"\n")
                unread = 0
            except BlockingIOError:
                unread += 1
                time.sleep(UNREAD_SECONDS)
        os.close(out)

    def read_log(self) -> None:
        """Read the log again."""
        self._is_read.set()

    def resident_bytes(self) -> int:
        """Return how much memory the process has now."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * resource.getpagesize()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._is_read.wait()
            with self._grown:
                self._log.append(line)
                self._grown.notify_all()
        with self._grown:
            self._is_whole = True
            self._grown.notify_all()


def lasting_port() -> str:
    """Return a free port that a server can come back to after it was down.

    Tests that run beside each other must not be given the same one: seeded choices would be.
    """
    while True:
        port = secrets.choice(LASTING_PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return str(port)


@contextmanager
def serving(
    *options: str, rules: int | None = None, clock: int = 0, **environment: str
) -> Iterator[Serving]:
    """Run `serve` until the test is over, on a free port unless `options` name another.

    It plays as if its rules were of version `rules`, where one is given, on a machine whose clock
    is `clock` seconds ahead. `environment` stands over the variables of this process.
    """
    first = "" if rules is None else OTHER_RULES.format(rules)
    first += OTHER_CLOCK.format(clock) if clock else ""
    module = ["-c", first + OTHER_SERVER] if first else ["-m", "undertide_server"]
    # Tests that wait for real time wait for no slow one.
    quick = ("--ticks-per-second", str(UNSTATED_RATE))
    command = [sys.executable, *module, "serve", "--port", "0", *quick, *options]
    with subprocess.Popen(
        command,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | environment,
    ) as process:
        try:
            server = Serving(process)
        except BaseException:
            process.kill()
            raise
        try:
            yield server
        finally:
            server.end()


def undertide(
    *words: str, rules: int | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the `undertide` command to its end, as if rules were of a version where one is given.

    `environment` stands over the variables of this process.
    """
    program = COMMAND
    if rules is not None:
        program = (sys.executable, "-c", OTHER_RULES.format(rules) + OTHER_COMMAND)
    return subprocess.run(
        [*program, *words],
        capture_output=True,
        text=True,
        timeout=LONGEST,
        stdin=subprocess.DEVNULL,
        env=os.environ | environment,
        check=False,
    )
