"""A page of lines over all other screens. It scrolls if it is too long."""

from undertide_client.displays.cells import Console
from undertide_client.keys import Command, Context
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Pop
from undertide_client.screens.widgets.drawing import Area, Span, put_right, put_spans, squeezed
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.listing import Scroll
from undertide_client.screens.widgets.screen import NOTHING, Actions, Screen
from undertide_client.screens.widgets.screen_text import UNBROKEN, ScreenText, plain_row, plain_rows
from undertide_client.screens.widgets.ui import Ui

Row = tuple[Span, ...]
MARGIN = 2
"""Rows and columns that stay free around the page."""


class PageScreen(Screen):
    """The base of every screen that is only for reading; it shows `rows`."""

    title = ""
    context: Context = Context.LIST
    widest = 76
    is_read_at_once = True
    """Whether all of it is there when it opens, so that a player who heard it needs it no more."""

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self._scroll = Scroll()
        self._shown_rows = 1
        self._count = 0

    def rows(self, width: int) -> list[Row]:
        """Return the page's lines, for a width in cells."""
        raise NotImplementedError

    def heading(self) -> Row:
        """Return a line above the rows that doesn't scroll with them; empty for none."""
        return ()

    def draw(self, console: Console) -> None:
        """Draw as many lines as fit, and how many there are."""
        width = min(self.widest, console.width - 2 * MARGIN)
        rows = self.rows(width - 4)
        heading = self.heading()
        above = 2 if heading else 0
        height = min(above + len(rows) + 2, console.height - 2 * MARGIN)
        self._count, self._shown_rows = len(rows), height - 2 - above
        self._scroll.hold(self._count, self._shown_rows)
        inside = self.box(console, (width, height), self.title, self.footer())
        put_spans(console, inside.x, inside.y, squeezed(heading, inside.width), inside.width)
        inside = Area(inside.x, inside.y + above, inside.width, inside.height - above)
        top = self._scroll.top
        for index, row in enumerate(rows[top : top + inside.height]):
            spans = squeezed(row, inside.width)
            put_spans(console, inside.x, inside.y + index, spans, inside.width)
        if len(rows) > inside.height:
            place = f" {top + inside.height}/{len(rows)} "
            put_right(console, inside.right, inside.bottom, place, palette.SOFT, inside.width)

    def as_text(self) -> ScreenText:
        """Return all lines, without a need to scroll."""
        title = ": ".join(filter(None, (self.title, plain_row(self.heading()))))
        back = () if self.is_read_at_once else self.footer()
        return ScreenText(title, plain_rows(self.rows(UNBROKEN)), hints=back)

    def footer(self) -> Hints:
        """Return the hints at the page's foot: how to read on, if there is more."""
        above, below = self._scroll.top > 0, self._scroll.top + self._shown_rows < self._count
        earlier = ((Command.PAGE_UP, "up"),) if above else ()
        more = ((Command.PAGE_DOWN, "more"),) if below else ()
        return self.ui.hints(self.context, *earlier, *more, (Command.BACK, "back"))

    def press(self, key: str) -> Actions:
        """Scroll, or go back."""
        command = self.ui.command(self.context, key)
        if command in {Command.BACK, Command.CHOOSE}:
            return (Pop(),)
        self._scroll.move(command, self._count, self._shown_rows)
        return NOTHING

    def turn_wheel(self, up: bool, /) -> Actions:
        """Scroll by one line."""
        self._scroll.move(Command.PREVIOUS if up else Command.NEXT, self._count, self._shown_rows)
        return NOTHING

    def scroll_to_start(self) -> None:
        """Scroll to the first lines."""
        self._scroll.top = 0

    def scroll_to_end(self) -> None:
        """Scroll to the last lines."""
        self._scroll.top = 10**6
