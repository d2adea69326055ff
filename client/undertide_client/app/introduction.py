"""The introduction of the player: asked once, and remembered."""

from dataclasses import replace
from typing import Final

from undertide_client.app.asking import ask_to_enter
from undertide_client.app.entry import Entry, JoinEntry, LobbyEntry
from undertide_client.app.stack import ScreenStack
from undertide_client.keys import Command, Context, shown
from undertide_client.net.link import Link
from undertide_client.saved.profile import Profiles
from undertide_client.screens.lobby.lobby_screen import LobbyScreen
from undertide_client.screens.lobby.name_screen import NameScreen, OtherNameScreen, other_name
from undertide_client.screens.widgets.actions import (
    ChooseCalling,
    Introduce,
    LeaveGame,
    Pop,
    Rename,
)
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Join

CODE_NOTE: Final = "Your code {code} brings you back: note it. {key} tells more."
"""What a visitor by ssh without a key reads on taking the first seat."""


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
        self._is_untried = False
        """Whether the player gave a name for a seat which the server has not taken yet."""
        self._tells_code = False
        """Whether the player has to read by which code to come back."""
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
        session = self._entry.session if isinstance(self._entry, JoinEntry) else ""
        # Who has a seat there, under whatever name, comes back to it.
        name = (self._link.seat_name(session, known.name) if session else "") or known.name
        if name:
            offered = {calling.calling for calling in self._ui.lobby.callings}
            self._enter(name, known.calling if known.calling in offered else "")
        else:
            self._stack.change(Push(NameScreen(self._ui, self._leaving())))

    def ask_again(self, refused: Join, told: str, *, is_taken: bool) -> None:
        """Ask for another name for a seat that was refused; `told` says why."""
        self._entry = JoinEntry(refused.session, refused.name, refused.calling)
        suggested = other_name(refused.name) if is_taken else refused.name
        screen = OtherNameScreen(self._ui, self._leaving(), told, suggested, refused.calling)
        self._stack.change(Push(screen))

    def take_in(self, answer: Rename | ChooseCalling | Introduce) -> None:
        """Remember what the player said, here or in the lobby."""
        match answer:
            case Rename(name=name):
                self._ui.name = name
            case ChooseCalling(calling=calling):
                self._ui.calling = calling
            case Introduce(name=name, calling=calling):
                self._is_untried = isinstance(self._entry, JoinEntry)
                self._enter(name, calling)
        if not self._is_untried:
            self._remember()

    def note_seat(self) -> None:
        """Remember who has got a seat: the server has taken the name."""
        if self._is_untried:
            self._is_untried = False
            self._remember()
            self._tells_code = bool(self._ui.seat_code)

    def note_frame(self) -> None:
        """Tell a new visitor by ssh without a key, in the log, by which code to come back."""
        if self._tells_code:
            self._tells_code = False
            key = shown(self._ui.keymap.key(Context.PLAY, Command.QUIT))
            self._ui.mirror.add_note(CODE_NOTE.format(code=self._ui.seat_code, key=key))

    def _remember(self) -> None:
        self._profile.change(name=self._ui.name, calling=self._ui.calling)

    def _leaving(self) -> Actions:
        """Return what a player does who gives no name: the lobby needs none."""
        return (Pop(),) if isinstance(self._stack.lowest, LobbyScreen) else (LeaveGame(),)

    def _enter(self, name: str, calling: str) -> None:
        self._ui.name, self._ui.calling = name, calling
        ask_to_enter(self._ui, self._link, self._named_entry(name, calling))

    def _named_entry(self, name: str, calling: str) -> Entry:
        """Return the entry of the player who is known by now."""
        if isinstance(self._entry, JoinEntry):
            return replace(self._entry, name=name, calling=calling)
        return self._entry
