"""The colours that a terminal can show: which depth it has, and colours reduced to it.

Reducing comes before comparing frames, so that two colours which look alike on this terminal cost
no byte.
"""

from collections.abc import Mapping
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from undertide_client.displays.base import ColourChoice
from undertide_client.displays.cells import Cells, Colours

Depth = Literal["true", "256", "16"]

_TRUE_COLOUR_TERMS: Final = frozenset(
    {"alacritty", "contour", "foot", "ghostty", "kitty", "rio", "xterm-ghostty", "xterm-kitty"}
)
"""Terminals that always have true colour, for SSH seldom hands COLORTERM on."""

_CUBE: Final = np.array([0, 95, 135, 175, 215, 255], np.int32)
_CUBE_BORDERS: Final = np.array([48, 115, 155, 195, 235], np.int32)
"""Least value of each step of the 6 by 6 by 6 cube but the first: half-way to the step before."""
_CUBE_FIRST: Final = 16
_GREYS_FIRST: Final = 232
_GREY_STEPS: Final = 24

_DARK: Final = 48
"""A colour whose brightest channel is below this is black where there are 16 colours."""
_BRIGHT: Final = 211
"""From this brightest channel on, one of the eight bright colours."""
_GREY_BORDERS: Final = np.array([110, 215], np.int32)
"""Least brightness of light grey and of white; below is dark grey."""
_GREY_INDICES: Final = np.array([8, 7, 15], np.uint32)
_HUES: Final = np.array([1, 3, 2, 6, 4, 5], np.uint32)
"""Red, yellow, green, cyan, blue, magenta: every sixth of the colour circle."""
_PALE: Final = 0.3
"""Below this saturation a colour is a grey."""
_READABLE_ON: Final = np.array([8, 7, 8, 8, 7, 7, 8, 8, 7, 0, 0, 0, 15, 0, 0, 8], np.uint32)
"""The ink on each of the 16 papers where ink and paper have become the same."""


def detect_depth(environment: Mapping[str, str]) -> Depth:
    """Return the depth that the variables of `environment` promise.

    NO_COLOR asks for the least there is, which is 16: colours carry meaning in the game.
    """
    term = environment.get("TERM", "")
    if environment.get("NO_COLOR"):
        return "16"
    if environment.get("COLORTERM") in {"truecolor", "24bit"} or _is_true_colour(term):
        return "true"
    return "256" if "256color" in term else "16"


def choose_depth(choice: ColourChoice, environment: Mapping[str, str]) -> Depth:
    """Return what was chosen, or what `environment` promises where the choice is "auto"."""
    return detect_depth(environment) if choice == "auto" else choice


def reduce_cells(cells: Cells, depth: Depth) -> Cells:
    """Return `cells` with colours of `depth`: 0xRRGGBB for "true", else indices of the palette."""
    if depth == "true":
        return cells
    if depth == "256":
        return Cells(cells.codes, to_256(cells.ink), to_256(cells.paper))
    ink, paper = to_16(cells.ink), to_16(cells.paper)
    lost = (ink == paper) & (cells.ink != cells.paper)
    return Cells(cells.codes, np.where(lost, _READABLE_ON[paper], ink), paper)


def to_256(colours: Colours) -> Colours:
    """Return the nearest of the 240 fixed colours of xterm's palette for each 0xRRGGBB.

    The first 16 are left out: every terminal's theme has its own.
    """
    channels = _channels(colours)
    steps = np.searchsorted(_CUBE_BORDERS, channels, side="right")
    grey_step = np.clip((channels.mean(axis=0).astype(np.int32) - 3) // 10, 0, _GREY_STEPS - 1)
    cube_error = ((channels - _CUBE[steps]) ** 2).sum(axis=0)
    grey_error = ((channels - (8 + 10 * grey_step)) ** 2).sum(axis=0)
    cube = _CUBE_FIRST + 36 * steps[0] + 6 * steps[1] + steps[2]
    nearest: NDArray[np.int64] = np.where(grey_error < cube_error, _GREYS_FIRST + grey_step, cube)
    return nearest.astype(np.uint32)


def to_16(colours: Colours) -> Colours:
    """Return one of the 16 colours that every terminal has for each 0xRRGGBB.

    The hue decides before the brightness: a brown, nearest to grey by distance, stays a colour that
    can be told from grey stone.
    """
    channels = _channels(colours)
    value = channels.max(axis=0)
    chroma = value - channels.min(axis=0)
    hued = _HUES[_sixth(channels, value, chroma)] + np.where(value >= _BRIGHT, 8, 0)
    grey = _GREY_INDICES[np.searchsorted(_GREY_BORDERS, value, side="right")]
    reduced = np.where(chroma > _PALE * value, hued, grey)
    return np.where(value < _DARK, 0, reduced).astype(np.uint32)


def _is_true_colour(term: str) -> bool:
    return term.endswith("-direct") or term in _TRUE_COLOUR_TERMS


def _channels(colours: Colours) -> NDArray[np.int32]:
    """Return red, green and blue along a new first axis."""
    return np.stack([(colours >> shift) & 0xFF for shift in (16, 8, 0)]).astype(np.int32)


def _sixth(
    channels: NDArray[np.int32],
    value: NDArray[np.int32],
    chroma: NDArray[np.int32],
) -> NDArray[np.intp]:
    """Return which sixth of the colour circle each colour is nearest to; 0 is red."""
    red, green, blue = channels
    divisor = np.maximum(chroma, 1)
    angle = np.select(
        [value == red, value == green],
        [(green - blue) / divisor, 2 + (blue - red) / divisor],
        4 + (red - green) / divisor,
    )
    sixth: NDArray[np.intp] = np.rint(angle).astype(np.intp) % 6
    return sixth
