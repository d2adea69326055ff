"""The question before the player leaves."""

from tcod.console import Console

from undertide_client.keys import Command, Context
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import NOTHING, Actions, LeaveGame, Pop
from undertide_client.screens.widgets.drawing import put
from undertide_client.screens.widgets.screen import Screen


class QuitScreen(Screen):
    """The question whether to end the program. It says what happens to the hero."""

    def draw(self, console: Console) -> None:
        """Draw the question."""
        pairs = ((Command.YES, "leave"), (Command.NO, "stay"))
        hints = self.ui.hints(Context.CONFIRM, *pairs)
        lines = self._lines()
        inside = self.box(console, (54, len(lines) + 2), "Leave the game?", hints)
        for row, line in enumerate(lines):
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
