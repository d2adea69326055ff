"""Making a session: first what to play, then how time passes."""

from collections.abc import Sequence

from undertide_client.screens import palette
from undertide_client.screens.actions import Actions, Home, NewSession, Push
from undertide_client.screens.list_screen import ListScreen
from undertide_client.screens.page_screen import Row
from undertide_client.screens.ui import Ui
from undertide_shared.messages import Pace

PACES: tuple[tuple[Pace, str], ...] = (
    ("auto", "turn by turn alone, real time in company"),
    ("party", "party turns: time moves when all have acted"),
    ("real", "always real time"),
)


class NewSessionScreen(ListScreen):
    """The presets of this host."""

    title = "What do you play?"
    lettered = True

    @property
    def _presets(self) -> list[str]:
        return self.ui.lobby.presets or [""]

    def lines(self) -> Sequence[Row]:
        """Return a line a preset."""
        return [((preset or "the host's choice", palette.INK),) for preset in self._presets]

    def choose(self, index: int) -> Actions:
        """Go on to the pace."""
        return (Push(PaceScreen(self.ui, self._presets[index])),)


class PaceScreen(ListScreen):
    """The ways in which time can pass."""

    title = "How does time pass?"
    verb = "make it"
    lettered = True

    def __init__(self, ui: Ui, preset: str) -> None:
        super().__init__(ui)
        self._preset = preset

    def lines(self) -> Sequence[Row]:
        """Return a line a pace."""
        return [((text, palette.INK),) for _, text in PACES]

    def choose(self, index: int) -> Actions:
        """Make the session."""
        pace, _ = PACES[index]
        return (Home(), NewSession(self._preset, pace))
