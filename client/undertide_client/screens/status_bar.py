"""The line under everything: who one is here, what became of the last intent, the connection."""

from tcod.console import Console

from undertide_client.keys import Command, Context
from undertide_client.screens import palette
from undertide_client.screens.drawing import Area, fill, put, put_right
from undertide_client.screens.palette import Colour
from undertide_client.screens.ui import Ui
from undertide_client.screens.words import name_of_seat


def draw_status_bar(console: Console, area: Area, ui: Ui) -> None:
    """Draw the line; the connection always has its place, hints only where there is room."""
    fill(console, area, palette.BAR)
    words, ink = connection_words(ui)
    left = put_right(console, area.right - 1, area.y, words, ink, area.width // 2)
    x = put(console, area.x + 1, area.y, role_words(ui), palette.GOLD, width=area.width // 3)
    room = left - x - 4
    if ui.fate.text and not ui.spectating:
        fate_ink = palette.BAD if ui.fate.stage in {"refused", "lost"} else palette.INK
        x = put(console, x + 2, area.y, ui.fate.text, fate_ink, width=room)
        room = left - x - 4
    hints = hint_words(ui)
    if len(hints) <= room:
        put(console, x + 2, area.y, hints, palette.FAINT)


def role_words(ui: Ui) -> str:
    """Return what this client is: a player, a spectator, a dead hero's player."""
    if not ui.spectating:
        return f"@ {ui.mirror.name}"
    eyes = name_of_seat(ui.mirror, ui.mirror.following)
    return f"dead, watching {eyes}" if ui.dead else f"watching {eyes}"


def connection_words(ui: Ui) -> tuple[str, Colour]:
    """Return how the connection is, and a colour that says the same."""
    if ui.status.phase != "connected":
        return f"○ {ui.status.text}", palette.WARNING
    latency = f" {ui.latency * 1000:.0f} ms" if ui.latency > 0 else ""
    slow = ui.latency > 0.25
    return f"● connected{latency}", palette.WARNING if slow else palette.GOOD


def hint_words(ui: Ui) -> str:
    """Return a few keys that are worth knowing."""
    if ui.spectating:
        pairs = ((Command.NEXT_EYES, "next hero"), (Command.CHAT, "talk"), (Command.HELP, "help"))
        return ui.hint(Context.WATCH, *pairs)
    pairs = ((Command.EXPLORE, "explore"), (Command.PACK, "pack"), (Command.HELP, "help"))
    return ui.hint(Context.PLAY, *pairs)
