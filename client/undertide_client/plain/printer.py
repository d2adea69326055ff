"""A thread that prints lines, so that a stopped terminal stops nothing else."""

import threading
import time
from collections.abc import Iterable
from typing import Final, TextIO

from undertide_client.model.safe import UNREADABLE
from undertide_client.plain.backlog import Backlog

CLOSING_SECONDS: Final = 2.0
"""Seconds that closing waits for the last lines. After that they are lost with the terminal."""


class Printer:
    """Prints lines to a stream in order, and no more in a second than the backlog allows."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._backlog = Backlog()
        self._news = threading.Condition()
        self._is_closing = False
        self.has_failed = False
        """Whether the stream is gone: nobody reads what is printed."""
        self._thread = threading.Thread(target=self._run, name="line printer", daemon=True)
        self._thread.start()

    def answer(self, lines: Iterable[str]) -> None:
        """Print lines that the player asked for. Never blocks."""
        with self._news:
            self._backlog.add_answer(lines)
            self._news.notify()

    def print_lines(self, lines: Iterable[str]) -> None:
        """Print lines of news; a burst of them is shortened. Never blocks."""
        with self._news:
            self._backlog.add_news(lines)
            self._news.notify()

    @property
    def is_idle(self) -> bool:
        """Return whether all lines are printed, or never will be."""
        with self._news:
            return self.has_failed or not len(self._backlog)

    def close(self) -> None:
        """Print what waits without delay, and end. Returns in bounded time."""
        with self._news:
            self._is_closing = True
            self._news.notify()
        self._thread.join(CLOSING_SECONDS)

    def _run(self) -> None:
        try:
            while (line := self._next()) is not None:
                self._stream.write(f"{printable(line)}\n")
                self._stream.flush()
        except (OSError, ValueError):  # A closed stream raises the latter.
            self.has_failed = True

    def _next(self) -> str | None:
        """Wait until a line may be printed; return None once all is printed and closed."""
        with self._news:
            while True:
                self._news.wait_for(lambda: len(self._backlog) or self._is_closing)
                seconds = self._backlog.wait(time.monotonic())
                if not self._is_closing and seconds > 0:
                    self._news.wait(seconds)
                    continue
                return self._backlog.pop_text(time.monotonic()) if len(self._backlog) else None


def printable(line: str) -> str:
    """Return a line without characters that control a terminal or turn the order of its text."""
    if line.isprintable():
        return line
    return "".join(one if one.isprintable() else UNREADABLE for one in line)
