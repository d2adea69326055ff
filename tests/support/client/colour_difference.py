"""How far apart two colours look: CIEDE2000 (Sharma, Wu and Dalal, 2005), on each palette."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from undertide_client.displays.base import Vision
from undertide_client.displays.cells import Cells
from undertide_client.displays.colours import Depth
from undertide_client.displays.contrast import linear
from undertide_client.displays.reduction import XTERM, colours_of_256, reduce_cells
from undertide_client.displays.vision import SEEN, adapted

Values = NDArray[np.float64]

_TO_XYZ: Final = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
_WHITE: Final = np.array([0.95047, 1.0, 1.08883])


def difference(one: Values, other: Values) -> Values:
    """Return CIEDE2000 of colours of CIELAB, of shapes (…, 3) that broadcast."""
    (light, *first), (other_light, *second) = np.moveaxis(one, -1, 0), np.moveaxis(other, -1, 0)
    mean = (np.hypot(*first) + np.hypot(*second)) / 2
    stretch = 1.5 - 0.5 * _weight(mean)
    (chroma, hue), (other_chroma, other_hue) = _polar(first, stretch), _polar(second, stretch)
    product = chroma * other_chroma
    turn = (other_hue - hue + 180) % 360 - 180
    middle = np.where(product == 0, hue + other_hue, hue + turn / 2)
    mean = (chroma + other_chroma) / 2
    dull = ((light + other_light) / 2 - 50) ** 2
    tones = (
        1
        - 0.17 * _cos(middle - 30)
        + 0.24 * _cos(2 * middle)
        + 0.32 * _cos(3 * middle + 6)
        - 0.20 * _cos(4 * middle - 63)
    )
    lights = (other_light - light) / (1 + 0.015 * dull / np.sqrt(20 + dull))
    chromas = (other_chroma - chroma) / (1 + 0.045 * mean)
    half_turn = np.where(product == 0, 0, np.sin(np.radians(turn / 2)))
    hues = 2 * np.sqrt(product) * half_turn / (1 + 0.015 * mean * tones)
    bend = 60 * np.exp(-(((middle % 360 - 275) / 25) ** 2))
    twist = -2 * _weight(mean) * np.sin(np.radians(bend))
    square: Values = lights**2 + chromas**2 + hues**2 + twist * chromas * hues
    return np.sqrt(square)


def _weight(chroma: Values) -> Values:
    return np.sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _polar(opponents: list[Values], stretch: Values) -> tuple[Values, Values]:
    """Return the chroma and the hue in degrees."""
    red, yellow = opponents[0] * stretch, opponents[1]
    return np.hypot(red, yellow), np.degrees(np.arctan2(yellow, red)) % 360


def _cos(degrees: Values) -> Values:
    return np.cos(np.radians(degrees))


def as_seen(colours: list[int], depth: Depth, vision: Vision) -> Values:
    """Return what eyes see of colours (0xRRGGBB) on a display, as CIELAB of shape (colours, 3)."""
    shown = _channels(np.array(colours, np.uint32)).astype(np.uint8)
    reduced = _reduced(_codes(adapted(shown, vision)), depth)
    light = linear(_channels(reduced) / 255)
    if vision != "normal":
        light = np.clip(light @ SEEN[vision].T, 0, 1)
    return _lab(light)


def _reduced(colours: NDArray[np.uint32], depth: Depth) -> NDArray[np.uint32]:
    """Return colours as a display of a depth has them on black, again as 0xRRGGBB."""
    if depth == "true":
        return colours
    rows = colours[np.newaxis]
    ink = reduce_cells(Cells(np.full_like(rows, ord("@")), rows, np.zeros_like(rows)), depth).ink[0]
    if depth == "256":
        return _codes(colours_of_256()[ink].astype(np.uint8))
    shown: NDArray[np.uint32] = np.array(XTERM, np.uint32)[ink]
    return shown


def _channels(colours: NDArray[np.uint32]) -> NDArray[np.uint32]:
    return np.stack([colours >> shift & 0xFF for shift in (16, 8, 0)], axis=-1)


def _codes(channels: NDArray[np.uint8]) -> NDArray[np.uint32]:
    red, green, blue = np.moveaxis(channels.astype(np.uint32), -1, 0)
    codes: NDArray[np.uint32] = red << 16 | green << 8 | blue
    return codes


def _lab(light: Values) -> Values:
    xyz = light @ _TO_XYZ.T / _WHITE
    bent = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    x, y, z = np.moveaxis(bent, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)
