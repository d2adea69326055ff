"""The news shown once over the map: the death of the own hero, and the end of the run."""

from undertide_client.app.stack import ScreenStack
from undertide_client.screens.hero.death_screen import DeathScreen
from undertide_client.screens.run.end_screen import EndScreen
from undertide_client.screens.widgets.actions import Home
from undertide_client.screens.widgets.screen import Push, Screen
from undertide_client.screens.widgets.ui import Ui


class News:
    """A presenter of news. A news screen replaces all other open screens."""

    def __init__(self, ui: Ui, stack: ScreenStack) -> None:
        self._ui = ui
        self._stack = stack
        self._mourned = False

    def begin(self) -> None:
        """Forget the news so far: another session begins."""
        self._mourned = False

    def look_at_heroes(self) -> None:
        """Tell the player once that their own hero died."""
        if self._ui.dead and not self._mourned:
            self._mourned = True
            self._show(DeathScreen(self._ui))
        elif not self._ui.dead and self._ui.mirror.hero is not None:
            self._mourned = False

    def tell_end(self) -> None:
        """Show how the run ended."""
        ended = self._ui.mirror.ended
        if ended is not None:
            self._show(EndScreen(self._ui, ended))

    def _show(self, screen: Screen) -> None:
        self._stack.change(Home())
        self._stack.change(Push(screen))
