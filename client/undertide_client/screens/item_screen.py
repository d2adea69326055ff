"""One item of the pack."""

from tcod.console import Console

from undertide_client.keys import Command, Context
from undertide_client.screens import palette
from undertide_client.screens.drawing import TIMES, popup, put, wrapped
from undertide_client.screens.palette import legible, rgb
from undertide_client.screens.screen import (
    NOTHING,
    Actions,
    Home,
    Note,
    Pop,
    Push,
    Screen,
    Send,
)
from undertide_client.screens.target_screen import TargetScreen
from undertide_client.screens.ui import Ui
from undertide_shared.messages import Drop, PackItem, Use

WIDTH = 52


class ItemScreen(Screen):
    """What an item is, and what to do with it."""

    def __init__(self, ui: Ui, item: PackItem) -> None:
        super().__init__(ui)
        self._item = item

    def draw(self, console: Console) -> None:
        """Draw the item's description."""
        item = self._item
        lines = wrapped(item.description, WIDTH - 4)
        inside = popup(console, WIDTH, len(lines) + 4, item.name, self._hints())
        count = f"{item.glyph} {TIMES} {item.count}" if item.count > 1 else item.glyph
        put(console, inside.x, inside.y, count, legible(rgb(item.colour)))
        for row, line in enumerate(lines, inside.y + 1):
            put(console, inside.x, row, line, palette.INK, width=inside.width)

    def press(self, key: str) -> Actions:
        """Use it, drop it, or go back."""
        match self.ui.command(Context.ITEM, key):
            case Command.USE:
                return use_item(self.ui, self._item)
            case Command.DROP:
                return (Home(), Send(Drop(self._item.item)))
            case Command.BACK:
                return (Pop(),)
            case _:
                return NOTHING

    def _hints(self) -> str:
        pairs = ((Command.USE, "use"), (Command.DROP, "drop"), (Command.BACK, "back"))
        return self.ui.hint(Context.ITEM, *(pairs if self._item.usable else pairs[1:]))


def use_item(ui: Ui, item: PackItem) -> Actions:
    """Return what uses an item: at once, or after a cell was chosen for it."""
    if not item.usable:
        return (Note("There is nothing to be done with that but to hold it."),)
    if item.target == "cell":
        return (Home(), Push(TargetScreen(ui, item)))
    return (Home(), Send(Use(item.item)))
