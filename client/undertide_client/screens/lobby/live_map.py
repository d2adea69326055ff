"""The live map in the lobby: the floor of one session, as its spectators see it."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from undertide_client.displays.cells import Console
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Area, draw_text, fill
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.words.session_words import state_of
from undertide_shared.messages import SessionInfo, Thumbnail

Dots = NDArray[np.uint8]

LEAST_ROWS: Final = 8
"""Fewest rows of a map, with its caption: a smaller one shows no shapes."""
MOST_LARGER: Final = 2
"""Dots of the screen for one of the map, along each side, at the most."""
UPPER: Final = ord("▀")
"""A cell whose ink is its upper half: each cell shows two dots, one above the other."""


def session_with_map(sessions: Sequence[SessionInfo], chosen: int) -> SessionInfo | None:
    """Return the session whose map is worth a look: the chosen one if it is live, else the first.

    `sessions` are in the order of the list. None if nobody may watch a live one.
    """
    watchable = [one for one in sessions if state_of(one) == "live" and one.watchable]
    own = (one for one in sessions[chosen : chosen + 1] if one in watchable)
    return next(own, next(iter(watchable), None))


def draw_live_map(console: Console, area: Area, thumbnail: Thumbnail, caption: str) -> None:
    """Draw a caption and, below it, the known part of the map, in the middle of an area."""
    words = f"{caption}, floor {thumbnail.floor}: {thumbnail.name}"
    draw_text(console, area.x, area.y, words, palette.SOFT, width=area.width)
    room = Area(area.x, area.y + 1, area.width, area.height - 1)
    dots, (left, top) = _known(_dots_of(thumbnail))
    height, width = dots.shape[:2]
    larger = max(1, min(room.width // width, 2 * room.height // height, MOST_LARGER))
    smaller = max(-(-width // room.width), -(-height // (2 * room.height)))
    dots = np.repeat(np.repeat(dots, larger, axis=0), larger, axis=1)[::smaller, ::smaller]
    dots = np.pad(dots, ((0, dots.shape[0] % 2), (0, 0), (0, 0)))
    rows, columns = dots.shape[0] // 2, dots.shape[1]
    drawn = Area(room.x + (room.width - columns) // 2, room.y, columns, rows)
    fill(console, room, palette.PAPER)
    cells = console.rgb[drawn.y : drawn.bottom, drawn.x : drawn.right]
    cells["ch"], cells["fg"], cells["bg"] = UPPER, dots[::2], dots[1::2]
    for x, y, colour in thumbnail.heroes:
        column = drawn.x + (x - left) * larger // smaller
        row = drawn.y + (y - top) * larger // smaller // 2
        if drawn.contains(column, row):
            draw_text(console, column, row, "@", legible(rgb(colour)), paper=palette.OWN)


def _dots_of(thumbnail: Thumbnail) -> Dots:
    """Return a map's colours, shape (height, width, 3). What its runs leave open is dark."""
    area = thumbnail.width * thumbnail.height
    colours = np.array([palette.PAPER, *map(rgb, thumbnail.colours)], np.uint8)
    runs = np.array(thumbnail.cells[: len(thumbnail.cells) // 2 * 2], np.int64).reshape(-1, 2)
    known = np.repeat(np.clip(runs[:, 0], 0, len(colours) - 1), np.clip(runs[:, 1], 0, area))
    cells = np.zeros(area, np.int64)
    cells[: len(known)] = known[:area]
    return colours[cells].reshape(thumbnail.height, thumbnail.width, 3)


def _known(dots: Dots) -> tuple[Dots, tuple[int, int]]:
    """Return the part of a map with anything in it, and its left and top; all if it is empty."""
    seen = (dots != np.array(palette.PAPER, np.uint8)).any(axis=2)
    ys, xs = (np.flatnonzero(seen.any(axis=axis)) for axis in (1, 0))
    if not xs.size:
        return dots, (0, 0)
    return dots[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1], (int(xs[0]), int(ys[0]))
