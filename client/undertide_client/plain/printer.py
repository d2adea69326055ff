"""A thread that prints lines, so that a stopped terminal stops nothing else.

Lines wait in a backlog, which says how many may be printed in a second.
"""

import threading
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TextIO

from undertide_client.model.safe import UNREADABLE

LINES_A_SECOND: Final = 20
"""Lines printed in any second: a slow line takes that many, and no listener can follow more."""
MAX_NEWS: Final = 20
"""Lines of news that may wait: those of a second. Of a longer burst the first are left out."""
MAX_WAITING: Final = 400
"""Lines that may wait in all: those of the longest screens. Of more the first are left out."""


@dataclass(slots=True)
class BacklogLine:
    """A line that waits. Where lines were left out, it has none, but their number."""

    line: str
    is_news: bool
    left_out: int = 0


class Backlog:
    """Lines in the order in which they are printed.

    Answers to the player are kept. News, for which nobody asked, gives way to later news.
    """

    def __init__(self) -> None:
        self._waiting: deque[BacklogLine] = deque()
        self._printed: deque[float] = deque(maxlen=LINES_A_SECOND)

    def __len__(self) -> int:
        return len(self._waiting)

    def add_answer(self, lines: Iterable[str]) -> None:
        """Add lines that the player asked for."""
        self._add(lines, is_news=False)

    def add_news(self, lines: Iterable[str]) -> None:
        """Add lines that tell what happened."""
        self._add(lines, is_news=True)

    def wait(self, now: float) -> float:
        """Return the seconds until the next line may be printed; `now` is by a steady clock."""
        if len(self._printed) < LINES_A_SECOND:
            return 0.0
        return max(0.0, self._printed[0] + 1.0 - now)

    def pop_text(self, now: float) -> str:
        """Return the next line, and count it as printed at `now`; empty if there is none."""
        if not self._waiting:
            return ""
        self._printed.append(now)
        first = self._waiting.popleft()
        return left_out_words(first.left_out) if first.left_out else first.line

    def _add(self, lines: Iterable[str], *, is_news: bool) -> None:
        self._waiting.extend(BacklogLine(line, is_news) for line in lines)
        news = sum(one.is_news for one in self._waiting)
        if news > MAX_NEWS:
            self._leave_out(news - MAX_NEWS, only_news=True)
        if len(self._waiting) > MAX_WAITING:
            self._leave_out(len(self._waiting) - MAX_WAITING + 1, only_news=False)

    def _leave_out(self, count: int, *, only_news: bool) -> None:
        """Leave out the first lines, or the first of news; their number takes their place."""
        kept: deque[BacklogLine] = deque()
        for one in self._waiting:
            drops = count > 0 and not one.left_out and (one.is_news or not only_news)
            count -= drops
            lost = one.left_out + drops
            if lost and kept and kept[-1].left_out:
                kept[-1].left_out += lost
            else:
                kept.append(BacklogLine("", is_news=False, left_out=lost) if lost else one)
        self._waiting = kept


def left_out_words(count: int) -> str:
    """Return the line in place of lines that were left out."""
    return f"({count} lines left out: `history` reads the log.)"


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
