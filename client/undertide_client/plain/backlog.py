"""The lines that wait to be printed, and how many may be in a second. Pure."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

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
