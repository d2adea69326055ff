"""A line that is written at the bottom of the map."""

from support.client.screen_text import drawn, rows_of
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.widgets.line_screen import LineScreen


def typed(screen: LineScreen, text: str) -> LineScreen:
    """Type text on a screen, key by key, and return the screen."""
    for character in text:
        screen.press("space" if character == " " else character)
    return screen


def last_row(screen: LineScreen) -> str:
    """Return the row that the line is on."""
    return rows_of(drawn(MapScreen(screen.ui), screen))[-1]
