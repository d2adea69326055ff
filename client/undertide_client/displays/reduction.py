"""The reduction of pictures to a terminal's palette, without a loss of what can be read.

Reduction comes before the comparison of frames. So two colours that look alike on this terminal
cost no byte.
"""

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from undertide_client.displays.cells import Cells, Colours
from undertide_client.displays.colours import (
    CUBE,
    CUBE_FIRST,
    GREY_STEPS,
    GREYS_FIRST,
    Depth,
    channels_of,
    to_16,
    to_256,
)
from undertide_client.displays.contrast import (
    GLYPH,
    MIDDLE,
    TEXT,
    Values,
    contrast,
    due,
    lifted,
    luminance,
)

XTERM: Final = (
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
)  # fmt: skip
VGA: Final = (
    0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA,
    0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
)  # fmt: skip
"""The 16 colours of xterm and of a PC's console. Every theme has its own; most lie between."""
_PAPERS: Final = np.array([0, 1, 2, 7, 4, 5, 6, 7, 0, 1, 2, 7, 4, 5, 6, 7], np.uint32)
"""The paper for each of the 16: a dark one, and none of which a console makes brown or grey."""
_DARK_PAPER: Final = 88
"""With 16 colours, a paper whose brightest channel is below this becomes black."""
_PALE_PAPER: Final = 125
"""The same where the paper would become light grey, which would glare: stone, and brown ground."""
_STANDS_FOR: Final = (
    (), (9,), (10,), (11,), (7,), (13,), (14,), (15,), (7,), (1,), (2,), (3,), (14,), (5,), (6,),
    (7,),
)  # fmt: skip
"""The inks that stand for each of the 16 where it can't be read. The blue of either palette is too
dark for text."""
MOST_PAIRS: Final = 20_000
"""Pairs of ink and paper whose reduction is remembered, in some 4 MB: those of several floors."""
_WORD: Final = 0xFFFF_FFFF
_BLACK, _GREY, _WHITE = 0, 7, 15
_MARGINS: Final = (1.0, 1.05, 1.1, 1.2)
"""Contrasts to ask for, as shares of the one needed: the cube's colours lie some way apart."""
_WHITE_OF_256: Final = 231


def reduce_cells(cells: Cells, depth: Depth) -> Cells:
    """Return `cells` with colours of `depth`: 0xRRGGBB for "true", otherwise palette indices.

    What could be read before can still be read, in the palettes of xterm and of a PC.
    """
    if depth == "true":
        return cells
    return Cells(cells.codes, *_reduced(cells.ink, cells.paper, depth))


def _reduced(ink: Colours, paper: Colours, depth: Depth) -> tuple[Colours, Colours]:
    """Return inks and papers of a palette. Each pair is worked out once, since most come again."""
    known = _known_pairs(depth)
    pairs, places = np.unique(ink.astype(np.uint64) << 32 | paper, return_inverse=True)
    if len(known) > MOST_PAIRS:
        known.clear()
    fresh = [pair for pair in pairs.tolist() if pair not in known]
    if fresh:
        wanted = np.array([[pair >> 32 for pair in fresh], [pair & _WORD for pair in fresh]])
        reduce = _reduced_to_256 if depth == "256" else _reduced_to_16
        inks, papers = reduce(*wanted.astype(np.uint32))
        known.update(zip(fresh, zip(inks.tolist(), papers.tolist(), strict=True), strict=True))
    table = np.array([known[pair] for pair in pairs.tolist()], np.uint32).reshape(-1, 2)
    found = table[places.reshape(ink.shape)]
    return found[..., 0], found[..., 1]


@lru_cache(maxsize=2)
def _known_pairs(_depth: Depth) -> dict[int, tuple[int, int]]:
    """Return what is known of a depth: the indices of ink and paper by both colours."""
    return {}


def _reduced_to_256(ink: Colours, paper: Colours) -> tuple[Colours, Colours]:
    palette = colours_of_256()
    inks, papers = to_256(ink), to_256(paper)
    wanted = due(_triples(ink), _triples(paper))
    faint = contrast(palette[inks], palette[papers]) < wanted
    if faint.any():
        inks[faint] = _inks_of_256(palette[inks[faint]], palette[papers[faint]], wanted[faint])
    return inks, papers


def _inks_of_256(ink: Values, paper: Values, least: Values) -> Colours:
    """Return the nearest inks of xterm's palette with this contrast, else white or black."""
    palette = colours_of_256()
    found = np.where(luminance(paper) < MIDDLE, _WHITE_OF_256, CUBE_FIRST).astype(np.uint32)
    for margin in reversed(_MARGINS):
        near = to_256(_packed(lifted(ink, paper, least * margin)))
        enough = contrast(palette[near], paper) >= least
        found[enough] = near[enough]
    return found


def _reduced_to_16(ink: Colours, paper: Colours) -> tuple[Colours, Colours]:
    papers = _PAPERS[to_16(paper)]
    borders = np.where(papers == _GREY, _PALE_PAPER, _DARK_PAPER)
    papers = np.where(channels_of(paper).max(axis=0) < borders, _BLACK, papers).astype(np.uint32)
    now = contrast(_triples(ink), _triples(paper))
    near = to_16(ink)
    inks = np.where(now < GLYPH, near, _readable_of_16(GLYPH)[near, papers])
    inks = np.where(now < TEXT, inks, _readable_of_16(TEXT)[near, papers])
    lost = (inks == papers) & (ink != paper)
    inks = np.where(lost, _readable_of_16(GLYPH)[near, papers], inks)
    return np.where(ink == paper, papers, inks).astype(np.uint32), papers


@lru_cache(maxsize=1)
def colours_of_256() -> Values:
    """Return xterm's palette, shape (256, 3); the first 16 colours, which differ, are black."""
    steps = np.stack(np.meshgrid(CUBE, CUBE, CUBE, indexing="ij"), axis=-1).reshape(-1, 3)
    greys = np.repeat(8 + 10 * np.arange(GREY_STEPS), 3).reshape(-1, 3)
    palette = np.zeros((256, 3))
    palette[CUBE_FIRST:GREYS_FIRST] = steps
    palette[GREYS_FIRST:] = greys
    return palette


@lru_cache(maxsize=2)
def _readable_of_16(least: float) -> Colours:
    """Return the ink of this contrast for each of the 16 inks on each paper: (inks, papers)."""
    table = [[_ink_on(ink, paper, least) for paper in range(16)] for ink in range(16)]
    return np.array(table, np.uint32)


def _ink_on(ink: int, paper: int, least: float) -> int:
    """Return an ink, or the first that stands for it, that can be read in both palettes."""
    ways = (ink, *_STANDS_FOR[ink], _WHITE, _BLACK)
    return next((one for one in ways if _least_contrast(one, paper) >= least), _WHITE)


def _least_contrast(ink: int, paper: int) -> float:
    """Return the contrast of two of the 16 colours in the palette in which it is less."""
    pairs = (np.array([one[ink], one[paper]], np.uint32) for one in (XTERM, VGA))
    return min(float(contrast(*_triples(pair))) for pair in pairs)


def _triples(colours: Colours) -> NDArray[np.int32]:
    """Return red, green and blue along a new last axis."""
    return np.moveaxis(channels_of(colours), 0, -1)


def _packed(colours: Values) -> Colours:
    red, green, blue = np.moveaxis(colours.astype(np.uint32), -1, 0)
    packed: Colours = red << 16 | green << 8 | blue
    return packed
