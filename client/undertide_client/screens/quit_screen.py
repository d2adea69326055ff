"""Leaving, after a question."""

from tcod.console import Console

from undertide_client.keys import Command, Context
from undertide_client.screens import palette
from undertide_client.screens.drawing import popup, put
from undertide_client.screens.screen import NOTHING, Actions, LeaveGame, Pop, Screen


class QuitScreen(Screen):
    """Asks before it ends the program, and says what becomes of the hero."""

    def draw(self, console: Console) -> None:
        """Draw the question."""
        pairs = ((Command.YES, "leave"), (Command.NO, "stay"))
        hints = self.ui.hint(Context.CONFIRM, *pairs)
        inside = popup(console, 54, 5, "Leave the game?", hints)
        for row, line in enumerate(self._lines()):
            put(console, inside.x, inside.y + row, line, palette.INK, width=inside.width)

    def _lines(self) -> tuple[str, ...]:
        if self.ui.spectating or not self.ui.mirror.session:
            return ("The game goes on without you.",)
        return (
            "Your hero falls asleep, and nothing can harm it.",
            "Join again under the same name to go on with it.",
        )

    def press(self, key: str) -> Actions:
        """Leave or stay."""
        match self.ui.command(Context.CONFIRM, key):
            case Command.YES:
                return (LeaveGame(),)
            case Command.NO:
                return (Pop(),)
            case _:
                return NOTHING
