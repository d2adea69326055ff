"""The areas of the map screen's parts, for a console of any size. Pure."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from undertide_client.screens.widgets.drawing import Area

MIN_COLUMNS: Final = 80
MIN_ROWS: Final = 24
"""Size of the smallest console. A smaller display scrolls."""
MAX_COLUMNS: Final = 240
MAX_ROWS: Final = 100
"""Size of the largest console: a larger one would only be emptier, and slower to draw."""


@dataclass(frozen=True, slots=True)
class ScreenLayout:
    """The areas of the map screen: map and log, the panel at their right, the lines at the foot."""

    map: Area
    log: Area
    panel: Area
    replay_state: Area
    """The bar of a replay; empty without one."""
    bar: Area


def screen_size(columns: int, rows: int) -> tuple[int, int]:
    """Return the size in cells of the console for a display of `columns` and `rows`."""
    return (
        min(MAX_COLUMNS, max(MIN_COLUMNS, columns)),
        min(MAX_ROWS, max(MIN_ROWS, rows)),
    )


@lru_cache(maxsize=256)
def size_for(columns: int, rows: int) -> tuple[int, int]:
    """Return the size of the smallest console whose map has `columns` and `rows`, if any has."""
    widths, heights = range(MIN_COLUMNS, MAX_COLUMNS), range(MIN_ROWS, MAX_ROWS)
    wide = (width for width in widths if layout_of(width, MIN_ROWS).map.width >= columns)
    high = (height for height in heights if layout_of(MIN_COLUMNS, height).map.height >= rows)
    return next(wide, MAX_COLUMNS), next(high, MAX_ROWS)


def layout_of(width: int, height: int, *, replay_state: bool = False) -> ScreenLayout:
    """Return the layout of a console, in cells; with `replay_state`, with a bar for the replay."""
    foot = height - (2 if replay_state else 1)
    panel_width = min(36, max(26, width * 27 // 100))
    log_rows = min(10, max(4, (height - 4) // 5))
    map_width, map_rows = width - panel_width, foot - log_rows
    return ScreenLayout(
        map=Area(0, 0, map_width, map_rows),
        log=Area(0, map_rows, map_width, log_rows),
        panel=Area(map_width, 0, panel_width, foot),
        replay_state=Area(0, foot, width, height - 1 - foot),
        bar=Area(0, height - 1, width, 1),
    )
