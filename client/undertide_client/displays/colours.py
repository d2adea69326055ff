"""The colours of a terminal: detection of its depth, and the nearest of its palette's colours."""

import re
from collections.abc import Mapping
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from undertide_client.displays.base import ColourChoice
from undertide_client.displays.cells import Colours
from undertide_client.displays.terminal_modes import SIMPLE

Depth = Literal["true", "256", "16"]

_TRUE_COLOUR_TERMS: Final = frozenset(
    {"alacritty", "contour", "foot", "ghostty", "kitty", "rio", "xterm-ghostty", "xterm-kitty"}
)
"""Terminals that always have true colour. The list is needed because SSH seldom passes COLORTERM
on."""

_XTERM: Final = re.compile(r"XTerm\((\d{1,4})\)")
_TRUE_COLOUR_XTERM: Final = 379
"""The version of xterm that was measured."""

CUBE: Final = np.array([0, 95, 135, 175, 215, 255], np.int32)
_CUBE_BORDERS: Final = np.array([48, 115, 155, 195, 235], np.int32)
"""Smallest value of each step of the 6 by 6 by 6 cube but the first: half-way to the step
before."""
CUBE_FIRST: Final = 16
GREYS_FIRST: Final = 232
GREY_STEPS: Final = 24

_DARK: Final = 48
"""With 16 colours, a colour whose brightest channel is below this becomes black."""
_BRIGHT: Final = 211
"""With 16 colours, a colour whose brightest channel reaches this becomes one of the eight bright
ones."""
_GREY_BORDERS: Final = np.array([110, 215], np.int32)
"""Smallest brightness of light grey and of white; anything below is dark grey."""
_GREY_INDICES: Final = np.array([8, 7, 15], np.uint32)
_HUES: Final = np.array([1, 3, 2, 6, 4, 5], np.uint32)
"""Red, yellow, green, cyan, blue, magenta: the six sixths of the colour circle."""
_PALE: Final = 0.3
"""A colour below this saturation counts as grey."""


def detect_depth(environment: Mapping[str, str]) -> Depth:
    """Return the colour depth that the environment variables promise.

    NO_COLOR asks for the smallest depth, which is 16 here: colours carry meaning in the game.
    """
    term = environment.get("TERM", "")
    if environment.get("NO_COLOR"):
        return "16"
    promised = environment.get("COLORTERM") in {"truecolor", "24bit"}
    if (
        _is_true_colour(term)
        or _is_new_xterm(environment)
        or (promised and not _may_inherit_colorterm(environment))
    ):
        return "true"
    return "256" if "256color" in term else "16"


def choose_depth(choice: ColourChoice, environment: Mapping[str, str]) -> Depth:
    """Return the chosen depth, or for "auto" the depth that `environment` promises."""
    return detect_depth(environment) if choice == "auto" else choice


def to_256(colours: Colours) -> Colours:
    """Return the nearest of the 240 fixed colours of xterm's palette for each 0xRRGGBB.

    The first 16 colours are left out, because every terminal theme has its own.
    """
    channels = channels_of(colours)
    steps = np.searchsorted(_CUBE_BORDERS, channels, side="right")
    grey_step = np.clip((channels.mean(axis=0).astype(np.int32) - 3) // 10, 0, GREY_STEPS - 1)
    cube_error = ((channels - CUBE[steps]) ** 2).sum(axis=0)
    grey_error = ((channels - (8 + 10 * grey_step)) ** 2).sum(axis=0)
    cube = CUBE_FIRST + 36 * steps[0] + 6 * steps[1] + steps[2]
    nearest: NDArray[np.int64] = np.where(grey_error < cube_error, GREYS_FIRST + grey_step, cube)
    return nearest.astype(np.uint32)


def to_16(colours: Colours) -> Colours:
    """Return one of the 16 colours that every terminal has for each 0xRRGGBB.

    The hue decides before the brightness. So a brown, which is nearest to grey by distance, stays
    distinct from grey stone.
    """
    channels = channels_of(colours)
    value = channels.max(axis=0)
    chroma = value - channels.min(axis=0)
    hued = _HUES[_sixth(channels, value, chroma)] + np.where(value >= _BRIGHT, 8, 0)
    grey = _GREY_INDICES[np.searchsorted(_GREY_BORDERS, value, side="right")]
    reduced = np.where(chroma > _PALE * value, hued, grey)
    return np.where(value < _DARK, 0, reduced).astype(np.uint32)


def _may_inherit_colorterm(environment: Mapping[str, str]) -> bool:
    """Return whether COLORTERM may be that of a terminal around this one.

    GNU screen 4 passes it on, and takes each number of a true colour for a style of its own:
    underlined, inverse, dim. Only tmux, which has the same TERM, shows such colours. The kernel's
    console has 16 colours whatever it inherits.
    """
    term = environment.get("TERM", "")
    is_tmux = bool(environment.get("TMUX")) and not environment.get("STY")
    return term in SIMPLE or (term.startswith("screen") and not is_tmux)


def _is_true_colour(term: str) -> bool:
    return term.endswith("-direct") or term in _TRUE_COLOUR_TERMS


def _is_new_xterm(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal is an xterm with true colour, which its TERM doesn't tell.

    Programs with another TERM within it, such as tmux, inherit its version.
    """
    found = _XTERM.fullmatch(environment.get("XTERM_VERSION", ""))
    is_own = environment.get("TERM", "").startswith("xterm")
    return is_own and found is not None and int(found[1]) >= _TRUE_COLOUR_XTERM


def channels_of(colours: Colours) -> NDArray[np.int32]:
    """Return red, green and blue along a new first axis."""
    return np.stack([(colours >> shift) & 0xFF for shift in (16, 8, 0)]).astype(np.int32)


def _sixth(
    channels: NDArray[np.int32],
    value: NDArray[np.int32],
    chroma: NDArray[np.int32],
) -> NDArray[np.intp]:
    """Return the nearest sixth of the colour circle for each colour; 0 is red."""
    red, green, blue = channels
    divisor = np.maximum(chroma, 1)
    angle = np.select(
        [value == red, value == green],
        [(green - blue) / divisor, 2 + (blue - red) / divisor],
        4 + (red - green) / divisor,
    )
    sixth: NDArray[np.intp] = np.rint(angle).astype(np.intp) % 6
    return sixth
