"""The drawing of the lobby."""

from collections.abc import Sequence

from undertide_client.displays.cells import Console
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import (
    Area,
    draw_text,
    fill,
    put_centred,
    put_right,
    rule,
    wrapped,
)
from undertide_client.screens.widgets.palette import Colour
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.session_words import (
    PACES,
    account_words,
    players_words,
    session_marks,
)
from undertide_shared.messages import SessionInfo

OTHER_FIGURES = 20
"""Columns of the other figures of a session, and of the gaps around them."""


def draw_title(console: Console, area: Area) -> None:
    """Draw the title in the area's first rows."""
    waves = "~ ~ ~ ~ ~"
    put_centred(console, area, area.y + 1, f"{waves}   U N D E R T I D E   {waves}", palette.WATER)
    motto = "Go down together. Don't stay too long."
    put_centred(console, area, area.y + 2, motto, palette.SOFT)


def draw_who(console: Console, area: Area, ui: Ui) -> None:
    """Draw the player's name and calling, the server's address and the account, in two rows."""
    x = draw_text(console, area.x, area.y, "You play as ", palette.SOFT)
    x = draw_text(console, x, area.y, ui.name, palette.BRIGHT)
    calling = ui.lobby.calling_name(ui.calling)
    draw_text(console, x, area.y, f", {calling}" if calling else "", palette.INK)
    silent, width = ui.silence_words, area.width // 2
    put_right(console, area.right, area.y, silent or ui.addresses[0], _ink(silent), width)
    ink = palette.INK if ui.account.name or ui.account.operator else palette.SOFT
    draw_text(console, area.x, area.y + 1, account_words(ui.account), ink, width=area.width)


def draw_motd(console: Console, area: Area, ui: Ui) -> int:
    """Draw the server's message, if it has one; return the rows that it and a gap take."""
    lines = wrapped(ui.lobby.motd, area.width)[: area.height]
    for row, line in enumerate(lines):
        draw_text(console, area.x, area.y + row, line, palette.GOLD, width=area.width)
    return len(lines)


def players_width(sessions: Sequence[SessionInfo]) -> int:
    """Return the columns that the players of these sessions need, and the head above them."""
    return max(len(words) for words in ("players", *map(players_words, sessions)))


def _ink(silent: str) -> Colour:
    return palette.BAD if silent else palette.SOFT


def draw_columns(console: Console, area: Area) -> None:
    """Draw the heads of the list's columns, and a line under them."""
    draw_text(console, area.x + 2, area.y, "Session", palette.GOLD)
    for right, title in _figures(area, ("players", "watch", "floor")):
        put_right(console, right, area.y, title, palette.GOLD, 8)
    draw_text(console, area.x + 24, area.y, "Game", palette.GOLD)
    rule(console, area.x, area.y + 1, area.width)


def draw_session(
    console: Console, row: Area, info: SessionInfo, title: str, players: int, *, chosen: bool
) -> None:
    """Draw a session. Marks for a limited access stand before the title of its game.

    `players` is the width of the column of players.
    """
    if chosen:
        fill(console, row, palette.CHOSEN)
        draw_text(console, row.x, row.y, "▸", palette.GOLD)
    ink = palette.BRIGHT if chosen else palette.INK
    draw_text(console, row.x + 2, row.y, info.session, ink, width=21)
    parts = (session_marks(info), title, PACES[info.pace], info.subtitle)
    game = ", ".join(part for part in parts if part)
    draw_text(console, row.x + 24, row.y, game, ink, width=row.width - 24 - OTHER_FIGURES - players)
    texts = (players_words(info), str(info.spectators), str(info.deepest_floor))
    for right, text in _figures(row, texts):
        put_right(console, right, row.y, text, ink, players)


def _figures(area: Area, texts: tuple[str, str, str]) -> list[tuple[int, str]]:
    """Return each text with the x at which it ends (exclusive)."""
    return [(area.right - gap, text) for gap, text in zip((17, 9, 1), texts, strict=True)]
