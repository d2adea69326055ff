"""The question before the player leaves."""

from typing import Final

from undertide_client.displays.cells import Console
from undertide_client.keys import Command, Context
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import LeaveGame, Pop
from undertide_client.screens.widgets.drawing import draw_text, wrapped
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.screen import NOTHING, Actions, Screen
from undertide_client.screens.widgets.screen_text import ScreenText
from undertide_client.screens.widgets.ui import Hosting
from undertide_client.screens.words.grammar import listed


class QuitScreen(Screen):
    """The question whether to end the program. It says what happens to the hero."""

    WIDTH: Final = 58
    TITLE: Final = "Leave the game?"

    def draw(self, console: Console) -> None:
        """Draw the question."""
        lines = [line for text in self._texts() for line in wrapped(text, self.WIDTH - 4)]
        inside = self.box(console, (self.WIDTH, len(lines) + 2), self.TITLE, self._hints())
        for row, line in enumerate(lines):
            draw_text(console, inside.x, inside.y + row, line, palette.INK, width=inside.width)

    def _hints(self) -> Hints:
        pairs = ((Command.YES, "leave"), (Command.NO, "stay"))
        return self.ui.hints(Context.CONFIRM, *pairs)

    def as_text(self) -> ScreenText:
        """Return the question, and what happens to the hero."""
        return ScreenText(self.TITLE, self._texts(), hints=self._hints())

    def contexts(self) -> tuple[Context, ...]:
        """Return the context of questions."""
        return (Context.CONFIRM,)

    def _texts(self) -> tuple[str, ...]:
        if self.ui.hosting is not None:
            return self._told_to_host(self.ui.hosting)
        if self.ui.mirror.ended is not None:
            return ("The run is over.",)
        if self.ui.spectating or not self.ui.mirror.session:
            return ("The game goes on without you.",)
        return (
            "Your hero soon falls asleep; nothing can harm it then.",
            self.ui.way_back,
        )

    def _told_to_host(self, hosting: Hosting) -> tuple[str, ...]:
        """Say for whom the game ends, and what becomes of the run."""
        mirror = self.ui.mirror
        if mirror.session and mirror.ended is not None:
            fate = "The run is over."
        elif hosting.keeps_runs:
            fate = "Your run is saved, and goes on when you play again."
        else:
            fate = "Your run is not saved: leaving ends it."
        others = self._others()
        return (f"You host this game: leaving ends it for {others}.", fate) if others else (fate,)

    def _others(self) -> str:
        """Return for whom the game ends besides its host; empty if for nobody."""
        mirror = self.ui.mirror
        if not mirror.session:
            return "everyone"
        friends = [
            seat.name for seat in mirror.roster if seat.connected and seat.seat != mirror.seat
        ]
        if mirror.watcher_count:
            friends.append("the spectators")
        return f"{listed(friends)} too" if friends else ""

    def press(self, key: str) -> Actions:
        """Leave or stay."""
        match self.ui.command(Context.CONFIRM, key):
            case Command.YES:
                return (LeaveGame(),)
            case Command.NO:
                return (Pop(),)
            case _:
                return NOTHING
