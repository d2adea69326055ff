"""The hints that a newcomer gets while playing: each once, and no more than one for each key."""

from undertide_client.saved.profile import Profiles
from undertide_client.screens.map.newcomer_hints import NEWCOMER_HINTS, hint_words, next_hint
from undertide_client.screens.widgets.ui import Ui


class NewcomerHints:
    """A teller of hints. The profile keeps which ones were given, and whether they are wanted."""

    def __init__(self, ui: Ui, profile: Profiles) -> None:
        self._ui = ui
        self._profile = profile
        kept = profile.load()
        ui.hinting = kept.hints
        self._given = set(kept.hinted)
        self._may_tell = True
        """Whether the player has pressed a key since the last hint, and so could read it."""

    def note_key(self) -> None:
        """Note that the player acted."""
        self._may_tell = True

    def look(self) -> None:
        """Tell the most urgent new hint about the picture, if the player wants it."""
        ui = self._ui
        if not (ui.hinting and self._may_tell) or len(self._given) >= len(NEWCOMER_HINTS):
            return
        if ui.spectating or ui.mirror.hero is None:
            return
        hint = next_hint(ui.mirror, self._given)
        if hint is not None:
            ui.mirror.hint(hint_words(ui, hint, is_first=not self._given))
            self._may_tell = False
            self._given.add(hint.key)
            self._profile.change(hinted=sorted(self._given))

    def turn(self, *, on: bool) -> None:
        """Begin the hints again from the first, or end them."""
        self._ui.hinting = on
        self._given.clear()
        self._profile.change(hints=on, hinted=[])
