"""The drawing of a floor: its tiles, visible or remembered, and everything that stands on them."""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from tcod.console import Console

from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.camera import Camera
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.palette import Colour, blend, legible, rgb
from undertide_client.screens.words.mark_words import GLYPHS, INKS
from undertide_shared.geometry import Cell
from undertide_shared.limits import MAX_TILE_CODE
from undertide_shared.messages import Kind, Role, Sighting

TORCH: Final = 18.0
"""Distance in cells at which the hero's light is weakest."""
WEAKEST: Final = 0.62
"""Share of the light that is left at that distance."""
REMEMBERED: Final = 0.46
"""Share of a tile's own colour that memory keeps."""
GRAIN: Final = 0.10
"""Difference in light between a surface's brightest and darkest cell: stone is never even."""
PRETTY: Final = {".": "·"}
"""Glyphs of the content, with more legible ones that stand in the middle of their cell."""

CROWN: Final = "♛"
"""The glyph of every boss, of whatever kind. A terminal with only ASCII shows a 9."""
DIMMED: Final = 0.6
"""Share of darkness in a mark's colour behind a creature."""

ORDER: Final[dict[Role, int]] = {"item": 0, "monster": 1, "hero": 2}
"""Drawing order: a higher number is drawn over a lower one."""
STILL: Final = frozenset({"asleep", "dead", "fallen", "sealed"})
"""Moods of creatures that will not move by themselves; they are drawn fainter."""
LYING: Final = frozenset({"asleep", "fallen"})
"""Moods of heroes over whom others can walk."""
UNNAMED: Final = Kind(0, "item", "something", "?", 0xA0A0A0)

Shades = NDArray[np.float32]


def draw_floor(console: Console, mirror: Mirror, camera: Camera) -> None:
    """Draw the part of the floor that the camera shows, and everything on it."""
    area, floor = camera.area, mirror.floor
    if floor is None:
        return
    left, top = max(0, camera.left), max(0, camera.top)
    right = min(floor.width, camera.left + area.width)
    bottom = min(floor.height, camera.top + area.height)
    if left >= right or top >= bottom:
        return
    x, y = area.x + left - camera.left, area.y + top - camera.top
    cells = console.rgb[y : y + bottom - top, x : x + right - left]
    _draw_tiles(cells, mirror, (left, top, right, bottom))
    _draw_sightings(console, mirror, camera)
    _draw_marks(console, mirror, camera)


def _draw_tiles(cells: NDArray[np.void], mirror: Mirror, part: tuple[int, int, int, int]) -> None:
    """Fill `cells` of shape (bottom - top, right - left) with tiles of the floor."""
    left, top, right, bottom = part
    codes = mirror.tiles[top:bottom, left:right]
    glyphs, colours, solid = _tables(mirror)
    ink = colours[codes]
    walls = solid[codes][..., np.newaxis]
    known = (codes != 0)[..., np.newaxis]
    seen = mirror.sight[top:bottom, left:right][..., np.newaxis] & known
    light = _light(mirror.cell, part)[..., np.newaxis]
    paper = np.where(walls, ink * 0.36, _array(_ground(mirror))) * light
    memory = _array(palette.MEMORY)
    old_ink = ink * REMEMBERED + memory * 0.5
    old_paper = np.where(walls, memory * 0.42, _array(palette.PAPER))
    cells["ch"] = glyphs[codes]
    cells["fg"] = np.where(seen, ink * light, old_ink).clip(0, 255)
    shown = np.where(seen, paper, old_paper)
    cells["bg"] = np.where(known, shown, _array(palette.PAPER)).clip(0, 255)


def _tables(mirror: Mirror) -> tuple[NDArray[np.int32], Shades, NDArray[np.bool_]]:
    """Return arrays by tile code: glyphs, colours of shape (codes, 3), and whether it is solid."""
    glyphs = np.full(MAX_TILE_CODE + 1, ord("?"), dtype=np.int32)
    colours = np.zeros((MAX_TILE_CODE + 1, 3), dtype=np.float32)
    solid = np.zeros(MAX_TILE_CODE + 1, dtype=np.bool_)
    for code, look in mirror.looks.items():
        glyphs[code] = ord(PRETTY.get(look.glyph, look.glyph))
        colours[code] = rgb(look.colour)
        solid[code] = not look.walkable and not look.transparent
    glyphs[0] = ord(" ")
    return glyphs, colours, solid


