"""The sign of a moment over the map: its words in a band, or a red rim at a death."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import numpy as np

from undertide_client.displays.cells import Console
from undertide_client.model.moments import MomentKind, NotableMoment
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Area, draw_text, in_cells
from undertide_client.screens.widgets.palette import Colour, blend
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.geometry import Cell

INKS: Final[Mapping[MomentKind, Colour]] = MappingProxyType(
    {"stairs": palette.WATER, "level": palette.GOLD, "boss": palette.BAD}
)
"""The colours of the words, by the kind of moment."""
FADING: Final = 5
"""Beats before a sign's end from which on it fades."""
SHARE: Final = 0.45
"""Share of its ink in a fresh band's paper."""
MARGIN: Final = 3
"""Cells of a band at each side of its words."""
CLOSE: Final = 3
"""Rows of the map around the hero that no band covers."""
RIM: Final = 3
"""Rows of the rim at a death; it has twice as many columns."""
BLOOD: Final[Colour] = (168, 24, 24)


def draw_sign(console: Console, area: Area, ui: Ui, hero: Cell | None) -> None:
    """Draw the present moment's sign on the map's area; it fades.

    `hero` is the console's cell that shows the hero, which no band comes near.
    """
    if ui.moment is None or not ui.beats:
        return
    strength = min(1.0, ui.beats / FADING)
    if ui.moment.kind == "death":
        _draw_rim(console, area, strength)
    elif ui.moment.words:
        _draw_band(console, area, ui.moment, strength, hero)


def _draw_band(
    console: Console, area: Area, moment: NotableMoment, strength: float, hero: Cell | None
) -> None:
    ink = INKS.get(moment.kind, palette.BRIGHT)
    row = area.y + area.height // 5
    if hero is not None and abs(hero[1] - row) <= CLOSE:
        row = area.bottom - 1 - area.height // 5
    words = f"{moment.words:^{len(in_cells(moment.words)) + 2 * MARGIN}}"
    width = min(area.width, len(in_cells(words)))
    paper = blend(palette.PAPER, ink, SHARE * strength)
    x = area.x + (area.width - width) // 2
    draw_text(console, x, row, words, blend(ink, palette.BRIGHT, 0.5), paper=paper, width=width)


def _draw_rim(console: Console, area: Area, strength: float) -> None:
    """Redden the cells at the area's edge, the outermost most."""
    cells = console.rgb[area.y : area.bottom, area.x : area.right]
    rows, columns = np.arange(cells.shape[0]), np.arange(cells.shape[1])
    from_row = np.minimum(rows, rows[::-1])
    from_column = np.minimum(columns, columns[::-1]) // 2
    depth = np.minimum(from_row[:, np.newaxis], from_column[np.newaxis, :])
    share = strength * np.clip(1 - depth / RIM, 0, 1)[..., np.newaxis]
    paper = cells["bg"].astype(float)
    cells["bg"] = np.rint(paper + (np.array(BLOOD) - paper) * share).astype(np.uint8)
