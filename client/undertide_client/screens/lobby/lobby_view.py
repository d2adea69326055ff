"""The drawing of the lobby."""

from collections.abc import Sequence
from typing import Final

from undertide_client.displays.cells import Console
from undertide_client.keys import Command, Context
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
from undertide_client.screens.widgets.hints import Hint
from undertide_client.screens.widgets.palette import Colour
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.session_words import (
    OPEN_SEATS,
    PACES,
    GameState,
    account_words,
    game_name,
    players_words,
    session_marks,
    state_of,
)
from undertide_shared.messages import SessionInfo

OTHER_FIGURES = 20
"""Columns of the other figures of a session, and of the gaps around them."""
NAMES = 20
"""Columns of the names of games: most names of heroes fit."""
SIGNS: Final[dict[GameState, tuple[str, Colour]]] = {
    "live": ("●", palette.GOOD),
    "waiting": ("○", palette.SOFT),
    "over": ("†", palette.FAINT),
}
"""The sign of what a session does, and its colour."""


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
    draw_text(console, x, area.y, f", {calling}" if calling else "", palette.SOFT)
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
    return max(len(words) for words in ("heroes", *map(players_words, sessions)))


def _ink(silent: str) -> Colour:
    return palette.BAD if silent else palette.SOFT


def draw_columns(console: Console, area: Area) -> None:
    """Draw the heads of the list's columns, and a line under them."""
    draw_text(console, area.x + 2, area.y, "Games", palette.GOLD)
    for right, title in _figures(area, ("heroes", "watch", "floor")):
        put_right(console, right, area.y, title, palette.SOFT, 8)
    rule(console, area.x, area.y + 1, area.width)


def draw_session(
    console: Console, row: Area, info: SessionInfo, title: str, players: int, *, chosen: bool
) -> None:
    """Draw a session: whether it is live, whose it is, and what is played there.

    Marks for a limited access stand before the title of its game. `players` is the width of the
    column of players.
    """
    if chosen:
        fill(console, row, palette.CHOSEN)
        draw_text(console, row.x, row.y, "▸", palette.GOLD)
    sign, colour = SIGNS[state_of(info)]
    is_live = state_of(info) == "live"
    ink = palette.BRIGHT if chosen else palette.INK if is_live else palette.SOFT
    draw_text(console, row.x + 2, row.y, sign, colour)
    draw_text(console, row.x + 4, row.y, game_name(info), ink, width=NAMES)
    parts = (session_marks(info), title, PACES[info.pace], info.subtitle)
    game = ", ".join(part for part in parts if part)
    left = 5 + NAMES
    room = row.width - left - OTHER_FIGURES - players
    draw_text(console, row.x + left, row.y, game, ink if chosen else palette.SOFT, width=room)
    texts = (players_words(info), str(info.spectators), str(info.deepest_floor))
    for right, text in _figures(row, texts):
        put_right(console, right, row.y, text, ink, players)


def call_hint(ui: Ui, info: SessionInfo | None) -> Hint:
    """Return the one thing to press: what it does with the chosen session, or a new one."""
    if info is None:
        return Hint(ui.keymap.key(Context.LOBBY, Command.NEW_SESSION), "Create a game")
    if state_of(info) == "over":
        return Hint(ui.keymap.key(Context.LOBBY, Command.WATCH), f"Watch {game_name(info)}")
    seat = ui.lobby.seats.get(info.session)
    has_seat = seat is not None and seat.state in OPEN_SEATS
    verb = "Go on in" if has_seat else "Join"
    return Hint(ui.keymap.key(Context.LOBBY, Command.CHOOSE), f"{verb} {game_name(info)}")


def draw_call(console: Console, area: Area, ui: Ui, hint: Hint) -> None:
    """Draw the one thing to press as a golden button in an area's first row."""
    words = f" {hint.text} "
    draw_text(console, area.x, area.y, words, palette.PAPER, paper=palette.GOLD, width=area.width)
    ui.spots.place(area.x + 1, area.y, (hint,), area.width - 1)


def _figures(area: Area, texts: tuple[str, str, str]) -> list[tuple[int, str]]:
    """Return each text with the x at which it ends (exclusive)."""
    return [(area.right - gap, text) for gap, text in zip((17, 9, 1), texts, strict=True)]
