"""The window's characters: DejaVu Sans Mono, which lies in `fonts`, drawn into cells."""

from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
import tcod.tileset
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from undertide_client.displays.glyphs import terminal_glyph

Tile = NDArray[np.uint8]
"""Opacities, shape (height, width), or pixels, shape (height, width, 4)."""

_BLOCKS: Final = (
    (0x0020, 0x007F),  # ASCII
    (0x00A0, 0x0180),  # Latin of all Europe
    (0x0370, 0x0460),  # Greek and Cyrillic
    (0x2010, 0x2040),  # dashes, quotation marks, bullets
    (0x2070, 0x20C0),  # superscripts, currencies
    (0x2100, 0x2150),  # letter-like symbols
    (0x2190, 0x2300),  # arrows and mathematics
    (0x2300, 0x2400),  # technical symbols
    (0x2500, 0x2600),  # lines, blocks and shapes
    (0x2600, 0x27C0),  # suits, stars, pictures
    (0xFFFD, 0xFFFE),
)
"""Ranges of codepoints that get a tile where the font has them."""
_SEAMLESS: Final = range(0x2500, 0x25A0)
"""Box-drawing lines and blocks: they must meet those of the next cell."""
_SHADES: Final = {ord("░"): 0x40, ord("▒"): 0x80, ord("▓"): 0xC0}
"""Opacities. The font's dots would show a pattern that breaks at every cell."""
_FONT: Final = Path(__file__).parent / "fonts" / "DejaVuSansMono.ttf"
_PROBED: Final = 32
"""Pixels of the font's size at which a missing character is told from those that look like it."""
_MISSING: Final = "\uffff"
"""No character, and so one that no font has."""
_ENLARGED: Final = 8
"""How much larger than its cell a seamless glyph is drawn before it is scaled to fill it."""


@lru_cache(maxsize=1)
def codepoints() -> frozenset[int]:
    """Return the codepoints that have a tile."""
    font = ImageFont.truetype(_FONT, _PROBED, layout_engine=ImageFont.Layout.BASIC)
    missing = _drawn(font, _MISSING)
    wanted = (code for first, end in _BLOCKS for code in range(first, end))
    kept = (code for code in wanted if terminal_glyph(code) == code)
    return frozenset(code for code in kept if _drawn(font, chr(code)) != missing)


def _drawn(font: ImageFont.FreeTypeFont, character: str) -> tuple[tuple[int, int], bytes]:
    """Return the size and the opacities of a character; each that a font lacks looks the same."""
    mask = font.getmask(character)
    return mask.size, bytes(mask)


@lru_cache(maxsize=4)
def draw_tileset(width: int, height: int) -> tcod.tileset.Tileset:
    """Return a tileset with a tile of `width` by `height` pixels for each of `codepoints`."""
    tileset = tcod.tileset.Tileset(width, height)
    letters = _fitting_font(width, height)
    lines = _font(_ENLARGED * height)
    for code in codepoints():
        if code in _SHADES:
            opacity = np.full((height, width), _SHADES[code], np.uint8)
        elif code in _SEAMLESS:
            opacity = _seamless_tile(chr(code), lines, (width, height))
        else:
            opacity = _letter_tile(chr(code), letters, (width, height))
        tileset[code] = _white(opacity)
    return tileset


def _white(opacity: Tile) -> Tile:
    """Return white pixels, shape (height, width, 4), of these opacities."""
    tile = np.full((*opacity.shape, 4), 0xFF, np.uint8)
    tile[..., 3] = opacity
    return tile


def _letter_tile(character: str, font: ImageFont.FreeTypeFont, size: tuple[int, int]) -> Tile:
    """Draw `character` in the middle of a cell; shape (height, width), opacities."""
    image = Image.new("L", size)
    left = (size[0] - font.getlength(character)) / 2
    top = (size[1] - sum(font.getmetrics())) / 2
    ImageDraw.Draw(image).text((left, top), character, fill=0xFF, font=font)
    return np.asarray(image)


def _seamless_tile(character: str, font: ImageFont.FreeTypeFont, size: tuple[int, int]) -> Tile:
    """Draw `character` so that its own box fills the cell to the edges."""
    box = (round(font.getlength(character)), sum(font.getmetrics()))
    image = Image.new("L", box)
    ImageDraw.Draw(image).text((0, 0), character, fill=0xFF, font=font)
    return np.asarray(image.resize(size, Image.Resampling.BOX))


def _fitting_font(width: int, height: int) -> ImageFont.FreeTypeFont:
    """Return the largest font whose characters fit into a cell."""
    fonts = (_font(pixels) for pixels in range(height, 0, -1))
    return next(font for font in fonts if _fits(font, width, height))


def _fits(font: ImageFont.FreeTypeFont, width: int, height: int) -> bool:
    return font.getlength("M") <= width and sum(font.getmetrics()) <= height


def _font(pixels: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FONT, pixels)
