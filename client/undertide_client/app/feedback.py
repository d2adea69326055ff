"""Feedback on moments: a sign over the map, and a bell. Neither tells more than the log does."""

from typing import Final

from undertide_client.model.moments import Glimpse, glimpse_of, moments_between
from undertide_client.saved.profile import Profiles, Signs
from undertide_client.screens.widgets.ui import Ui

BEATS: Final = 6
"""Beats of a sign, which changes with each: enough for a pulse, and to read it on the way."""
BEAT_SECONDS: Final = 0.3
"""Seconds of a beat: a slower terminal misses some, and no light flashes often in a second."""


class Feedback:
    """A watch over moments. The profile keeps which signs the player wants.

    It takes no key, and the application lets the beats of a sign pass.
    """

    def __init__(self, ui: Ui, profile: Profiles) -> None:
        self._ui = ui
        self._profile = profile
        self._before: Glimpse | None = None
        self.rings = 0
        """How often the bell has rung for moments."""
        ui.signs = profile.load().signs

    def look(self) -> None:
        """Begin the sign of what the last frame brought, the gravest if it brought several."""
        before, now = self._before, glimpse_of(self._ui.mirror)
        self._before = now
        if before is None or now is None or self._ui.signs == "off":
            return
        moments = moments_between(before, now)
        if moments:
            self._ui.moment, self._ui.beats = moments[-1], BEATS
            self.rings += self._ui.signs == "bell"

    def choose_signs(self, signs: Signs) -> None:
        """Show these signs from now on."""
        self._ui.signs, self._ui.beats = signs, 0
        self._profile.change(signs=signs)
