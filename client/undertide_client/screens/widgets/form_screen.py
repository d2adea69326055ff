"""A form: lines of choices and of text, and a last line that carries out the form."""

from collections.abc import Sequence
from typing import Any, Final

from undertide_client.keys import Command, Context
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Pop
from undertide_client.screens.widgets.drawing import column, wrapped
from undertide_client.screens.widgets.form import Choosing, Field, Writing
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.screen import NOTHING, Actions
from undertide_client.screens.widgets.screen_text import UNBROKEN, ScreenText, plain_rows
from undertide_client.screens.widgets.text_field import NUMPAD, SPELLED
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.errors import BadTextError

TITLE_WIDTH: Final = 22
"""Width of a line's title, in cells."""


class FormScreen(ListScreen):
    """The base of every form: asks for several `fields` at once.

    Arrows, Tab and Enter move between the lines; characters go to the chosen line of text. Letters
    are never commands here, so that the player can type each of them.
    """

    verb = "do it"
    """The name of the last line, which carries out the form."""
    context = Context.FORM
    widest = 76
    details = 3

    def __init__(self, ui: Ui, *fields: Field[Any]) -> None:
        super().__init__(ui)
        self.fields = fields
        self._fault = ""

    def finish(self) -> Actions:
        """Return the actions of the filled form. Raises BadTextError if a field is invalid."""
        raise NotImplementedError

    @property
    def _field(self) -> Field[Any] | None:
        """The chosen field; None on the last line."""
        index = self.choice.index
        return self.fields[index] if index < len(self.fields) else None

    def lines(self) -> Sequence[Row]:
        """Return one line per field, and one that carries out the form."""
        rows = [self._row(index, one) for index, one in enumerate(self.fields)]
        return [*rows, ((f"» {self.verb}", palette.GOLD),)]

    def _row(self, index: int, one: Field[Any]) -> Row:
        chosen = index == self.choice.index
        title = (column(one.title, TITLE_WIDTH), palette.SOFT)
        ink = palette.BRIGHT if chosen else palette.INK
        if isinstance(one, Choosing):
            return (title, (f"◂ {one.words} ▸" if chosen else f"  {one.words}", ink))
        room = self.widest - TITLE_WIDTH - 8
        ink = palette.SOFT if one.field.is_suggested else ink
        return (title, (f"  {one.shown(room, caret=chosen)}", ink))

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return the fault of the form, or else the help of the chosen line."""
        if self._fault and index == self.choice.index:
            return [((line, palette.BAD),) for line in wrapped(self._fault, width)]
        text = self.fields[index].explain() if index < len(self.fields) else self.summary()
        return [((line, palette.SOFT),) for line in wrapped(text, width)]

    def summary(self) -> str:
        """Return the help of the last line."""
        return ""

    def footer(self) -> Hints:
        """Return the hints for the chosen line."""
        pairs: tuple[tuple[Command, str], ...]
        match self._field:
            case Choosing():
                pairs = ((Command.LESS, ""), (Command.MORE, "change"), (Command.NEXT, "next line"))
            case Writing():
                pairs = ((Command.CHOOSE, self.verb if self._is_last else "next line"),)
            case _:
                pairs = ((Command.CHOOSE, self.verb),)
        return self.ui.hints(self.context, *pairs, (Command.BACK, self.back_verb))

    def as_text(self) -> ScreenText:
        """Return the fields as choices. The chosen one asks for text if that can be written."""
        self.choice.hold(len(self.fields) + 1)
        field = self._field
        return ScreenText(
            title=self.heading(),
            choices=(*map(_told_field, self.fields), self.verb),
            chosen=self.choice.index,
            detail=plain_rows(self.detail(self.choice.index, UNBROKEN)),
            hints=self.footer(),
            asks=field.title if isinstance(field, Writing) else "",
            is_secret=isinstance(field, Writing) and field.secret,
        )

    # --- input -------------------------------------------------------------------------------

    def press(self, key: str) -> Actions:
        """Write, change a choice, move between the lines, or finish."""
        self.choice.hold(len(self.fields) + 1)
        command = self.ui.command(self.context, key)
        field = self._field
        own = command in {None, Command.LESS, Command.MORE}
        if isinstance(field, Writing) and (own or _is_character(key)):
            field.field.press(key)
        elif isinstance(field, Choosing) and command in {Command.LESS, Command.MORE}:
            field.turn(1 if command is Command.MORE else -1)
        elif command is not None:
            return self._go(command)
        self._fault = ""
        return NOTHING

    def _go(self, command: Command) -> Actions:
        """Move to another line, or choose this one."""
        if command is not Command.CHOOSE:
            self._fault = ""
        return self.command(command, len(self.fields) + 1)

    def pick(self, index: int, /) -> Actions:
        """Go to a line, and do nothing else."""
        self._fault, self.choice.index = "", index
        return NOTHING

    def choose(self, index: int) -> Actions:
        """Change the chosen line, move on from it, or finish."""
        self.choice.index = index
        field = self._field
        if isinstance(field, Choosing):
            field.turn(1)
            return NOTHING
        if field is not None and not self._is_last:
            self.choice.index += 1
            return NOTHING
        return self._try_to_finish()

    @property
    def _is_last(self) -> bool:
        """Whether the chosen line is the last field."""
        return self.choice.index == len(self.fields) - 1

    def paste(self, text: str, /) -> Actions:
        """Write pasted text into the chosen line. Its line ends don't finish the form."""
        field = self._field
        if isinstance(field, Writing):
            field.field.paste(text)
        return NOTHING

    def _try_to_finish(self) -> Actions:
        try:
            return self.finish()
        except BadTextError as fault:
            self._fault = fault.reason
            return NOTHING

    def click(self, x: int, y: int, right: bool, /) -> Actions:
        """Choose a line; a second click changes it or carries it out. The right button goes back.

        A left click beside the box does nothing, so that it can't discard the filled form by
        accident.
        """
        if not right and not self._box.contains(x, y):
            return NOTHING
        return super().click(x, y, right)


def _told_field(one: Field[Any]) -> str:
    """Return a field and its value: "Pace: auto"; of a secret only how long it is."""
    value = one.words if isinstance(one, Choosing) else one.text
    if isinstance(one, Writing) and one.secret and one.text:
        value = f"{len(one.text)} characters"
    return f"{one.title}: {value or 'empty'}"


def _is_character(key: str) -> bool:
    return len(key) == 1 or key in SPELLED or key in NUMPAD


def closed(actions: Actions) -> Actions:
    """Return the actions that close a form and the screen below it, followed by `actions`."""
    return (Pop(), Pop(), *actions)
