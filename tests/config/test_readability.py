"""Text and glyphs can be read on each palette, for each vision, wherever they stand."""

from functools import cache
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from support.client.people_examples import in_company
from support.client.screen_text import drawn, playing
from support.content.shipped import shipped
from undertide_client.displays.base import Vision
from undertide_client.displays.cells import Console, cells_of
from undertide_client.displays.colours import Depth
from undertide_client.displays.contrast import GLYPH, TEXT, contrast
from undertide_client.displays.reduction import VGA, XTERM, colours_of_256, reduce_cells
from undertide_client.displays.vision import adapted_pair
from undertide_client.screens.hero.items_screen import PackScreen
from undertide_client.screens.hero.sheet_screen import SheetScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import draw_text
from undertide_client.screens.widgets.layout import layout_of

VISIONS: tuple[Vision, ...] = ("normal", "protan", "deutan", "tritan")
SHOWN: list[tuple[Depth, tuple[int, ...]]] = [
    ("true", ()),
    ("256", ()),
    ("16", XTERM),
    ("16", VGA),
]
EVERY = pytest.mark.parametrize(
    ("depth", "colours", "vision"),
    [(*shown, vision) for shown, vision in product(SHOWN, VISIONS)],
    ids=[f"{name}-{vision}" for name, vision in product(("true", "256", "xterm", "vga"), VISIONS)],
)
RULES = shipped("default")
INKS = [value for name, value in vars(palette).items() if name.isupper() and len(value) == 3]
CONTENT = [
    *RULES.heroes.colours,
    *(one.colour for one in RULES.items.values()),
    *(one.colour for one in RULES.people.values()),
    *(kind.colour for family in RULES.families.values() for kind in family.classes.values()),
]


def seen(
    console: Console, depth: Depth, colours: tuple[int, ...], vision: Vision
) -> NDArray[np.float64]:
    """Return the contrast of each cell, shape (rows, columns)."""
    copy = Console(console.width, console.height)
    copy.rgb[...] = console.rgb
    if vision != "normal":
        copy.rgb["fg"], copy.rgb["bg"] = adapted_pair(console.rgb["fg"], console.rgb["bg"], vision)
    cells = reduce_cells(cells_of(copy), depth)
    if depth == "true":
        return contrast(copy.rgb["fg"], copy.rgb["bg"])
    table = colours_of_256() if depth == "256" else np.array([palette.rgb(one) for one in colours])
    return contrast(table[cells.ink], table[cells.paper])


@cache
def every_pair() -> Console:
    """Return a console with each ink of the screens and the content on each paper."""
    inks = [*INKS, *(palette.rgb(colour) for colour in sorted({*CONTENT}))]
    console = Console(len(INKS), len(inks))
    for y, ink in enumerate(inks):
        for x, paper in enumerate(INKS):
            draw_text(console, x, y, "a", ink, paper=paper)
    return console


@cache
def screens() -> tuple[Console, ...]:
    return tuple(drawn(MapScreen(ui)) for ui in (playing(), in_company()))


@EVERY
def test_every_ink_can_be_read_on_every_paper(
    depth: Depth, colours: tuple[int, ...], vision: Vision
) -> None:
    found = seen(every_pair(), depth, colours, vision)
    assert found.min() >= TEXT, np.argwhere(found < TEXT)[:5]


@EVERY
def test_screens_can_be_read(depth: Depth, colours: tuple[int, ...], vision: Vision) -> None:
    for console in screens():
        found = seen(console, depth, colours, vision)
        letters = np.vectorize(lambda code: chr(code).isalnum())(console.rgb["ch"])
        area = layout_of(console.width, console.height, replay_state=False).map
        on_map = np.zeros(letters.shape, np.bool_)
        on_map[area.y : area.bottom, area.x : area.right] = True
        assert found[letters & ~on_map].min() >= TEXT
        drawn_there = on_map & (console.rgb["ch"] != ord(" "))
        assert found[drawn_there].min() >= GLYPH


def test_boxes_are_read_as_well() -> None:
    for screen in (PackScreen(playing()), SheetScreen(playing())):
        console = drawn(screen)
        inside = (console.rgb["bg"] == palette.BOX).all(axis=-1)
        letters = np.vectorize(lambda code: chr(code).isalnum())(console.rgb["ch"])
        assert seen(console, "true", (), "normal")[inside & letters].min() >= TEXT
