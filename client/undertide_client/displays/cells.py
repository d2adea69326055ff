"""Pictures made of cells: the console that screens draw on, and what a terminal gets of it."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from undertide_client.displays.glyphs import SPACE

Codes = NDArray[np.uint32]
Colours = NDArray[np.uint32]

_RGB: Final = np.dtype([("ch", np.intc), ("fg", "3B"), ("bg", "3B")])
"""A character, its colour and the colour behind it, as tcod's own consoles have them."""


class Console:
    """What screens draw on: cells, blank at first.

    `rgb` has the shape (height, width), indexed [y, x], and the fields of tcod's `Console.rgb`.
    tcod itself isn't imported for it, since that would slow each start in a terminal.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.rgb = np.empty((height, width), _RGB)
        self.rgb[...] = (SPACE, (255, 255, 255), (0, 0, 0))


@dataclass(frozen=True, slots=True)
class Cells:
    """The content of each cell. All arrays have shape (height, width), indexed [y, x].

    `ink` and `paper` are colours 0xRRGGBB. After reduction to a terminal's depth, they are indices
    of its palette.
    """

    codes: Codes
    ink: Colours
    paper: Colours

    @property
    def layers(self) -> tuple[Codes, Colours, Colours]:
        """Return the three arrays."""
        return self.codes, self.ink, self.paper

    @property
    def size(self) -> tuple[int, int]:
        """Return columns and rows."""
        height, width = self.codes.shape
        return width, height


def cells_of(console: Console) -> Cells:
    """Return a copy of the content of `console`."""
    tiles = console.rgb
    return Cells(tiles["ch"].astype(np.uint32), _packed(tiles["fg"]), _packed(tiles["bg"]))


def blank_cells(size: tuple[int, int]) -> Cells:
    """Return black cells for `size` columns and rows."""
    width, height = size
    shape = (height, width)
    black = np.zeros(shape, np.uint32)
    return Cells(np.full(shape, SPACE, np.uint32), black, black.copy())


def _packed(colours: NDArray[np.uint8]) -> Colours:
    """Turn colours of shape (height, width, 3) into 0xRRGGBB of shape (height, width)."""
    places = np.array([1 << 16, 1 << 8, 1], np.uint32)
    packed: Colours = colours.astype(np.uint32) @ places
    return packed
