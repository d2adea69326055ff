"""The drawing of the map screen: the floor, the log, the panel and the status line."""

from typing import Final

import numpy as np

from undertide_client.displays.cells import Console
from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.companions import draw_arrows
from undertide_client.screens.map.log_view import draw_log
from undertide_client.screens.map.map_view import Camera, aim, draw_floor
from undertide_client.screens.map.panel import draw_panel
from undertide_client.screens.map.status_bar import banner_words, draw_status_bar
from undertide_client.screens.replay.replay_bar import draw_replay_bar
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Area, fill, put_centred
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.layout import (
    MAX_COLUMNS,
    MAX_ROWS,
    ScreenLayout,
    layout_of,
    size_for,
)
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.geometry import Cell

MARGIN: Final = 1
"""Cells around what is known that are in view too."""


def layout_on(console: Console, ui: Ui) -> ScreenLayout:
    """Return the layout of a console."""
    return layout_of(console.width, console.height, replay_state=ui.replaying)


def camera_at(ui: Ui, area: Area, focus: Cell) -> Camera:
    """Return the camera that shows `focus` of the mirror's floor in an area."""
    floor = ui.mirror.floor
    return aim(area, (floor.width, floor.height) if floor else (1, 1), focus)


def size_for_known(mirror: Mirror) -> tuple[int, int]:
    """Return the columns and rows of a console whose map shows all that is known of the floor.

    They are those of the largest console while nothing is known.
    """
    ys, xs = (np.flatnonzero((mirror.tiles != 0).any(axis=axis)) for axis in (1, 0))
    if not xs.size:
        return MAX_COLUMNS, MAX_ROWS
    columns, rows = (int(known[-1] - known[0]) + 1 + 2 * MARGIN for known in (xs, ys))
    return size_for(columns, rows)


def draw_play(console: Console, ui: Ui, focus: Cell, hints: Hints) -> Camera:
    """Draw everything, with `focus` in the middle of the map. Return the camera."""
    ui.spots.clear()
    layout = layout_on(console, ui)
    camera = camera_at(ui, layout.map, focus)
    fill(console, layout.map, palette.PAPER)
    draw_floor(console, ui.mirror, camera, plain=ui.plain_glyphs)
    draw_arrows(console, ui.mirror, camera)
    if ui.mirror.floor is None:
        row = layout.map.height // 2
        put_centred(console, layout.map, row, "The dark gives way slowly…", palette.SOFT)
    put_centred(console, layout.map, layout.map.y, banner_words(ui), palette.BAD)
    draw_log(console, layout.log, ui.mirror.lines)
    draw_panel(console, layout.panel, ui)
    if ui.mirror.replay_state is not None:
        draw_replay_bar(console, layout.replay_state, ui.mirror.replay_state, ui.speed)
    draw_status_bar(console, layout.bar, ui, hints)
    return camera
