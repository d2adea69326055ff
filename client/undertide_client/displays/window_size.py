"""How large a window and its cells are on a desktop. Pure; sizes are (width, height)."""

from typing import Final

from undertide_client.displays.base import FontSize

Size = tuple[int, int]

CELLS: Final[dict[FontSize, Size]] = {"small": (10, 19), "medium": (12, 22), "large": (16, 30)}
"""Pixels of a cell: the sizes at which the font's stems come out evenly."""
LEAST: Final[Size] = (80, 24)
"""Columns and rows below which a window shows a smaller picture instead of a smaller screen."""
_COMFORTABLE: Final[Size] = (100, 40)
"""Columns and rows that must have room before larger cells are chosen."""
_MOST: Final[Size] = (120, 50)
"""Columns and rows of a new window at most: map, panels and log need no more."""
_SHARE: Final = 0.9
"""Of the desktop that a new window covers at most, so that its frame and others stay in reach."""


def choose_cell(font_size: FontSize, desktop: Size) -> Size:
    """Return the pixels of a cell: as asked, or the largest that is comfortable on `desktop`."""
    if font_size != "auto":
        return CELLS[font_size]
    fitting = [cell for cell in CELLS.values() if _holds(desktop, cell, _COMFORTABLE)]
    return max(fitting, default=CELLS["small"])


def choose_grid(cell: Size, desktop: Size) -> Size:
    """Return the columns and rows of a new window."""
    room = (int(desktop[0] * _SHARE) // cell[0], int(desktop[1] * _SHARE) // cell[1])
    return (
        max(LEAST[0], min(_MOST[0], room[0])),
        max(LEAST[1], min(_MOST[1], room[1])),
    )


def _holds(desktop: Size, cell: Size, grid: Size) -> bool:
    return all(cell[axis] * grid[axis] <= _SHARE * desktop[axis] for axis in (0, 1))
