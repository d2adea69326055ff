"""The news that the player's own hero has died."""

from undertide_client.displays.cells import Console
from undertide_client.keys import Command, Context
from undertide_client.screens.hero.calling_screen import CallingScreen, begin_anew
from undertide_client.screens.map.companions import next_eyes
from undertide_client.screens.map.log_view import folded
from undertide_client.screens.menus.quit_screen import QuitScreen
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Eyes, Home, PlayTutorial, Pop
from undertide_client.screens.widgets.drawing import draw_text, put_centred, wrapped
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.screen import Actions, Push, Screen
from undertide_client.screens.widgets.screen_text import ScreenText
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.words import hindsight_words

WIDTH = 64
NEWS = "You have died."
GHOST = "You are a ghost now: watch how the party fares."
LAST_WORDS = 4
"""Number of harmful log lines, the last before the death, that the screen repeats."""


class DeathScreen(Screen):
    """The news of the hero's death: its cause, and that the player is now a spectator."""

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        bad = folded(line for line in ui.mirror.lines if line.tone == "bad")
        self._cause = [entry.text for entry in bad[-LAST_WORDS:]]

    def draw(self, console: Console) -> None:
        """Draw the news."""
        lines = [row for text in self._cause for row in wrapped(text, WIDTH - 4)]
        helped = wrapped(hindsight_words(self.ui.life), WIDTH - 4)
        size = (WIDTH, len(lines) + len(helped) + 6 + bool(helped))
        hints = () if self.ui.held else self._hints()
        inside = self.box(console, size, f"† {self.ui.mirror.name}", hints)
        put_centred(console, inside, inside.y, NEWS, palette.BAD)
        for row, line in enumerate(lines, inside.y + 2):
            ink = palette.BRIGHT if row == inside.y + 1 + len(lines) else palette.SOFT
            draw_text(console, inside.x, row, line, ink, width=inside.width)
        for row, line in enumerate(helped, inside.bottom - 2 - len(helped)):
            draw_text(console, inside.x, row, line, palette.SOFT, width=inside.width)
        put_centred(console, inside, inside.bottom - 1, GHOST, palette.INK)

    def _hints(self) -> Hints:
        anew = ((Command.ANEW, "a new hero"),) if self.ui.mirror.terms.new_heroes else ()
        learn = ((Command.TUTORIAL, "tutorial"),) if self.ui.offers_tutorial else ()
        return (
            *self.ui.hints(Context.LIST, (Command.CHOOSE, "go on")),
            *self.ui.hints(Context.WATCH, (Command.NEXT_EYES, "next hero's eyes"), *anew, *learn),
        )

    def as_text(self) -> ScreenText:
        """Return the news."""
        helped = hindsight_words(self.ui.life)
        told = (*self._cause, *((helped,) if helped else ()), GHOST)
        return ScreenText(NEWS, told, hints=self._hints())

    def contexts(self) -> tuple[Context, ...]:
        """Return the contexts of spectators, and of pages."""
        return (Context.WATCH, Context.LIST)

    def press(self, key: str) -> Actions:
        """Close the screen, start a new hero, quit, or switch to the next hero's eyes.

        Keys of the map do nothing: a key that was still held in a fight must not close unread news.
        """
        command = self.ui.command(Context.WATCH, key)
        if command is Command.NEXT_EYES:
            return (Pop(), Eyes(next_eyes(self.ui.mirror)))
        if command is Command.ANEW and self.ui.mirror.terms.new_heroes:
            return (Push(CallingScreen(self.ui, begin_anew)),)
        if command is Command.TUTORIAL and self.ui.offers_tutorial:
            return (Home(), PlayTutorial())
        if command is Command.QUIT:
            return (Push(QuitScreen(self.ui)),)
        if self.ui.command(Context.LIST, key) in {Command.CHOOSE, Command.BACK}:
            return (Pop(),)
        return ()
