"""The card over the first picture of a session: what the players try to do, and the first keys."""

from typing import Final

from undertide_client.displays.cells import Console
from undertide_client.keys import Command, Context
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Area, draw_text, frame, wrapped
from undertide_client.screens.widgets.layout import layout_of
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.geometry import Cell
from undertide_shared.messages import PresetInfo

WIDEST: Final = 76
"""Width of the card in cells: the longest line of a goal fits."""
FRAME_ROWS: Final = 3
"""Rows of the card besides the goal: its frame, and the keys."""
KEYS: Final = (
    (Command.EXPLORE, "explores"),
    (Command.HELP, "help"),
    (Command.HINTS, "ends these hints"),
)


def goal_lines(ui: Ui) -> tuple[str, ...]:
    """Return the game's title and its goal; nothing where there is no card."""
    info = goal_of(ui)
    return (info.title, *info.goal) if info is not None else ()


def draw_goal(console: Console, ui: Ui, hero: Cell | None) -> None:
    """Draw the card on the map, if there is a goal to tell, above or below the hero's cell.

    It is no screen of its own, so every key does what it does without the card. `hero` is a cell of
    the console; None if the hero isn't on it.
    """
    title, *goal = goal_lines(ui) or ("",)
    if not goal:
        return
    room = layout_of(console.width, console.height).map  # the panel stays in sight
    width = min(WIDEST, room.width)
    lines = [line for text in goal for line in wrapped(text, width - 4)]
    above = room.height if hero is None else hero[1]
    below = 0 if hero is None else room.height - hero[1] - 1
    height = len(lines) + FRAME_ROWS
    is_high = above >= min(height, below)
    height = min(height, above if is_high else below)
    lines = lines[: height - FRAME_ROWS]
    card = Area((room.width - width) // 2, 0 if is_high else room.height - height, width, height)
    inside = frame(console, card, title)
    for y, line in enumerate(lines, inside.y):
        draw_text(console, inside.x, y, line, palette.INK, width=inside.width)
    hints = ui.hints(Context.PLAY, *KEYS)
    ui.spots.draw(console, inside.x, inside.bottom - 1, hints, palette.GOLD, inside.width)


def goal_of(ui: Ui) -> PresetInfo | None:
    """Return the preset whose goal the card tells; None where there is no card."""
    info = ui.lobby.preset_infos.get(ui.mirror.preset)
    is_wanted = ui.hinting and not ui.spectating and ui.mirror.hero is not None
    return info if is_wanted and info is not None and info.goal else None
