"""The chosen line of a list, and the scroll position of a page. Pure."""

from dataclasses import dataclass

from undertide_client.keys import Command


@dataclass(slots=True)
class Choice:
    """The chosen line of a list."""

    index: int = 0

    def move(self, command: Command | None, count: int, page: int) -> None:
        """Move by a command, in a list of `count` lines, but not beyond its ends."""
        steps = {
            Command.PREVIOUS: self.index - 1,
            Command.NEXT: self.index + 1,
            Command.PAGE_UP: self.index - page,
            Command.PAGE_DOWN: self.index + page,
            Command.FIRST: 0,
            Command.LAST: count - 1,
        }
        if command is not None:
            self.index = steps.get(command, self.index)
        self.hold(count)

    def beyond(self, command: Command | None, count: int) -> int:
        """Return 1 if a command goes on from the last line, -1 if back from the first, else 0."""
        if command in (Command.NEXT, Command.PAGE_DOWN) and self.index >= count - 1:
            return 1
        if command in (Command.PREVIOUS, Command.PAGE_UP) and self.index <= 0:
            return -1
        return 0

    def hold(self, count: int) -> None:
        """Keep the choice on a line that exists."""
        self.index = min(max(0, count - 1), max(0, self.index))

    def first_shown(self, count: int, rows: int) -> int:
        """Return the first of `rows` shown lines, so that the chosen one is in the middle."""
        return min(max(0, count - rows), max(0, self.index - rows // 2))


@dataclass(slots=True)
class Scroll:
    """The first shown line of a page."""

    top: int = 0

    def move(self, command: Command | None, count: int, rows: int) -> None:
        """Scroll by a command, over `count` lines of which `rows` are shown."""
        steps = {
            Command.PREVIOUS: self.top - 1,
            Command.NEXT: self.top + 1,
            Command.PAGE_UP: self.top - rows,
            Command.PAGE_DOWN: self.top + rows,
            Command.FIRST: 0,
            Command.LAST: count,
        }
        if command is not None:
            self.top = steps.get(command, self.top)
        self.hold(count, rows)

    def hold(self, count: int, rows: int) -> None:
        """Keep the page full, as far as it has enough lines."""
        self.top = min(max(0, count - rows), max(0, self.top))
