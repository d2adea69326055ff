"""The screen to write one line at the foot of the console."""

from undertide_client.displays.cells import Console
from undertide_client.keys import Command, Context
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Pop
from undertide_client.screens.widgets.drawing import (
    HALF,
    Area,
    cut,
    draw_text,
    fill,
    in_cells,
    put_right,
)
from undertide_client.screens.widgets.screen import NOTHING, Actions, Screen
from undertide_client.screens.widgets.screen_text import ScreenText
from undertide_client.screens.widgets.text_field import TextField
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.errors import BadTextError


class LineScreen(Screen):
    """A prompt and a text field in the last row, over an unchanged screen."""

    prompt = ""
    context: Context = Context.TEXT

    def __init__(self, ui: Ui, limit: int, text: str = "") -> None:
        super().__init__(ui)
        self._field = TextField(limit, text, len(text))
        self._fault = ""

    def finish(self, text: str) -> Actions:
        """Return the actions for the written line. Raises BadTextError if the line is invalid."""
        raise NotImplementedError

    def draw(self, console: Console) -> None:
        """Draw the prompt, the text around the cursor, and how many characters are left."""
        self.ui.spots.clear()
        row = Area(0, console.height - 1, console.width, 1)
        fill(console, row, palette.FIELD)
        x = draw_text(console, 1, row.y, f"{self.prompt} ", palette.GOLD)
        field = self._field
        right = self._fault or f"{field.limit - len(field.text)} left"
        ink = palette.BAD if self._fault else palette.SOFT
        end = put_right(console, row.right - 1, row.y, right, ink, row.width // 2)
        room = end - x - 2
        at = len(in_cells(field.text[: field.cursor]))
        start = max(0, at - room + 1)
        cells = cut(in_cells(field.text)[start:], room)
        draw_text(
            console, x, row.y, f" {cells[1:]}" if cells[:1] == HALF else cells, palette.BRIGHT
        )
        cursor = console.rgb[row.y, x + at - start : x + at - start + 1]
        cursor["bg"], cursor["fg"] = palette.CURSOR, palette.PAPER

    def as_text(self) -> ScreenText:
        """Return the prompt, the written text, and why the last one was refused."""
        lines = tuple(filter(None, (self._fault, self._field.text)))
        return ScreenText(detail=lines, asks=self.prompt)

    def press(self, key: str) -> Actions:
        """Write, finish, or give up."""
        match self.ui.command(self.context, key):
            case Command.BACK:
                return (Pop(),)
            case Command.CHOOSE:
                return self._try_to_finish()
            case _:
                self._fault = ""
                self._field.press(key)
                return NOTHING

    def paste(self, text: str, /) -> Actions:
        """Insert pasted text. Its line ends don't finish the line."""
        self._field.paste(text)
        return NOTHING

    def _try_to_finish(self) -> Actions:
        try:
            return self.finish(self._field.text)
        except BadTextError as fault:
            self._fault = fault.reason
            return NOTHING
