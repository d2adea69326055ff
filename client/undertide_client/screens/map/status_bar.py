"""The lines around the map: the bottom line, and the banner of who waits or is waited for."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from undertide_client.displays.cells import Console
from undertide_client.keys import Command, Context
from undertide_client.net.intents import Stage
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Area, draw_text, fill, put_right
from undertide_client.screens.widgets.hints import Hints, fitting
from undertide_client.screens.widgets.palette import Colour
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.time_words import span_words
from undertide_client.screens.words.words import name_of_seat, nudge_words, pause_words

SHORT: Final = 8
"""Letters of a run's name that identify it, as in the list of `undertide runs`."""

FATES: Final[Mapping[Stage, Colour]] = MappingProxyType(
    {"refused": palette.WARNING, "lost": palette.BAD}
)
"""The colours of how an intent fared that has no effect."""


def draw_status_bar(console: Console, area: Area, ui: Ui, hints: Hints) -> None:
    """Draw the line. The connection always has its place; hints fill only the remaining cells."""
    fill(console, area, palette.BAR)
    words, ink = connection_words(ui)
    left = put_right(console, area.right - 1, area.y, words, ink, area.width // 2)
    most = area.width // 2 if ui.mirror.watching else area.width // 3
    x = draw_text(console, area.x + 1, area.y, role_words(ui), palette.GOLD, width=most)
    room = left - x - 4
    if ui.fate.text and not ui.spectating:
        fate_ink = FATES.get(ui.fate.stage, palette.INK)
        x = draw_text(console, x + 2, area.y, ui.fate.text, fate_ink, width=room)
        room = left - x - 4
    ui.spots.draw(console, x + 2, area.y, fitting(hints, room), palette.SOFT, room)


def role_words(ui: Ui) -> str:
    """Return the client's role as text: player, spectator, dead, or in a replay."""
    if not ui.mirror.session:
        return ""
    if not ui.spectating:
        return f"@ {ui.mirror.name}"
    eyes = name_of_seat(ui.mirror, ui.mirror.following)
    if ui.mirror.replay_state is not None:
        return f"replay of {ui.mirror.replay_state.run[:SHORT]}, watching {eyes}"
    behind = f", {ui.mirror.delay} s behind" if ui.mirror.delay else ""
    return f"dead, watching {eyes}" if ui.dead else f"watching {eyes}{behind}"


def connection_words(ui: Ui) -> tuple[str, Colour]:
    """Return the state of the connection as text, and a colour that says the same."""
    if ui.status.phase != "connected":
        return f"○ {ui.status.text}", palette.WARNING
    if ui.silence_words:
        return f"○ {ui.silence_words}", palette.BAD
    latency = f" {ui.latency * 1000:.0f} ms" if ui.latency > 0 else ""
    slow = ui.latency > 0.25
    return f"● connected{latency}", palette.WARNING if slow else palette.GOOD


def banner_words(ui: Ui) -> str:
    """Return what a player without a standing hero waits for, or who waits for the player.

    It is empty for anybody else. A server that doesn't answer comes first: time may run there.
    """
    mirror, member = ui.mirror, ui.own_member
    if ui.silence_words:
        return f"{ui.silence_words.capitalize()}: the game may go on without you"
    hero = mirror.hero
    if hero is not None and hero.seat == mirror.seat and hero.dies_in > 0:
        if hero.revived_in > 0:
            return f"Fallen: you are up again in {span_words(hero.revived_in, mirror)}"
        return f"Fallen: a companion has {span_words(hero.dies_in, mirror)} to revive you"
    if member is not None and member.returns:
        return "Your new hero begins on the next new floor"
    agree = ui.keymap.key(Context.PLAY, Command.PAUSE_PARTY) if mirror.seat is not None else ""
    return pause_words(mirror, agree) or nudge_words(mirror)
