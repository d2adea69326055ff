"""A box of lines, of which the player chooses one by letter, with arrows or with the mouse."""

from collections.abc import Sequence

from undertide_client.displays.cells import Console
from undertide_client.keys import Command, Context
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Home, Pop, RunCommand
from undertide_client.screens.widgets.drawing import (
    Area,
    Span,
    draw_text,
    fill,
    put_right,
    put_spans,
    squeezed,
)
from undertide_client.screens.widgets.hints import Hint, Hints
from undertide_client.screens.widgets.listing import Choice
from undertide_client.screens.widgets.page_screen import MARGIN, Row
from undertide_client.screens.widgets.screen import NOTHING, Actions, Push, Screen
from undertide_client.screens.widgets.screen_text import (
    UNBROKEN,
    ScreenText,
    headed_row,
    plain_rows,
)
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.text import LETTERS

OPENING = (Push, Pop, Home, RunCommand)
"""Actions that change what is on the screen, and nothing else."""


class ListScreen(Screen):
    """The base of every screen that offers a choice of `lines`."""

    title = ""
    verb = "choose"
    """The effect of a choice, for its hint; empty if the lines are only for reading."""
    context: Context = Context.LIST
    widest = 60
    details = 0
    """Most rows under the list with details of the chosen line."""
    fewest_details = 0
    """Rows of details at which the list begins to give way to them; 0 if it does so for all."""
    lettered = False
    """Whether each line has a letter. It opens or shows the line; pressed again, it chooses it."""
    back_verb = "back"
    """The effect of leaving without a choice, for its hint."""

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self.choice = Choice()
        self._page = 1
        self._looked: int | None = None
        """The line that a letter showed last."""
        self._box = self._list = Area(0, 0, 0, 0)
        self._top = 0

    def heading(self) -> str:
        """Return the title over the list."""
        return self.title

    def nothing(self) -> str:
        """Return the text of an empty list."""
        return ""

    def letters(self) -> Sequence[str]:
        """Return the letter of each line; the player reaches lines without one with the arrows."""
        return LETTERS

    def columns(self) -> Row:
        """Return the heads of the columns, if there are any."""
        return ()

    def lines(self) -> Sequence[Row]:
        """Return the spans of each line."""
        raise NotImplementedError

    def detail(self, _index: int, _width: int, /) -> Sequence[Row]:
        """Return the details of the chosen line, for a width in cells."""
        return ()

    def choose(self, index: int) -> Actions:
        """Return the actions for the choice of a line."""
        raise NotImplementedError

    def look(self, index: int) -> Actions:
        """Return the actions for the letter of a line: it opens what the line stands for.

        Where the choice would do something at once, the letter only goes to the line.
        """
        chosen = self.choose(index)
        return chosen if all(isinstance(each, OPENING) for each in chosen) else NOTHING

    def back(self) -> Actions:
        """Return the actions for leaving this screen without a choice."""
        return (Pop(),)

    def footer(self) -> Hints:
        """Return the hints at the foot of the box."""
        choose = ((Command.CHOOSE, self.verb),) if self.verb and self.lines() else ()
        letters = (Hint("", "a-z look"),) if self.lettered and self.lines() else ()
        return (*letters, *self.ui.hints(self.context, *choose, (Command.BACK, self.back_verb)))

    # --- drawing -----------------------------------------------------------------------------

    def draw(self, console: Console) -> None:
        """Draw as many lines as fit, the chosen one among them."""
        lines = self.lines()
        self.choice.hold(len(lines))
        width = min(self.widest, console.width - 2 * MARGIN)
        above = bool(self.columns())
        room = console.height - 2 * MARGIN - 2 - above
        details = self._details(len(lines), width - 4, room)
        below = details + bool(details)
        height = min(above + max(1, len(lines)) + below + 2, console.height - 2 * MARGIN)
        inside = self.box(console, (width, height), self.heading(), self.footer())
        self._box = Area(inside.x - 2, inside.y - 1, inside.width + 4, inside.height + 2)
        put_spans(console, inside.x, inside.y, self.columns(), inside.width)
        self._list = Area(
            inside.x, inside.y + above, inside.width, max(1, inside.height - above - below)
        )
        if lines:
            self._draw_lines(console, lines)
            self._draw_detail(console, Area(inside.x, inside.bottom - details, width - 4, details))
        else:
            draw_text(
                console, inside.x, self._list.y, self.nothing(), palette.SOFT, width=inside.width
            )

    def _details(self, count: int, width: int, room: int) -> int:
        """Return the number of rows for the details: enough for any line's, at most `details`.

        `room` is the number of rows for the list, a gap and the details.

        So the box is no taller than necessary, and keeps its height when the choice changes. A list
        with more lines than letters takes `details` rows without measuring them.
        """
        if count > len(LETTERS):
            return self.details
        longest = max((len(self.detail(index, width)) for index in range(count)), default=0)
        beside_all = max(self.fewest_details or self.details, room - count - 1)
        return min(self.details, longest, beside_all)

    def _draw_lines(self, console: Console, lines: Sequence[Row]) -> None:
        area = self._list
        self._page = area.height
        letters = self.letters() if self.lettered else ()
        self._top = self.choice.first_shown(len(lines), area.height)
        for index, spans in enumerate(lines[self._top : self._top + area.height], self._top):
            self._draw_line(console, index, spans, letters)
        if len(lines) > area.height:
            place = f" {self.choice.index + 1}/{len(lines)} "
            foot = self._box.bottom - 1
            put_right(console, area.right, foot, place, palette.SOFT, area.width)

    def _draw_line(
        self, console: Console, index: int, spans: Sequence[Span], letters: Sequence[str]
    ) -> None:
        area = self._list
        row = Area(area.x, area.y + index - self._top, area.width, 1)
        chosen = index == self.choice.index
        if chosen:
            fill(console, row, palette.CHOSEN)
            draw_text(console, row.x - 1, row.y, "▸", palette.GOLD)
        x = row.x
        if self.lettered:
            letter = letters[index] if index < len(letters) else ""
            mark = f"{letter})" if letter else ""
            draw_text(console, x, row.y, mark, palette.GOLD if chosen else palette.SOFT)
            x += 3
        put_spans(console, x, row.y, squeezed(spans, row.right - x), row.right - x)

    def _draw_detail(self, console: Console, area: Area) -> None:
        rows = self.detail(self.choice.index, area.width)[: area.height]
        for y, spans in enumerate(rows, area.y):
            put_spans(console, area.x, y, spans, area.width)

    def as_text(self) -> ScreenText:
        """Return the lines as choices, and the details of the chosen one."""
        lines = self.lines()
        self.choice.hold(len(lines))
        about = self.detail(self.choice.index, UNBROKEN) if lines else ()
        return ScreenText(
            title=self.heading(),
            lines=() if lines else (self.nothing(),),
            choices=tuple(headed_row(self.columns(), line) for line in lines),
            names=tuple(self.letters()[: len(lines)]) if self.lettered else (),
            chosen=self.choice.index if lines else -1,
            detail=plain_rows(about),
            hints=self.footer(),
        )

    # --- input -------------------------------------------------------------------------------

    def press(self, key: str) -> Actions:
        """Choose by letter or with the arrows."""
        count = len(self.lines())
        if self.lettered and len(key) == 1 and key in LETTERS:
            letters = [*self.letters()[:count]]
            if key not in letters:
                return NOTHING
            return self._go_to(letters.index(key))
        self._looked = None
        return self.command(self.ui.command(self.context, key), count)

    def pick(self, index: int, /) -> Actions:
        """Do what the letter of a line does, for lines without letters too."""
        return self._go_to(index)

    def _go_to(self, index: int) -> Actions:
        again = self._looked == self.choice.index == index
        self.choice.index = index
        if again:
            return self.choose(index)
        shown = self.look(index) if self.lettered else NOTHING
        self._looked = None if shown else index
        return shown

    def command(self, command: Command | None, count: int) -> Actions:
        """Carry out a command in a list of `count` lines."""
        if command is Command.BACK:
            return self.back()
        self.choice.move(command, count, self._page)
        if command is Command.CHOOSE and count:
            return self.choose(self.choice.index)
        return NOTHING

    def click(self, x: int, y: int, right: bool, /) -> Actions:
        """Mark the line under the pointer; a second click chooses it.

        The right button, or a click beside the box, goes back.
        """
        if right or not self._box.contains(x, y):
            return self.back()
        index = self._top + y - self._list.y
        if not self._list.contains(x, y) or index >= len(self.lines()):
            return NOTHING
        if index == self.choice.index:
            return self.choose(index)
        self.choice.index = index
        return NOTHING

    def turn_wheel(self, up: bool, /) -> Actions:
        """Mark the previous or the next line."""
        return self.command(Command.PREVIOUS if up else Command.NEXT, len(self.lines()))
