"""The colours of tiles: light that falls off, surfaces that vary, and memory, which is cold. Pure.

A cell looks the same as long as the light on it stays in its step, so a frame costs a terminal few
bytes. `web/tiles.js` does the same for the page; a test holds the two together.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil, hypot
from typing import Final

import numpy as np
from numpy.typing import NDArray

from undertide_client.displays.contrast import lifted
from undertide_client.screens.map import figures
from undertide_client.screens.widgets.palette import rgb
from undertide_shared.geometry import Cell
from undertide_shared.limits import MAX_GLOW
from undertide_shared.messages import TileLook

Shades = NDArray[np.float64]
Codes = NDArray[np.intp]
Part = tuple[int, int, int, int]
"""Cells of a floor: left, top, right and bottom, the last two outside."""

_CELL_X: Final = 374_761_393
_CELL_Y: Final = 668_265_263
_MIXING: Final = 1_274_126_177
_ANY: Final = 0xFFFF_FFFF
"""The numbers of a hash of cells, in 32 bits, that pages can work out too."""


PRETTY: Final = {".": figures.MIDDLE}
"""Glyphs of the content, with more legible ones that stand in the middle of their cell."""


@dataclass(frozen=True, slots=True)
class Colours:
    """Ink and paper, arrays of one shape (…, 3), from 0 to 255."""

    ink: Shades
    paper: Shades


class Surfaces:
    """The colours of all tile codes at one height of the tide, in every step of light."""

    def __init__(self, looks: Mapping[int, TileLook], percent: int) -> None:
        self._of = (looks, percent)
        most = max(looks, default=0)
        self.known = np.zeros(most + 2, np.bool_)
        self.glyphs = np.full(most + 2, ord("?"), np.int32)
        self.glow = np.zeros(most + 2, np.intp)
        self.own = np.zeros((most + 2, 3))
        paper = np.zeros((most + 2, 3))
        grain = np.zeros(most + 2)
        floods = np.zeros(most + 2, np.bool_)
        for code, look in looks.items():
            self.known[code] = code != 0
            self.glyphs[code] = ord(PRETTY.get(look.glyph, look.glyph))
            self.glow[code] = min(look.glow, MAX_GLOW)
            self.own[code] = rgb(look.colour)
            paper[code] = paper_of(look)
            grain[code] = look.grain / 100
            floods[code] = look.walkable and look.transparent and not look.glow
        self.glyphs[0] = ord(" ")
        if 0 in looks:
            self.glow[0] = 0
        self.lit = _lit(self.own, paper, grain, self.glow > 0, np.where(floods, _share(percent), 0))
        self.cold = _cold(self.own, paper)

    def are_of(self, looks: Mapping[int, TileLook], percent: int) -> bool:
        """Return whether these are the colours of such looks at such a tide."""
        return self._of[0] is looks and self._of[1] == percent

    def indices(self, codes: NDArray[np.uint16]) -> Codes:
        """Return places in the arrays for tile codes; all codes without a look share the last."""
        return np.minimum(codes, len(self.known) - 1).astype(np.intp)


def paper_of(look: TileLook) -> tuple[float, float, float]:
    """Return the background of a tile in full light."""
    if look.paper >= 0:
        return rgb(look.paper)
    if look.walkable or look.transparent:
        return figures.GROUND
    red, green, blue = rgb(look.colour)
    return red * figures.STONE, green * figures.STONE, blue * figures.STONE


def variants(part: Part) -> tuple[Codes, Shades]:
    """Return the kind of each cell, and a share of 1 of its own; both of shape (rows, columns)."""
    left, top, right, bottom = part
    xs = np.arange(left, right, dtype=np.uint64)[np.newaxis, :] * _CELL_X
    ys = np.arange(top, bottom, dtype=np.uint64)[:, np.newaxis] * _CELL_Y
    mixed = (xs + ys) & _ANY
    mixed = ((mixed ^ (mixed >> np.uint64(13))) * _MIXING) & _ANY
    mixed ^= mixed >> np.uint64(16)
    kinds = (mixed & np.uint64(figures.VARIANTS - 1)).astype(np.intp)
    return kinds, ((mixed >> np.uint64(8)) & np.uint64(0xFF)).astype(np.float64) / 256


def levels(torches: Iterable[Cell], part: Part, own_share: Shades) -> Codes:
    """Return the step of light of each cell. Its own share spreads the edges between steps."""
    left, top, right, bottom = part
    xs = np.arange(left, right, dtype=np.float64)[np.newaxis, :]
    ys = np.arange(top, bottom, dtype=np.float64)[:, np.newaxis]
    reach = figures.TORCH - figures.BRIGHT
    light = np.full((bottom - top, right - left), -1.0)
    for x, y in torches:
        distance = np.hypot(xs - x, ys - y) - figures.BRIGHT
        np.maximum(light, 1 - np.clip(distance / reach, 0, 1), out=light)
    light[light < 0] = figures.EVEN
    return np.floor(light * (figures.LEVELS - 2) + own_share * 1.0).astype(np.intp) + 1


def shine(surfaces: Surfaces, codes: Codes, seen: NDArray[np.bool_]) -> tuple[Codes, Shades]:
    """Return the step of light that glowing tiles in sight give to each cell, and its colour."""
    steps = np.zeros(codes.shape, np.intp)
    colours = np.zeros((*codes.shape, 3))
    glows = surfaces.glow[codes] > 0
    for code in _distinct(codes[glows & seen]):
        reached = _reached((codes == code) & seen, int(surfaces.glow[code]))
        nearer = reached > steps
        steps[nearer] = reached[nearer]
        colours[nearer] = surfaces.own[code]
    steps[glows] = 0
    return steps, colours


def _distinct(codes: Codes) -> list[int]:
    """Return each code once, in order."""
    return np.unique(codes).tolist() if codes.size else []


def _reached(sources: NDArray[np.bool_], reach: int) -> Codes:
    """Return the step of light of each cell around sources whose light reaches `reach` cells."""
    height, width = sources.shape
    padded = np.pad(sources, reach)
    found = np.zeros(sources.shape, np.intp)
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            step = shine_step(dx, dy, reach)
            if step:
                there = padded[reach + dy : reach + dy + height, reach + dx : reach + dx + width]
                np.maximum(found, there * step, out=found)
    return found


def shine_step(dx: int, dy: int, reach: int) -> int:
    """Return the step of light at an offset from a tile whose light reaches `reach` cells."""
    share = 1 - hypot(dx, dy) / (reach + 1)
    return max(0, ceil(share * figures.SHINES - 1e-9))


def shaded(surfaces: Surfaces, codes: Codes, part: Part, torches: Iterable[Cell]) -> Colours:
    """Return how cells look that are seen; `codes` are places in the surfaces' arrays."""
    kinds, own_share = variants(part)
    steps = np.minimum(levels(torches, part, own_share), figures.LEVELS - 1)
    lit = surfaces.lit
    return Colours(lit.ink[steps, kinds, codes], lit.paper[steps, kinds, codes])


