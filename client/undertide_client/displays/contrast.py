"""The contrast of colours, as WCAG 2 defines it: 1 between equals, 21 between black and white."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]


def linear(channel: Values) -> Values:
    """Return sRGB from 0 to 1 as linear light (IEC 61966-2-1)."""
    return np.where(channel <= 0.04045, channel / 12.92, ((channel + 0.055) / 1.055) ** 2.4)


LINEAR: Final[Values] = linear(np.arange(256) / 255)
"""Linear light of each value of a channel."""

TEXT: Final = 4.5
"""Least contrast of text."""
GLYPH: Final = 3.0
"""Least contrast of a glyph of the map."""
_WEIGHTS: Final = np.array([0.2126, 0.7152, 0.0722])
MIDDLE: Final = 0.18
"""Luminance from which black stands out more than white."""
_STEPS: Final = 16
"""Steps from a colour to white or black: each is hardly seen."""


def luminance(colours: NDArray[np.generic]) -> Values:
    """Return the relative luminance, 0 to 1, of whole colours 0 to 255 of shape (…, 3)."""
    found: Values = LINEAR[colours.astype(np.uint8)] @ _WEIGHTS
    return found


def contrast(ink: NDArray[np.generic], paper: NDArray[np.generic]) -> Values:
    """Return the contrast of colours of shapes (…, 3) that broadcast."""
    one, other = luminance(ink), luminance(paper)
    found: Values = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
    return found


def lifted(ink: Values, paper: Values, least: float | Values) -> Values:
    """Return inks of at least this contrast: each moves towards white or black as far as it must.

    It moves to the one that stands out more from the paper. Colours have the shape (…, 3), and
    `least` is one figure, or one for each cell.
    """
    found = ink.astype(np.float64)
    wanted = np.broadcast_to(np.asarray(least, np.float64), found.shape[:-1])
    faint = contrast(ink, paper) < wanted
    if not faint.any():
        return found
    behind, before, enough = paper[faint], found[faint], wanted[faint]
    goal = np.where(luminance(behind) < MIDDLE, 255.0, 0.0)[..., np.newaxis]
    result = np.broadcast_to(goal, before.shape).copy()
    for step in range(_STEPS - 1, 0, -1):
        moved = np.rint(before + (goal - before) * step / _STEPS)
        kept = contrast(moved, behind) >= enough
        result[kept] = moved[kept]
    found[faint] = result
    return found


def due(ink: NDArray[np.generic], paper: NDArray[np.generic]) -> Values:
    """Return the contrast that must be left when a display changes these colours.

    What can be read as text stays text, and what can be read as a glyph stays a glyph.
    """
    now = contrast(ink, paper)
    return np.select([now >= TEXT, now >= GLYPH], [TEXT, GLYPH], 0.0)
