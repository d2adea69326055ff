"""The log that a player reads: what frames tell, what others say and what the client notes."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from undertide_client.model import safe
from undertide_shared.limits import MAX_CHAT, MAX_LINE
from undertide_shared.messages import Chat, Line, Tone

MAX_LINES: Final = 400
"""Lines kept: an evening's reading, some 100 kB at most."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log, already cleaned. `speaker` is set, with a colour, where it is chat."""

    tone: Tone
    text: str
    speaker: str = ""
    colour: int = -1


class Logbook:
    """The last lines, oldest first."""

    def __init__(self) -> None:
        self.lines: deque[LogLine] = deque(maxlen=MAX_LINES)
        self._told: deque[LogLine] = deque(maxlen=MAX_LINES)

    def clear(self) -> None:
        """Forget everything."""
        self.lines.clear()
        self._told.clear()

    def forget_told(self) -> None:
        """Forget what frames told. What was said or noted stays."""
        told = {id(line) for line in self._told}
        kept = [line for line in self.lines if id(line) not in told]
        self.clear()
        self.lines.extend(kept)

    def tell(self, lines: Iterable[Line]) -> None:
        """Add lines of a frame."""
        for line in lines:
            self._tell(_cleaned(line))

    def begin(self, lines: list[Line]) -> None:
        """Take the last lines that a keyframe repeats.

        Where they go on from what is known, only the rest is new; otherwise they replace what
        frames told before. What was said or noted stays in both cases.
        """
        fresh = [_cleaned(line) for line in lines[-MAX_LINES:]]
        known = self._overlap(fresh)
        if fresh and known == 0:
            self.forget_told()
        for line in fresh[known:]:
            self._tell(line)

    def say(self, chat: Chat) -> None:
        """Add what somebody said."""
        text = safe.text(chat.text, MAX_CHAT)
        self.lines.append(LogLine("party", text, safe.name(chat.name), chat.colour))

    def note(self, text: str) -> None:
        """Add a remark of the client or the server that no frame repeats."""
        self.lines.append(LogLine("system", safe.text(text, MAX_LINE)))

    def _tell(self, line: LogLine) -> None:
        self.lines.append(line)
        self._told.append(line)

    def _overlap(self, fresh: list[LogLine]) -> int:
        """Return how many of the first lines of `fresh` were the last ones that frames told."""
        told = list(self._told)
        for length in range(min(len(told), len(fresh)), 0, -1):
            if told[-length:] == fresh[:length]:
                return length
        return 0


def _cleaned(line: Line) -> LogLine:
    return LogLine(line.tone, safe.text(line.text, MAX_LINE))