def shone(colours: Colours, steps: Codes, shines: Shades) -> None:
    """Add the light of glowing tiles to cells, in place."""
    places = steps > 0
    if not places.any():
        return
    share = (steps[places] / figures.SHINES)[:, np.newaxis]
    light = shines[places]
    paper = np.minimum(255, np.rint(colours.paper[places] + light * share * figures.SHINE_PAPER))
    ink = np.minimum(255, np.rint(colours.ink[places] + light * share * figures.SHINE_INK))
    colours.paper[places] = paper
    colours.ink[places] = lifted(ink, paper, figures.CONTRAST)


def _share(percent: int) -> float:
    return figures.FLOODED * min(100, max(0, percent)) / 100


def _lit(
    own: Shades, paper: Shades, grain: Shades, glows: NDArray[np.bool_], flood: Shades
) -> Colours:
    """Return the colours in each step of light, for each kind of cell, by tile code."""
    far = np.array(figures.FAR)
    share = (np.arange(figures.LEVELS) / (figures.LEVELS - 1))[:, np.newaxis, np.newaxis]
    light = far + (1 - far) * share[..., np.newaxis]
    light = np.where(glows[:, np.newaxis], 1.0, light)
    rough = np.array(figures.GRAIN)[:, np.newaxis] * grain[:, np.newaxis]
    waves = np.array(figures.WAVES)[:, np.newaxis, np.newaxis] * flood[:, np.newaxis]
    surface = paper * (1 + rough) * light
    surface = surface + (np.array(figures.FLOOD) * (1 + rough) - surface) * waves
    surface = np.clip(np.rint(surface), 0, 255)
    ink = np.clip(np.rint(own * (1 + rough * figures.INKED) * light), 0, 255)
    ink = np.broadcast_to(ink, surface.shape)
    return Colours(lifted(ink, surface, figures.CONTRAST), surface)


def _cold(own: Shades, paper: Shades) -> Colours:
    """Return the colours of remembered tiles, by tile code."""
    surface = np.rint(paper * np.array(figures.REMEMBERED) + np.array(figures.MEMORY_PAPER))
    ink = np.rint(own * np.array(figures.RECALLED) + np.array(figures.MEMORY))
    return Colours(lifted(ink, surface, figures.CONTRAST), surface)
