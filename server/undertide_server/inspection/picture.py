"""A map as a picture: square cells in the font that comes with matplotlib. Slow to import."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import matplotlib
from PIL import Image, ImageDraw, ImageFont

CELL = 18
"""Pixels of a cell's side: glyphs stay crisp, and a whole floor fits a screen."""
MARGIN = 24
TITLE = 44
"""Pixels above the map."""
TITLE_SIZE = 20
GLYPH_SIZE = 15
"""Pixels of the font's size in a cell."""
PAPER = "#0b0d10"
INK = "#d7dde3"
GROUND = "#171b21"
ROCK = "#3a342c"


@dataclass(frozen=True, slots=True)
class Look:
    """What a cell shows. `colour` is "#rrggbb"; solid cells are filled and show no glyph."""

    glyph: str
    colour: str
    solid: bool


def draw_map(
    title: str, width: int, height: int, look: Mapping[tuple[int, int], Look], path: Path
) -> None:
    """Write a map of `width` by `height` cells as PNG; cells (x, y) without a look stay dark."""
    size = (width * CELL + 2 * MARGIN, height * CELL + TITLE + MARGIN)
    image = Image.new("RGB", size, PAPER)
    draw = ImageDraw.Draw(image)
    draw.text((MARGIN, TITLE // 2), title, INK, _font(TITLE_SIZE), anchor="lm")
    font = _font(GLYPH_SIZE)
    for (x, y), shown in look.items():
        left, top = MARGIN + x * CELL, TITLE + y * CELL
        box = (left, top, left + CELL - 1, top + CELL - 1)
        draw.rectangle(box, ROCK if shown.solid else GROUND)
        if not shown.solid:
            middle = (left + CELL // 2, top + CELL // 2)
            draw.text(middle, shown.glyph, shown.colour, font, anchor="mm")
    image.save(path, format="PNG")


def _font(size: int) -> ImageFont.FreeTypeFont:
    fonts = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    return ImageFont.truetype(fonts / "DejaVuSansMono-Bold.ttf", size)
