"""The player's side of the client: a surface and the keys, from options and preferences."""

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from undertide_client import displays
from undertide_client.app import app, title
from undertide_client.app.preferences import PlayerSettings, keymap_of, load, preferences_file
from undertide_client.app.surface import ConsoleSurface, Surface
from undertide_client.displays.base import ColourChoice, DisplayName, Vision
from undertide_client.displays.vision import AdaptedDisplay
from undertide_client.plain.line_surface import surface_of_process
from undertide_client.saved.saved_data import Keepsakes
from undertide_client.screens.widgets.ui import Hosting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from undertide_client.app.entry import Entry
    from undertide_client.screens.menus.title_screen import TitleEntry


@dataclass(frozen=True, slots=True)
class Front:
    """The surface for a client's screens, and the settings of its player."""

    surface: Surface
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
                self.surface,
                address,
                entry,
                keepsakes=keepsakes,
                settings=self.settings,
                hosting=hosting,
            )
        )

    def choose(self, entries: "Sequence[TitleEntry]", failure: str = "") -> title.Choice:
        """Show the title screen until the player chooses one of `entries`; return the choice."""
        return asyncio.run(title.choose(self.surface, self.settings, entries, failure))


@dataclass(frozen=True, slots=True)
class DisplayChoice:
    """How a player wants to see the game. None stands for the player's preference."""

    display: DisplayName = "terminal"
    colours: ColourChoice = "auto"
    vision: Vision | None = None
    plain: bool | None = None
    """Whether the terminal shows lines of text instead of screens."""


def open_front(look: DisplayChoice) -> Front:
    """Return the front for a player's options. Preferences replace missing options.

    A window never shows lines. Raises DisplayUnavailableError or BadPreferencesError.
    """
    file = preferences_file()
    preferences = load(file)
    keymap = keymap_of(preferences, file)
    calls, alerts = preferences.call_for_help, preferences.alerts
    is_plain = preferences.plain if look.plain is None else look.plain
    if is_plain and look.display == "terminal":
        settings = PlayerSettings(
            keymap,
            str(file),
            calls,
            plain_glyphs=True,
            alerts=False,
            passes_weak=preferences.pass_weak,
        )
        return Front(surface_of_process(), settings)
    display = displays.open_display(look.display, look.colours)
    eyes = look.vision or preferences.vision
    shown_on = display if eyes == "normal" else AdaptedDisplay(display, eyes)
    glyphs = preferences.plain_glyphs or not displays.shows_lines(look.display)
    settings = PlayerSettings(keymap, str(file), calls, glyphs, alerts, preferences.pass_weak)
    return Front(ConsoleSurface(shown_on), settings)
