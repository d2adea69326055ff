"""The sizes of a window and its cells on a desktop. Pure; sizes are (width, height)."""

from typing import Final

from undertide_client.displays.base import FontSize

Size = tuple[int, int]

CELLS: Final[dict[FontSize, Size]] = {"small": (10, 19), "medium": (12, 22), "large": (16, 30)}
"""Pixels of a cell: the sizes at which the font's stems are even."""
ZOOMS: Final[tuple[Size, ...]] = (
    (8, 15), (10, 19), (12, 22), (14, 26), (16, 30), (20, 38), (24, 45), (32, 60)
)  # fmt: skip
"""Pixels of a cell at each step of the zoom."""
LEAST: Final[Size] = (80, 24)
"""Fewest columns and rows of a screen. A smaller window shows a smaller picture instead."""
_COMFORTABLE: Final[Size] = (100, 40)
"""Columns and rows that must fit before larger cells are chosen."""
_MOST: Final[Size] = (120, 50)
"""Most columns and rows of a new window: map, panels and log need no more."""
_SHARE: Final = 0.9
"""Largest share of the desktop for a new window, so that its frame and other windows stay in
reach."""


def choose_cell(font_size: FontSize, desktop: Size) -> Size:
    """Return the pixels of a cell: the chosen size, or the largest comfortable one on `desktop`."""
    if font_size != "auto":
        return CELLS[font_size]
    fitting = [cell for cell in CELLS.values() if _holds(desktop, cell, _COMFORTABLE)]
    return max(fitting, default=CELLS["small"])


def zoomed(cell: Size, step: int, usual: Size) -> Size:
    """Return the next larger (1) or smaller (-1) cell, the usual one for 0, within `ZOOMS`."""
    if not step:
        return usual
    index = min(range(len(ZOOMS)), key=lambda each: abs(ZOOMS[each][1] - cell[1])) + step
    return ZOOMS[min(len(ZOOMS) - 1, max(0, index))]


def choose_grid(cell: Size, desktop: Size) -> Size:
    """Return the columns and rows of a new window."""
    room = (int(desktop[0] * _SHARE) // cell[0], int(desktop[1] * _SHARE) // cell[1])
    return (
        max(LEAST[0], min(_MOST[0], room[0])),
        max(LEAST[1], min(_MOST[1], room[1])),
    )


def _holds(desktop: Size, cell: Size, grid: Size) -> bool:
    return all(cell[axis] * grid[axis] <= _SHARE * desktop[axis] for axis in (0, 1))
