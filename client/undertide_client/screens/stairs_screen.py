"""Choosing which stairs to take."""

from tcod.console import Console

from undertide_client.keys import Command, Context
from undertide_client.screens import palette
from undertide_client.screens.camera import Cell
from undertide_client.screens.drawing import Area, fill, popup, put
from undertide_client.screens.listing import Choice
from undertide_client.screens.palette import legible, rgb
from undertide_client.screens.screen import NOTHING, Actions, Pop, Screen, Send
from undertide_client.screens.ui import Ui
from undertide_client.screens.ways import Way, intent_to_climb, known_stairs
from undertide_client.screens.words import branch_words, heroes_words

WIDTH = 56


class StairsScreen(Screen):
    """The known stairs that lead one way, each with what it leads to, the nearest first."""

    def __init__(self, ui: Ui, way: Way) -> None:
        super().__init__(ui)
        self._way: Way = way
        self._choice = Choice()
        self._page = 1

    @property
    def _stairs(self) -> list[Cell]:
        return known_stairs(self.ui.mirror, self._way)

    def draw(self, console: Console) -> None:
        """Draw a line for each stair."""
        stairs = self._stairs
        self._choice.hold(len(stairs))
        hints = self.ui.hint(Context.LIST, (Command.CHOOSE, "go there"), (Command.BACK, "back"))
        height = min(max(1, len(stairs)) + 2, console.height - 4)
        inside = popup(console, WIDTH, height, f"Stairs {self._way}", hints)
        self._page = inside.height
        top = self._choice.first_shown(len(stairs), inside.height)
        for index, cell in enumerate(stairs[top : top + inside.height], top):
            line = Area(inside.x, inside.y + index - top, inside.width, 1)
            self._draw_line(console, line, cell, chosen=index == self._choice.index)

    def _draw_line(self, console: Console, area: Area, cell: Cell, *, chosen: bool) -> None:
        mirror = self.ui.mirror
        if chosen:
            fill(console, area, palette.CHOSEN)
        branch = mirror.tree.get(mirror.stairs.get(cell, 0))
        ink = palette.BRIGHT if chosen else palette.INK
        if branch is None:
            put(console, area.x, area.y, "? nobody knows where they lead", ink, width=area.width)
            return
        put(console, area.x, area.y, branch.glyph, legible(rgb(branch.colour)))
        words = branch_words(mirror, branch)
        heroes = heroes_words(mirror, branch.id)
        text = f"{words}; {heroes}" if heroes else words
        put(console, area.x + 2, area.y, text, ink, width=area.width - 2)

    def press(self, key: str) -> Actions:
        """Choose, or go back."""
        stairs = self._stairs
        command = self.ui.command(Context.LIST, key)
        if command is Command.BACK:
            return (Pop(),)
        self._choice.move(command, len(stairs), self._page)
        if command is Command.CHOOSE and stairs:
            return (Pop(), Send(intent_to_climb(self.ui.mirror, stairs[self._choice.index])))
        return NOTHING
