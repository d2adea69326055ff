"""The lines that a player types, or that a file or a program gives."""

import asyncio
import os
import sys
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Final

MAX_TYPED: Final = 4000
"""Bytes of a line that are kept: more than any text field takes. The rest is dropped."""
READ_SIZE: Final = 4096
"""Bytes of one read."""
MAX_POSTED: Final = 4
"""Posted lines that may wait. Any more would repeat them."""
INPUT: Final = 0
"""The descriptor of the standard input."""


class TypedLines:
    """Reads lines from a descriptor in a thread, one line for each that is asked for."""

    def __init__(self, descriptor: int, encoding: str = "utf-8") -> None:
        self._descriptor = descriptor
        self._encoding = encoding
        self._rest = b""
        self._wanted = threading.Event()
        self._is_wanted = self._is_read = False
        self._read: str | None = None
        self._posted: deque[str | None] = deque(maxlen=MAX_POSTED)
        self._news: tuple[asyncio.AbstractEventLoop, asyncio.Event] | None = None
        threading.Thread(target=self._run, name="line reader", daemon=True).start()

    @property
    def is_terminal(self) -> bool:
        """Return whether somebody types the lines at a terminal."""
        return os.isatty(self._descriptor)

    async def next_line(self) -> str | None:
        """Wait for the next line, without its end; None at the end of input.

        A caller may cancel it without losing anything: the next call gets the line.
        """
        news = asyncio.Event()
        self._news = (asyncio.get_running_loop(), news)
        if not self._is_wanted:
            self._is_wanted = True
            self._wanted.set()
        while not self._is_read and not self._posted:
            await news.wait()
            news.clear()
        if self._posted:
            return self._posted.popleft()
        self._is_wanted = self._is_read = False
        return self._read

    def _run(self) -> None:
        while True:
            self._wanted.wait()
            self._wanted.clear()
            line = self._line()
            self._read = None if line is None else line.decode(self._encoding, "replace")
            self._is_read = True
            self._wake()

    def post(self, line: str | None) -> None:
        """Make `line` the next one. Signal handlers and all threads may call this."""
        self._posted.append(line)
        self._wake()

    def _wake(self) -> None:
        if self._news is not None:
            loop, news = self._news
            with suppress(RuntimeError):  # That loop has ended: the next one asks again.
                loop.call_soon_threadsafe(news.set)

    def _line(self) -> bytes | None:
        """Return the next line, or None if there is no more input."""
        while b"\n" not in self._rest:
            try:
                data = os.read(self._descriptor, READ_SIZE)
            except OSError:
                data = b""
            if not data:
                last, self._rest = self._rest, b""
                return last or None
            self._rest = self._rest[:MAX_TYPED] + data
        line, _, self._rest = self._rest.partition(b"\n")
        return line[:MAX_TYPED].rstrip(b"\r")

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """Show nothing of what the player types meanwhile, where a terminal can do that."""
        if sys.platform == "win32" or not self.is_terminal:
            yield
            return
        import termios  # noqa: PLC0415  (Windows has none)

        before = termios.tcgetattr(self._descriptor)
        quiet = termios.tcgetattr(self._descriptor)
        quiet[3] = (quiet[3] & ~termios.ECHO) | termios.ECHONL
        termios.tcsetattr(self._descriptor, termios.TCSANOW, quiet)
        try:
            yield
        finally:
            termios.tcsetattr(self._descriptor, termios.TCSANOW, before)


@lru_cache(maxsize=1)
def lines_of_process() -> TypedLines:
    """Return the lines of this process's standard input, the same object at each call.

    What one part of the program has read too much is there for the next one.
    """
    return TypedLines(INPUT, getattr(sys.stdin, "encoding", None) or "utf-8")
