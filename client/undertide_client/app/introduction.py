"""The introduction of the player: asked once, and remembered."""

from undertide_client.app.asking import ask_to_enter
from undertide_client.app.entry import Entry, JoinEntry, LobbyEntry
from undertide_client.app.stack import ScreenStack
from undertide_client.net.link import Link
from undertide_client.saved.profile import Profiles
from undertide_client.screens.lobby.name_screen import NameScreen
from undertide_client.screens.widgets.actions import (
    ChooseCalling,
    Introduce,
    LeaveGame,
    Pop,
    Rename,
)
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_client.screens.widgets.ui import Ui


class Introduction:
    """The way from the start of the client to its entry.

    It asks the player for a name and a calling unless the entry or the profile gives them.
    """

    def __init__(
        self, ui: Ui, link: Link, stack: ScreenStack, entry: Entry, profile: Profiles
    ) -> None:
        self._ui = ui
        self._link = link
        self._stack = stack
        self._entry = entry
        self._profile = profile
        self._waits = isinstance(entry, JoinEntry | LobbyEntry) and entry.asks
        """Whether the entry waits for the server's callings, and for the player's answers."""
        if not self._waits:
            ask_to_enter(ui, link, entry)

    def begin(self) -> None:
        """Enter as the player whom the profile names, or ask who the player is.

        Do nothing if that is done. The server's callings must be known.
        """
        if not self._waits:
            return
        self._waits = False
        known = self._profile.load()
        if known.name:
            offered = {calling.calling for calling in self._ui.lobby.callings}
            self._enter(known.name, known.calling if known.calling in offered else "")
        else:
            offers = isinstance(self._entry, JoinEntry) and self._entry.offers_tutorial
            screen = NameScreen(self._ui, self._leaving(), offers_tutorial=offers)
            self._stack.change(Push(screen))

    def take_in(self, answer: Rename | ChooseCalling | Introduce) -> None:
        """Remember what the player said, here or in the lobby."""
        match answer:
            case Rename(name=name):
                self._ui.name = name
            case ChooseCalling(calling=calling):
                self._ui.calling = calling
            case Introduce(name=name, calling=calling, preset=preset):
                self._enter(name, calling, preset)
        self._profile.change(name=self._ui.name, calling=self._ui.calling)

    def _leaving(self) -> Actions:
        """Return what a player does who gives no name: the lobby needs none."""
        return (Pop(),) if isinstance(self._entry, LobbyEntry) else (LeaveGame(),)

    def _enter(self, name: str, calling: str, preset: str = "") -> None:
        self._ui.name, self._ui.calling = name, calling
        if isinstance(self._entry, JoinEntry):
            session, chosen = self._entry.session, preset or self._entry.preset
            self._link.join(session, name, calling, makes_if_full=False, preset=chosen)
