"""A list of which one line is chosen, or a page that scrolls. Pure."""

from dataclasses import dataclass

from undertide_client.keys import Command


@dataclass(slots=True)
class Choice:
    """The chosen line of a list."""

    index: int = 0

    def move(self, command: Command | None, count: int, page: int) -> None:
        """Move as a command says, in a list of `count` lines; both ends stop it."""
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

    def hold(self, count: int) -> None:
        """Stay on a line that exists."""
        self.index = min(max(0, count - 1), max(0, self.index))

    def first_shown(self, count: int, rows: int) -> int:
        """Return the first line to show so that the chosen one is in the middle of `rows`."""
        return min(max(0, count - rows), max(0, self.index - rows // 2))


@dataclass(slots=True)
class Scroll:
    """The first shown line of a page."""

    top: int = 0

    def move(self, command: Command | None, count: int, rows: int) -> None:
        """Scroll as a command says, over `count` lines of which `rows` are shown."""
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
        """Stay where there is something to show."""
        self.top = min(max(0, count - rows), max(0, self.top))
