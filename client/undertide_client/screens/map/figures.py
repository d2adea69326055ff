"""The figures by which the map is lit and drawn, in the terminal, the window and the page alike.

`tests/client/web/renew_figures.py` writes the page's copy of this file. Shares are of 1, lengths
are in cells, colours are (red, green, blue), 0 to 255.
"""

from typing import Final

Figure = tuple[int, int, int]
Light = tuple[float, float, float]
"""Shares of red, green and blue."""

PAPER: Final[Figure] = (9, 11, 17)
"""The dark of unknown cells."""
GROUND: Final[Figure] = (38, 34, 30)
"""The background of ground for which the server names none."""
STONE: Final = 0.36
"""Share of its colour that is the background of a wall for which the server names none."""

LEVELS: Final = 12
"""Steps of light, from the weakest to full light. A cell changes only when its step does."""
TORCH: Final = 17.0
"""Distance at which a hero's light is weakest."""
BRIGHT: Final = 2.0
"""Distance up to which it is full."""
EVEN: Final = 0.8
"""Light where no hero in sight carries any."""
FAR: Final[Light] = (0.42, 0.46, 0.58)
"""Share of a colour that is left in the weakest light, which is colder."""

VARIANTS: Final = 4
"""Kinds of cells of one surface."""
GRAIN: Final[tuple[Light, Light, Light, Light]] = (
    (-1.0, -0.9, -0.7),
    (-0.2, -0.35, -0.5),
    (0.35, 0.2, 0.0),
    (0.9, 1.0, 0.8),
)
"""Share of a surface's grain by which each kind of cell is brighter; it adds up to about none."""
INKED: Final = 0.5
"""Share of the grain that a glyph has."""

SHINES: Final = 4
"""Steps of the light of tiles that glow."""
SHINE_PAPER: Final = 0.2
SHINE_INK: Final = 0.18
"""Shares of such a light's colour that the nearest cells take on."""

FLOOD: Final[Figure] = (14, 70, 112)
"""The colour of ground under a high tide (R5), which glows by itself."""
FLOODED: Final = 0.85
"""Share of that colour in full tide."""
WAVES: Final[tuple[float, float, float, float]] = (0.62, 0.78, 0.9, 1.0)
"""Share of the flood that each kind of cell takes."""

MEMORY: Final[Figure] = (58, 92, 112)
"""The cold light of remembered glyphs."""
MEMORY_PAPER: Final[Figure] = (8, 11, 20)
"""The cold light of remembered surfaces."""
RECALLED: Final[Light] = (0.1, 0.13, 0.17)
"""Shares of its own colour that memory adds to that of a glyph."""
REMEMBERED: Final[Light] = (0.07, 0.12, 0.18)
"""Shares of its own colour that it adds to that of a surface."""

CONTRAST: Final = 3.3
"""Least contrast of a glyph and its background: 3 of WCAG, and some for palettes' roundings."""

MIDDLE: Final = "·"
"""The glyph of plain ground, in the middle of its cell."""
STRAIGHT: Final = "▪╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
ROUND: Final = "▪╵╶╰╷│╭├╴╯─┴╮┤┬┼"
"""Lines of walls, by the sides that they join: 1 north, 2 east, 4 south, 8 west."""
INSIDE: Final = " "
"""The glyph of a wall that no open cell touches."""