def _ground(mirror: Mirror) -> Colour:
    """Return the background of lit ground. It takes the flood's colour as the tide rises (R5)."""
    return blend(palette.LIT_FLOOR, palette.FLOOD, min(100, max(0, mirror.tide.percent)) / 100)


def _light(source: Cell | None, part: tuple[int, int, int, int]) -> Shades:
    """Return the brightness of each cell, shape (rows, columns): a torch over uneven stone."""
    left, top, right, bottom = part
    xs = np.arange(left, right, dtype=np.float32)[np.newaxis, :]
    ys = np.arange(top, bottom, dtype=np.float32)[:, np.newaxis]
    # Two stripes with unrelated periods make a pattern that looks like grain.
    grain = np.sin(xs * 12.9898 + ys * 78.233) * (GRAIN / 2)
    if source is None:
        return np.asarray(0.85 + grain, dtype=np.float32)
    distance = np.hypot(xs - source[0], ys - source[1])
    light = 1.0 - (1.0 - WEAKEST) * np.minimum(1.0, distance / TORCH)
    return np.asarray(light + grain, dtype=np.float32)


def _array(colour: Colour) -> Shades:
    return np.array(colour, dtype=np.float32)


def _draw_sightings(console: Console, mirror: Mirror, camera: Camera) -> None:
    own = mirror.hero.id if mirror.hero else None
    for one in sorted(mirror.sightings.values(), key=lambda each: _rank(mirror, each)):
        spot = camera.on_screen((one.x, one.y))
        if spot is None:
            continue
        kind = kind_of(mirror, one)
        x, y = spot
        cell = console.rgb[y, x : x + 1]
        cell["ch"] = ord(glyph_of(kind))
        cell["fg"] = _ink(mirror, one, kind)
        paper = _paper(one, kind, own=one.id == own)
        if paper is not None:
            cell["bg"] = paper


def _draw_marks(console: Console, mirror: Mirror, camera: Camera) -> None:
    """Draw the marks of heroes; under a creature, only as its background."""
    taken = {
        (one.x, one.y): one
        for one in mirror.sightings.values()
        if kind_of(mirror, one).role != "item"
    }
    for cell, mark in mirror.marks.items():
        spot = camera.on_screen(cell)
        if spot is None:
            continue
        x, y = spot
        shown = console.rgb[y, x : x + 1]
        if cell not in taken:
            shown["ch"], shown["fg"] = ord(GLYPHS[mark.mark]), palette.PAPER
            shown["bg"] = INKS[mark.mark]
        elif not _has_paper(mirror, taken[cell]):
            shown["bg"] = blend(INKS[mark.mark], palette.PAPER, DIMMED)


def _has_paper(mirror: Mirror, one: Sighting) -> bool:
    """Return whether a creature has a background of its own, which matters more than a mark."""
    own = mirror.hero is not None and one.id == mirror.hero.id
    return _paper(one, kind_of(mirror, one), own=own) is not None


def kind_of(mirror: Mirror, one: Sighting) -> Kind:
    """Return the kind of a sighting; UNNAMED if the server has not sent it."""
    return mirror.kinds.get(one.kind, UNNAMED)


def glyph_of(kind: Kind) -> str:
    """Return the glyph that the map and the panel show for a kind: a crown for each boss."""
    return CROWN if kind.boss else kind.glyph


def _rank(mirror: Mirror, one: Sighting) -> int:
    """Return the drawing order of a sighting; a monster may stand over a hero that lies there."""
    role = kind_of(mirror, one).role
    return ORDER["item"] if role == "hero" and one.mood in LYING else ORDER[role]


def _ink(mirror: Mirror, one: Sighting, kind: Kind) -> Colour:
    colour = legible(rgb(kind.colour))
    if not mirror.sight[one.y, one.x]:
        return blend(colour, palette.MEMORY, 0.55)
    return blend(colour, palette.FAINT, 0.45) if one.mood in STILL else colour


def _paper(one: Sighting, kind: Kind, *, own: bool) -> Colour | None:
    if own:
        return palette.OWN
    hunts = kind.role == "monster" and one.mood == "hunting"
    return palette.HUNTER if hunts or one.mood == "fallen" else None
