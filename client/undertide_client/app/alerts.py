"""The signs for a player who looks elsewhere: it is their turn, or something noticed them."""

from typing import Final

from undertide_client.displays.attention import TITLE, Attention
from undertide_client.screens.map.routes import enemies_in_sight
from undertide_client.screens.widgets.ui import Ui

AWAY_SECONDS: Final = 3.0
"""Seconds without a key after which the bell rings: who plays sees the screen."""


class Alerts:
    """A watch over what the player should not miss. `attention` is what the display should tell."""

    def __init__(self, ui: Ui, *, wanted: bool) -> None:
        self._ui = ui
        self._wanted = wanted
        self._told = ""
        self._hunters: frozenset[int] = frozenset()
        self._last_key = 0.0
        self.attention = Attention()

    def note_key(self) -> None:
        """Note that the player is there."""
        self._last_key = self._ui.now

    def look(self) -> None:
        """Look at what the last frame changed."""
        if not self._wanted:
            return
        hunters = self._hunters_in_sight()
        words = _words(noticed=bool(hunters), turn=self._is_own_turn())
        news = words not in {"", self._told} or bool(hunters - self._hunters)
        away = self._ui.now - self._last_key >= AWAY_SECONDS
        title = f"{words} - {TITLE}" if words else TITLE
        self.attention = Attention(title, self.attention.rings + (news and away))
        self._told, self._hunters = words, hunters

    def _is_own_turn(self) -> bool:
        mirror = self._ui.mirror
        return mirror.pace.mode == "party" and mirror.seat in mirror.pace.waiting_for

    def _hunters_in_sight(self) -> frozenset[int]:
        """Return the ids of monsters that hunt and that the own hero sees."""
        mirror = self._ui.mirror
        if self._ui.spectating or mirror.hero is None:
            return frozenset()
        return frozenset(
            one.id
            for one in enemies_in_sight(mirror)
            if one.mood == "hunting" and mirror.sight[one.y, one.x]
        )


def _words(*, noticed: bool, turn: bool) -> str:
    if noticed:
        return "noticed you"
    return "your turn" if turn else ""
