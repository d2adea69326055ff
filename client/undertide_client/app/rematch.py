"""Another run with the same party: one player begins it, and the others follow."""

from undertide_client.app.stack import ScreenStack
from undertide_client.net.link import Link
from undertide_client.screens.run.end_screen import EndScreen
from undertide_client.screens.widgets.actions import Home
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import NewRun


class Rematch:
    """The wish of this player to play again, once the run is over."""

    def __init__(self, ui: Ui, link: Link) -> None:
        self._ui = ui
        self._link = link
        self._wanted = False

    def ask(self) -> None:
        """Ask the server for the session in which the party plays again."""
        self._wanted = True
        self._ui.notice = "Asking for another run…"
        self._link.play_again()

    def follow(self, new: NewRun) -> None:
        """Join the session in which the party plays again, if this player wants to."""
        if self._wanted:
            self._wanted = False
            self._link.join(new.session, self._ui.name, self._ui.calling)

    def refuse(self) -> None:
        """Note that the server refused the request."""
        self._wanted = False

    def begin(self, stack: ScreenStack) -> None:
        """Note that a session begins: close the news of the end of the one before."""
        self._wanted = False
        if stack.find(EndScreen) is not None:
            stack.change(Home())
