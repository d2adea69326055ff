"""The player's side of the client: a display and the keys, from options and preferences."""

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from undertide_client import displays
from undertide_client.app import app, title
from undertide_client.app.preferences import PlayerSettings, keymap_of, load, preferences_file
from undertide_client.displays.base import ColourChoice, Display, DisplayName, Vision
from undertide_client.displays.vision import AdaptedDisplay
from undertide_client.saved.keepsakes import Keepsakes
from undertide_client.screens.widgets.ui import Hosting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from undertide_client.app.entry import Entry
    from undertide_client.screens.menus.title_screen import TitleEntry


@dataclass(frozen=True, slots=True)
class Front:
    """The display for a client's screens, and the settings of its player."""

    display: Display
    settings: PlayerSettings

    def run(
        self,
        address: str,
        entry: "Entry",
        keepsakes: Keepsakes | None = None,
        hosting: Hosting | None = None,
    ) -> int:
        """Run a client on the server at `address` until its player leaves; return the exit code.

        `keepsakes` keeps seats and logins elsewhere than in this user's own folder. `hosting` says
        that the server is the player's own.
        """
        return asyncio.run(
            app.run(
                self.display,
                address,
                entry,
                keepsakes=keepsakes,
                settings=self.settings,
                hosting=hosting,
            )
        )

    def choose(self, entries: "Sequence[TitleEntry]", failure: str = "") -> title.Choice:
        """Show the title screen until the player chooses one of `entries`; return the choice."""
        return asyncio.run(title.choose(self.display, self.settings, entries, failure))


def open_front(name: DisplayName, colours: ColourChoice, vision: Vision | None) -> Front:
    """Return the front for a player's options. Preferences replace missing options.

    Raises DisplayUnavailableError or BadPreferencesError.
    """
    file = preferences_file()
    preferences = load(file)
    keymap = keymap_of(preferences, file)
    display = displays.open_display(name, colours)
    eyes = vision or preferences.vision
    shown_on = display if eyes == "normal" else AdaptedDisplay(display, eyes)
    plain = preferences.plain_glyphs or not displays.shows_lines(name)
    calls, alerts = preferences.call_for_help, preferences.alerts
    return Front(shown_on, PlayerSettings(keymap, str(file), calls, plain, alerts))
