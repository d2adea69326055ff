"""The log that a player reads: lines of frames, chat, and the client's own notes."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from undertide_client.model import safe
from undertide_shared.limits import MAX_CHAT, MAX_LINE
from undertide_shared.messages import Chat, Line, Tone
from undertide_shared.text import SERVER_MARK

MAX_LINES: Final = 400
"""Lines kept: enough for an evening, and at most some 100 kB."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One cleaned line of the log. Chat lines have a `speaker` and a colour.

    In a line that the server itself says, the speaker begins with `SERVER_MARK`.
    """

    tone: Tone
    text: str
    speaker: str = ""
    colour: int = -1


class Logbook:
    """The last lines, oldest first."""

    def __init__(self) -> None:
        self.lines: deque[LogLine] = deque(maxlen=MAX_LINES)
        self._told: deque[LogLine] = deque(maxlen=MAX_LINES)
        self._repeats: deque[LogLine] = deque()
        self._aside: deque[LogLine] = deque(maxlen=MAX_LINES)

    def clear(self) -> None:
        """Forget everything."""
        self.lines.clear()
        self._told.clear()
        self._repeats.clear()
        self._aside.clear()

    def set_aside(self) -> None:
        """Show nothing of what there is, until it is taken back."""
        self._aside.extend(self.lines)
        self.lines.clear()

    def take_back(self) -> None:
        """Show again what was set aside, before what came meanwhile."""
        since = list(self.lines)
        self.lines.clear()
        self.lines.extend((*self._aside, *since))
        self._aside.clear()

    def expect_repeats(self) -> None:
        """Expect known chat once more, up to the next keyframe: newcomers get the last lines."""
        self._repeats = deque(line for line in self.lines if line.speaker)

    def forget_told(self) -> None:
        """Forget the lines of frames. Chat and notes stay."""
        told = {id(line) for line in self._told}
        kept = [line for line in self.lines if id(line) not in told]
        self.clear()
        self.lines.extend(kept)

    def add_lines(self, lines: Iterable[Line]) -> None:
        """Add the lines of a frame, which are clean."""
        for line in lines:
            self._tell(LogLine(line.tone, line.text))

    def begin(self, lines: list[Line]) -> None:
        """Take in the last lines, which a keyframe repeats. They are clean.

        If they continue the known lines, add only the new ones. Otherwise they replace all lines of
        earlier frames. Chat and notes stay in both cases.
        """
        self._repeats.clear()
        fresh = [LogLine(line.tone, line.text) for line in lines[-MAX_LINES:]]
        known = self._overlap(fresh)
        if fresh and known == 0:
            self.forget_told()
        for line in fresh[known:]:
            self._tell(line)

    def say(self, chat: Chat) -> None:
        """Add a chat line, unless it is one that was expected to be repeated."""
        text, name = safe.text(chat.text, MAX_CHAT), safe.name(chat.name)
        line = (
            LogLine("system", text, f"{SERVER_MARK} {name}", chat.colour)
            if chat.server
            else LogLine("party", text, name, chat.colour)
        )
        if line in self._repeats:
            while self._repeats.popleft() != line:
                pass
        else:
            self.lines.append(line)

    def add_note(self, text: str) -> None:
        """Add a remark of the client or the server, which no frame repeats."""
        self.lines.append(LogLine("system", safe.text(text, MAX_LINE)))

    def hint(self, text: str) -> None:
        """Add a hint of the client for newcomers, in a tone of its own."""
        self.lines.append(LogLine("good", safe.text(f"Hint: {text}", MAX_LINE)))

    def _tell(self, line: LogLine) -> None:
        self.lines.append(line)
        self._told.append(line)

    def _overlap(self, fresh: list[LogLine]) -> int:
        """Return the number of lines at the start of `fresh` that end the known lines of frames."""
        told = list(self._told)
        for length in range(min(len(told), len(fresh)), 0, -1):
            if told[-length:] == fresh[:length]:
                return length
        return 0
