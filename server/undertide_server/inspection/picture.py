"""A map as a picture: square cells in the font that comes with matplotlib. Slow to import."""

from pathlib import Path

import matplotlib
from PIL import Image, ImageColor, ImageDraw, ImageFont

from undertide_server.inspection.floor_map import Label, Look, MapLook

CELL = 18
"""Pixels of a cell's side: glyphs stay crisp, and a whole floor fits a screen."""
MARGIN = 24
TITLE = 44
"""Pixels above the map."""
TITLE_SIZE = 20
GLYPH_SIZE = 15
"""Size of the font in a cell, in pixels."""
LABEL_SIZE = 11
LEGEND_WIDTH = 210
"""Pixels of a column of the legend: the longest names fit."""
LEGEND_SIZE = 12
LINE = 18
"""Pixels of a line of the legend."""
PAPER = "#0b0d10"
INK = "#d7dde3"
GROUND = "#12161b"
ROCK = "#2b2722"
HIDDEN = "#7a1f2b"
"""The background of hidden things."""
BLANK = "# "
"""Glyphs that are not drawn: their colour shows walls."""
GROUND_SHARE, ROCK_SHARE, TINT_SHARE = 22, 35, 22
"""Percent of the terrain's colour on ground, of its colour on rock, and of the region's tint."""


def draw_map(title: str, look: MapLook, path: Path) -> None:
    """Write a map as PNG, with a title above and a legend below. Cells without a look stay dark."""
    width = look.width * CELL + 2 * MARGIN
    top = look.height * CELL + TITLE
    columns = max(1, (width - 2 * MARGIN) // LEGEND_WIDTH)
    lines = -(-len(look.legend) // columns)
    image = Image.new("RGB", (width, top + lines * LINE + 2 * MARGIN), PAPER)
    draw = ImageDraw.Draw(image)
    draw.text((MARGIN, TITLE // 2), title, INK, _font(TITLE_SIZE), anchor="lm")
    _draw_cells(draw, look)
    _draw_labels(draw, look.labels)
    _draw_legend(draw, look, top + MARGIN, columns)
    image.save(path, format="PNG")


def _draw_cells(draw: ImageDraw.ImageDraw, look: MapLook) -> None:
    font = _font(GLYPH_SIZE)
    for (x, y), shown in look.cells.items():
        left, top = MARGIN + x * CELL, TITLE + y * CELL
        draw.rectangle((left, top, left + CELL - 1, top + CELL - 1), _beneath(shown))
        if shown.hidden or shown.glyph not in BLANK:
            middle = (left + CELL // 2, top + CELL // 2)
            draw.text(middle, shown.glyph, shown.colour, font, anchor="mm")


def _beneath(shown: Look) -> str:
    """Return the background of a cell: its terrain's colour, dimmed, then tinted by its region."""
    if shown.hidden:
        return HIDDEN
    base, share = (ROCK, ROCK_SHARE) if shown.solid else (GROUND, GROUND_SHARE)
    colour = _mixed(base, shown.ground, share)
    return _mixed(colour, shown.tint, TINT_SHARE) if shown.tint else colour


def _mixed(base: str, other: str, percent: int) -> str:
    """Return a colour mixed with `percent` of another."""
    pairs = zip(ImageColor.getrgb(base)[:3], ImageColor.getrgb(other)[:3], strict=True)
    parts = [(one * (100 - percent) + two * percent) // 100 for one, two in pairs]
    return "#{:02x}{:02x}{:02x}".format(*parts)


def _draw_labels(draw: ImageDraw.ImageDraw, labels: tuple[Label, ...]) -> None:
    font = _font(LABEL_SIZE)
    for label in labels:
        floor = (MARGIN + label.x * CELL + 1, TITLE + label.y * CELL - CELL // 2)
        draw.rectangle(draw.textbbox(floor, label.text, font, anchor="lm"), PAPER)
        draw.text(floor, label.text, INK, font, anchor="lm")


def _draw_legend(draw: ImageDraw.ImageDraw, look: MapLook, top: int, columns: int) -> None:
    font = _font(LEGEND_SIZE)
    for index, (glyph, colour, name) in enumerate(look.legend):
        line, column = divmod(index, columns)
        left, y = MARGIN + column * LEGEND_WIDTH, top + line * LINE
        draw.text((left, y), glyph, colour, font)
        draw.text((left + CELL, y), name, INK, font)


def _font(size: int) -> ImageFont.FreeTypeFont:
    fonts = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    return ImageFont.truetype(fonts / "DejaVuSansMono-Bold.ttf", size)
