"""Making a session."""

from tcod.console import Console

from undertide_client.keys import Command, Context
from undertide_client.screens import palette
from undertide_client.screens.drawing import Area, fill, popup, put
from undertide_client.screens.listing import Choice
from undertide_client.screens.screen import NOTHING, Actions, NewSession, Pop, Screen
from undertide_client.screens.ui import Ui
from undertide_shared.messages import Pace

PACES: tuple[tuple[Pace, str], ...] = (
    ("auto", "turn by turn alone, real time in company"),
    ("party", "party turns: time moves when all have acted"),
    ("real", "always real time"),
)
ROWS = 8
"""Presets that are shown at once."""


class NewSessionScreen(Screen):
    """First what to play, then how time passes."""

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self._preset = Choice()
        self._pace = Choice()
        self._asks_pace = False

    @property
    def _presets(self) -> list[str]:
        return self.ui.lobby.presets or [""]

    def draw(self, console: Console) -> None:
        """Draw the question that is open."""
        pairs = ((Command.CHOOSE, "choose"), (Command.BACK, "back"))
        hints = self.ui.hint(Context.LIST, *pairs)
        title = "How does time pass?" if self._asks_pace else "What do you play?"
        inside = popup(console, 56, ROWS + 2, title, hints)
        texts, choice = self._open_list()
        choice.hold(len(texts))
        top = choice.first_shown(len(texts), inside.height)
        for index, text in enumerate(texts[top : top + inside.height], top):
            row = Area(inside.x, inside.y + index - top, inside.width, 1)
            if index == choice.index:
                fill(console, row, palette.CHOSEN)
            put(console, row.x + 1, row.y, text, palette.INK, width=row.width - 2)

    def press(self, key: str) -> Actions:
        """Choose, and go on to the next question or back to the one before."""
        command = self.ui.command(Context.LIST, key)
        texts, choice = self._open_list()
        choice.move(command, len(texts), ROWS)
        match command:
            case Command.CHOOSE:
                return self._choose()
            case Command.BACK if self._asks_pace:
                self._asks_pace = False
                return NOTHING
            case Command.BACK:
                return (Pop(),)
            case _:
                return NOTHING

    def _open_list(self) -> tuple[list[str], Choice]:
        if self._asks_pace:
            return [text for _, text in PACES], self._pace
        return [preset or "the host's choice" for preset in self._presets], self._preset

    def _choose(self) -> Actions:
        if not self._asks_pace:
            self._asks_pace = True
            return NOTHING
        pace, _ = PACES[self._pace.index]
        return (Pop(), NewSession(self._presets[self._preset.index], pace))
