"""The card over the first picture of a session: what the players try to do, and the first keys."""

from typing import Final

from tcod.console import Console

from undertide_client.keys import Command, Context
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Area, frame, put, wrapped
from undertide_client.screens.widgets.layout import layout_of
from undertide_client.screens.widgets.ui import Ui

WIDEST: Final = 76
"""Width of the card in cells: the longest line of a goal fits."""
KEYS: Final = (
    (Command.EXPLORE, "explores"),
    (Command.HELP, "help"),
    (Command.HINTS, "ends these hints"),
)


def draw_goal(console: Console, ui: Ui) -> None:
    """Draw the card at the top of the console, if the game has a goal and the player wants hints.

    It is no screen of its own, so every key does what it does without the card.
    """
    info = ui.lobby.preset_infos.get(ui.mirror.preset)
    if info is None or not info.goal or not ui.hinting or ui.spectating or not ui.mirror.hero:
        return
    width = min(WIDEST, console.width)
    lines = [line for text in info.goal for line in wrapped(text, width - 4)]
    room = layout_of(console.width, console.height).map.width
    card = Area(max(0, (room - width) // 2), 0, width, len(lines) + 3)
    inside = frame(console, card, info.title)
    for y, line in enumerate(lines, inside.y):
        put(console, inside.x, y, line, palette.INK, width=inside.width)
    hints = ui.hints(Context.PLAY, *KEYS)
    ui.spots.draw(console, inside.x, inside.bottom - 1, hints, palette.GOLD, inside.width)
