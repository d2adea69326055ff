"""The bans of a session or of the server."""

from collections.abc import Sequence

from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Actions, Ask, Push
from undertide_client.screens.widgets.confirm_screen import ConfirmScreen
from undertide_client.screens.widgets.drawing import column, wrapped
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.session_words import ban_words
from undertide_shared.messages import BanInfo, Govern, Unban

NAME_WIDTH = 20
"""Width of a banned person's name, in cells."""


class BansScreen(ListScreen):
    """One line per ban. The choice of a ban ends it, after a question."""

    title = "Bans"
    verb = "end the ban"
    widest = 76
    details = 2

    def __init__(self, ui: Ui, session: str) -> None:
        super().__init__(ui)
        self._session = session

    @property
    def _bans(self) -> list[BanInfo]:
        return self.ui.people.bans if self.ui.people else []

    def nothing(self) -> str:
        """Return the text of an empty list."""
        return "Nobody is banned."

    def lines(self) -> Sequence[Row]:
        """Return one line per ban."""
        return [
            ((column(ban.who, NAME_WIDTH), palette.BRIGHT), (ban_words(ban), palette.INK))
            for ban in self._bans
        ]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return the reason of a ban."""
        reason = self._bans[index].reason
        text = f"Why: {reason}" if reason else "No reason was given."
        return [((line, palette.SOFT),) for line in wrapped(text, width)]

    def choose(self, index: int) -> Actions:
        """Ask whether to end the chosen ban."""
        ban = self._bans[index]
        text = f"{ban.who} may come back at once."
        give = (Ask(Govern(Unban(ban.id), self._session)),)
        return (Push(ConfirmScreen(self.ui, "End the ban?", text, "end it", give)),)
