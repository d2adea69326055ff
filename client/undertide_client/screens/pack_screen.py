"""The pack."""

from string import ascii_lowercase, ascii_uppercase

from tcod.console import Console

from undertide_client.keys import Command, Context
from undertide_client.screens import palette
from undertide_client.screens.drawing import Area, fill, popup, put, wrapped
from undertide_client.screens.item_screen import ItemScreen, use_item
from undertide_client.screens.listing import Choice
from undertide_client.screens.palette import legible, rgb
from undertide_client.screens.screen import NOTHING, Actions, Pop, Push, Screen
from undertide_client.screens.ui import Ui
from undertide_shared.messages import PackItem

LETTERS = ascii_lowercase + ascii_uppercase
"""The letter of each stack; further ones are reached with the arrows."""
WIDTH = 60
DETAILS = 3
"""Rows under the list for the chosen item's description."""


class PackScreen(Screen):
    """Stacks by letter. A letter opens an item, Enter uses the chosen one."""

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self._choice = Choice()
        self._page = 1

    def draw(self, console: Console) -> None:
        """Draw the stacks and the chosen one's description."""
        pack = self.ui.mirror.pack
        self._choice.hold(len(pack))
        height = min(max(1, len(pack)) + DETAILS + 3, console.height - 4)
        inside = popup(console, WIDTH, height, f"Pack ({len(pack)})", self._hints())
        if not pack:
            put(console, inside.x, inside.y, "You carry nothing.", palette.SOFT)
            return
        rows = self._page = inside.height - DETAILS - 1
        top = self._choice.first_shown(len(pack), rows)
        for index, item in enumerate(pack[top : top + rows], top):
            line = Area(inside.x, inside.y + index - top, inside.width, 1)
            _draw_line(console, line, index, item, chosen=index == self._choice.index)
        lines = wrapped(pack[self._choice.index].description, inside.width)[:DETAILS]
        for row, text in enumerate(lines, inside.bottom - DETAILS):
            put(console, inside.x, row, text, palette.SOFT)

    def press(self, key: str) -> Actions:
        """Choose by letter or with the arrows."""
        pack = self.ui.mirror.pack
        if len(key) == 1 and key in LETTERS:
            index = LETTERS.index(key)
            return self._open(index) if index < len(pack) else NOTHING
        command = self.ui.command(Context.LIST, key)
        if command is Command.BACK:
            return (Pop(),)
        self._choice.move(command, len(pack), self._page)
        if command is Command.CHOOSE and pack:
            return use_item(self.ui, pack[self._choice.index])
        return NOTHING

    def _open(self, index: int) -> Actions:
        self._choice.index = index
        return (Push(ItemScreen(self.ui, self.ui.mirror.pack[index])),)

    def _hints(self) -> str:
        pairs = ((Command.CHOOSE, "use"), (Command.BACK, "back"))
        return "a-z open  " + self.ui.hint(Context.LIST, *pairs)


def _draw_line(console: Console, area: Area, index: int, item: PackItem, *, chosen: bool) -> None:
    if chosen:
        fill(console, area, palette.CHOSEN)
    letter = LETTERS[index] if index < len(LETTERS) else " "
    put(console, area.x, area.y, f"{letter})", palette.GOLD if chosen else palette.SOFT)
    put(console, area.x + 3, area.y, item.glyph, legible(rgb(item.colour)))
    count = f"{item.count} " if item.count > 1 else ""
    ink = palette.BRIGHT if chosen else palette.INK
    put(console, area.x + 5, area.y, f"{count}{item.name}", ink, width=area.width - 5)
