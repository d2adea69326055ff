"""Real terminals: tmux, GNU screen, and xterm on an X server without a screen (Xvfb).

Where one is missing its tests are skipped, unless UNDERTIDE_TERMINALS says that they are required.
"""

import os
import pty
import re
import select
import shutil
import subprocess
import termios
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from support.processes.waiting import LONGEST

REQUIRED = os.environ.get("UNDERTIDE_TERMINALS") == "required"
COLUMNS, ROWS = 80, 24
RELAY = 'stty raw -echo && { cat <&3 >"$1" & cat "$0"; kill $!; } 3<&0'
"""What runs in a terminal: it writes there what comes from one pipe until that ends, and passes on
the terminal's answers to another."""
CURSOR = rb"\x1b\[(\d+);(\d+)R"
"""A terminal's answer to where its cursor is: row and column, from 1."""
TITLE_IS_TOLD = "XTerm*disallowedWindowOps: 20,SetSelection,SetXprop"
"""Lets xterm tell its title (21), which it usually keeps to itself."""
SLICE = 0.05
"""Seconds between two looks at a terminal that starts."""
INHERITED = {"COLORTERM", "DISPLAY", "STY", "TERM", "TMUX"}
"""Variables that tell of the terminal around the tests."""


class RealTerminal:
    """A terminal in which nothing runs but what passes on bytes, both ways."""

    def __init__(self, to_terminal: int, from_terminal: int) -> None:
        self._to_terminal = to_terminal
        self._from_terminal = from_terminal
        self._unread = b""

    def write(self, data: bytes) -> None:
        """Write bytes to the terminal, as a program in it."""
        while data:
            data = data[os.write(self._to_terminal, data) :]

    def read(self, pattern: bytes) -> re.Match[bytes]:
        """Wait for an answer of the terminal, and drop what came before it."""
        deadline = time.monotonic() + LONGEST
        while not (found := re.search(pattern, self._unread, re.DOTALL)):
            left = max(0.0, deadline - time.monotonic())
            assert select.select([self._from_terminal], [], [], left)[0], "no answer came"
            self._unread += os.read(self._from_terminal, 65536)
        self._unread = self._unread[found.end() :]
        return found

    def cursors_after(self, texts: Sequence[bytes]) -> Iterator[tuple[int, int]]:
        """Write texts, and yield where the cursor is after each: (column, row), from 0."""
        self.write(b"".join(text + b"\x1b[6n" for text in texts))
        for _ in texts:
            row, column = map(int, self.read(CURSOR).groups())
            yield column - 1, row - 1


@contextmanager
def in_tmux(folder: Path) -> Iterator[RealTerminal]:
    """Start tmux, without the user's settings."""
    size = ("-x", str(COLUMNS), "-y", str(ROWS))
    words = (*tmux_words(folder), "-f", "/dev/null", "new-session", "-d", *size)
    with _relayed(folder, words, _environment(folder)) as terminal:
        yield terminal


def tmux_words(folder: Path) -> tuple[str, ...]:
    """Return how each command to the tmux of a folder begins."""
    return _path_of("tmux"), "-S", str(folder / "tmux")


@contextmanager
def in_screen(folder: Path) -> Iterator[RealTerminal]:
    """Start GNU screen, without the user's settings, in a terminal that takes everything."""
    program = _path_of("screen")
    sockets = folder / "screen"
    sockets.mkdir(mode=0o700)
    variables = {"SCREENDIR": str(sockets), "TERM": "xterm-256color"}
    around, descriptor = pty.openpty()
    termios.tcsetwinsize(descriptor, (ROWS, COLUMNS))
    reader = threading.Thread(target=_read_to_the_end, args=(around,))
    reader.start()
    words = (program, "-c", "/dev/null", "-U")
    try:
        with _relayed(folder, words, _environment(folder) | variables, descriptor) as terminal:
            yield terminal
    finally:
        reader.join(LONGEST)
        os.close(around)


@contextmanager
def in_xterm(folder: Path) -> Iterator[RealTerminal]:
    """Start xterm, without the user's settings, on an X server of its own."""
    server, program = _path_of("Xvfb"), _path_of("xterm")
    told, telling = os.pipe()
    words = [server, "-displayfd", str(telling), "-screen", "0", "800x600x24", "-nolisten", "tcp"]
    with ExitStack() as ending:
        process = subprocess.Popen(
            words, pass_fds=[telling], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        ending.callback(process.wait, LONGEST)
        ending.callback(process.terminate)
        os.close(telling)
        with os.fdopen(told) as display:
            number = display.readline().strip()
        variables = {"DISPLAY": f":{number}", "XENVIRONMENT": "/dev/null"}
        size = f"{COLUMNS}x{ROWS}"
        own = (program, "-u8", "-geometry", size, "-xrm", TITLE_IS_TOLD, "-e")
        yield ending.enter_context(_relayed(folder, own, _environment(folder) | variables))


TERMINALS: Mapping[str, Callable[[Path], AbstractContextManager[RealTerminal]]] = {
    "tmux": in_tmux,
    "screen": in_screen,
    "xterm": in_xterm,
}
"""What starts each terminal, with a folder of its own."""


@contextmanager
def _relayed(
    folder: Path, words: tuple[str, ...], environment: dict[str, str], descriptor: int | None = None
) -> Iterator[RealTerminal]:
    """Start a terminal whose program passes on bytes, on the terminal `descriptor` if it needs one.

    It ends when its program does, and that when nobody writes to it any more.
    """
    to_terminal, from_terminal = folder / "to", folder / "from"
    for pipe in (to_terminal, from_terminal):
        os.mkfifo(pipe)
    relay = ("sh", "-c", RELAY, str(to_terminal), str(from_terminal))
    with ExitStack() as ending:
        process = subprocess.Popen(
            [*words, *relay],
            stdin=descriptor,
            stdout=descriptor,
            stderr=subprocess.DEVNULL if descriptor is None else descriptor,
            start_new_session=True,
            env=environment,
        )
        ending.callback(process.wait, LONGEST)
        if descriptor is not None:
            os.close(descriptor)
        answers = os.open(from_terminal, os.O_RDONLY | os.O_NONBLOCK)
        ending.callback(os.close, answers)
        asked = _opened_for_writing(to_terminal)
        ending.callback(os.close, asked)
        yield RealTerminal(asked, answers)


def _opened_for_writing(pipe: Path) -> int:
    """Open a pipe once somebody reads from it."""
    deadline = time.monotonic() + LONGEST
    while True:
        try:
            descriptor = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            assert time.monotonic() < deadline, "the terminal has not started"
            time.sleep(SLICE)
        else:
            os.set_blocking(descriptor, True)
            return descriptor


def _read_to_the_end(descriptor: int) -> None:
    """Read all that is written to a terminal, until nobody has it open any more."""
    with suppress(OSError):
        while os.read(descriptor, 65536):
            pass


def _environment(folder: Path) -> dict[str, str]:
    """Return variables by which a terminal knows UTF-8, and nothing of its user."""
    kept = {name: value for name, value in os.environ.items() if name not in INHERITED}
    return kept | {"HOME": str(folder), "LC_ALL": "C.UTF-8"}


def _path_of(name: str) -> str:
    """Return the path of a program; skip the test where there is none."""
    found = shutil.which(name)
    if found is None:
        (pytest.fail if REQUIRED else pytest.skip)(f"no {name} is installed here")
    return str(found)
