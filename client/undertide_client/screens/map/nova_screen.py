"""The question before a spell around the hero that would strike friends (R8)."""

from undertide_client.displays.cells import Console
from undertide_client.keys import Command, Context
from undertide_client.screens.map.blast_area import struck_words
from undertide_client.screens.map.routes import focus_of
from undertide_client.screens.map.target_screen import TargetScreen
from undertide_client.screens.widgets.actions import Home, Pop, Send
from undertide_client.screens.widgets.drawing import Span
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.screen import NOTHING, Actions
from undertide_client.screens.widgets.screen_text import ScreenText


class NovaScreen(TargetScreen):
    """A view of the cells and the names that a spell would strike, with a question.

    The spell strikes around the hero, so the cursor stays on the hero.
    """

    title = "Cast"

    def draw(self, console: Console) -> None:
        """Draw the map, with marks on the cells that the spell would strike now."""
        self.cell = focus_of(self.ui.mirror)
        super().draw(console)

    def as_text(self) -> ScreenText:
        """Return the question, and whom the spell would strike."""
        self.cell = focus_of(self.ui.mirror)
        whom = tuple(text for text, _ in self.remarks())
        return ScreenText(self.heading(), whom, hints=self.hints())

    def contexts(self) -> tuple[Context, ...]:
        """Return the context of questions."""
        return (Context.CONFIRM,)

    def remarks(self) -> list[Span]:
        """Return whom the spell would strike: friends as a warning, but never its caster."""
        return struck_words(self.ui.mirror, self.cell, self._aim.radius, spares_own=True)

    def choose(self) -> Actions:
        """Cast the spell."""
        return (Home(), Send(self._aim.intent(self.cell)))

    def press(self, key: str) -> Actions:
        """Cast the spell, or go back."""
        match self.ui.command(Context.CONFIRM, key):
            case Command.YES:
                return self.choose()
            case Command.NO:
                return (Pop(),)
            case _:
                return NOTHING

    def click(self, _x: int, _y: int, right: bool, /) -> Actions:
        """Go back with the right button; there is no cell to point at."""
        return (Pop(),) if right else NOTHING

    def hints(self) -> Hints:
        """Return the hints of the question."""
        pairs = ((Command.YES, "cast it"), (Command.NO, "don't"))
        return self.ui.hints(Context.CONFIRM, *pairs)
