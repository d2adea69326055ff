"""The drawing of a floor: its tiles, visible or remembered, and everything that stands on them."""

from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from undertide_client.displays.cells import Console
from undertide_client.displays.contrast import GLYPH, lifted
from undertide_client.model.mirror import Mirror
from undertide_client.model.moments import CROWN
from undertide_client.screens.map.shading import Part, Surfaces, shaded, shine, shone
from undertide_client.screens.map.walls import wall_glyphs
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Area
from undertide_client.screens.widgets.palette import Colour, blend, legible, rgb
from undertide_client.screens.words.mark_words import GLYPHS, INKS
from undertide_shared.geometry import Cell
from undertide_shared.messages import Kind, Role, Sighting


@dataclass(frozen=True, slots=True)
class Camera:
    """A window onto a floor: the floor's cell (left, top) lies at the area's top left corner."""

    area: Area
    left: int
    top: int

    def on_screen(self, cell: Cell) -> Cell | None:
        """Return the cell of the screen that shows a floor's cell; None outside the area."""
        x, y = cell[0] - self.left + self.area.x, cell[1] - self.top + self.area.y
        return (x, y) if self.area.contains(x, y) else None

    def on_floor(self, x: int, y: int) -> Cell | None:
        """Return the floor's cell at (x, y) of the screen; None outside the area."""
        if not self.area.contains(x, y):
            return None
        return x - self.area.x + self.left, y - self.area.y + self.top


def aim(area: Area, floor: tuple[int, int], focus: Cell) -> Camera:
    """Return the camera for a floor of (width, height) cells that shows `focus`.

    A smaller floor stands in the middle of the area. A larger one scrolls with the focus, and stops
    at the area's edges.
    """
    left = _start(area.width, floor[0], focus[0])
    return Camera(area, left, _start(area.height, floor[1], focus[1]))


def _start(room: int, length: int, focus: int) -> int:
    if length <= room:
        return -((room - length) // 2)
    return min(length - room, max(0, focus - room // 2))


MOST_SURFACES: Final = 32
"""Surfaces that are kept. A client has those of one floor, a process for visitors those of many."""
DIMMED: Final = 0.6
"""Share of darkness in a mark's colour behind a creature."""
ORDER: Final[dict[Role, int]] = {"item": 0, "monster": 1, "hero": 2}
"""Drawing order: a higher number is drawn over a lower one."""
STILL: Final = frozenset({"asleep", "dead", "fallen", "sealed"})
"""Moods of creatures that will not move by themselves; they are drawn fainter."""
LYING: Final = frozenset({"asleep", "fallen"})
"""Moods of heroes over whom others can walk."""
DARK: Final = frozenset({"asleep", "dead"})
"""Moods of heroes who carry no light."""
UNNAMED: Final = Kind(0, "item", "something", "?", 0xA0A0A0)


def draw_floor(console: Console, mirror: Mirror, camera: Camera, *, plain: bool = False) -> None:
    """Draw the part of the floor that the camera shows, and everything on it.

    With `plain`, walls have the server's glyphs instead of lines.
    """
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
    part = (left, top, right, bottom)
    _draw_tiles(cells, mirror, part)
    if not plain:
        _draw_walls(cells, mirror, part)
    _draw_sightings(console, mirror, camera)
    _draw_marks(console, mirror, camera)


def _draw_tiles(cells: NDArray[np.void], mirror: Mirror, part: Part) -> None:
    """Fill `cells` of shape (bottom - top, right - left) with tiles of the floor."""
    left, top, right, bottom = part
    codes = mirror.tiles[top:bottom, left:right]
    surfaces = _surfaces(mirror)
    places = surfaces.indices(codes)
    known = (codes != 0)[..., np.newaxis]
    seen = mirror.sight[top:bottom, left:right] & (codes != 0)
    colours = shaded(surfaces, places, part, _torches(mirror))
    shone(colours, *shine(surfaces, places, seen))
    lit = seen[..., np.newaxis]
    cold = surfaces.cold
    cells["ch"] = surfaces.glyphs[places]
    cells["fg"] = np.where(lit, colours.ink, cold.ink[places])
    shown = np.where(lit, colours.paper, cold.paper[places])
    cells["bg"] = np.where(known, shown, palette.PAPER)


def _draw_walls(cells: NDArray[np.void], mirror: Mirror, part: Part) -> None:
    """Draw lines in place of the glyphs of walls."""
    left, top, right, bottom = part
    height, width = mirror.tiles.shape
    around = np.zeros((bottom - top + 2, right - left + 2), mirror.tiles.dtype)
    rows = slice(max(0, top - 1), min(height, bottom + 1))
    columns = slice(max(0, left - 1), min(width, right + 1))
    down, across = rows.start - top + 1, columns.start - left + 1
    there = mirror.tiles[rows, columns]
    around[down : down + there.shape[0], across : across + there.shape[1]] = there
    lined, glyphs = wall_glyphs(around, mirror.looks)
    cells["ch"] = np.where(lined, glyphs, cells["ch"])


@lru_cache(maxsize=1)
def _last_surfaces() -> deque[Surfaces]:
    """Return the surfaces that were drawn last: each changes only with its tide."""
    return deque(maxlen=MOST_SURFACES)


def _surfaces(mirror: Mirror) -> Surfaces:
    kept, percent = _last_surfaces(), mirror.tide.percent
    for surfaces in kept:
        if surfaces.are_of(mirror.looks, percent):
            return surfaces
    kept.append(Surfaces(mirror.looks, percent))
    return kept[-1]


def _torches(mirror: Mirror) -> list[Cell]:
    """Return the cells of the heroes in sight who are awake: each carries a light."""
    return [
        (one.x, one.y)
        for one in mirror.sightings.values()
        if one.mood not in DARK
        and kind_of(mirror, one).role == "hero"
        and mirror.sight[one.y, one.x]
    ]


def _draw_sightings(console: Console, mirror: Mirror, camera: Camera) -> None:
    own = mirror.hero.id if mirror.hero else None
    glyphs, colours, papers = (console.rgb[layer] for layer in ("ch", "fg", "bg"))
    inks: dict[Cell, Colour] = {}
    """The ink of whoever stands on top, by the cell of the screen."""
    for one in sorted(mirror.sightings.values(), key=lambda each: _rank(mirror, each)):
        spot = camera.on_screen((one.x, one.y))
        if spot is None:
            continue
        kind = kind_of(mirror, one)
        x, y = spot
        glyphs[y, x] = ord(glyph_of(kind))
        paper = _paper(one, kind, own=one.id == own)
        if paper is not None:
            papers[y, x] = paper
        inks[spot] = _ink(mirror, one, kind)
    if inks:
        xs, ys = zip(*inks, strict=True)
        ink = np.array([*inks.values()], np.float64)
        colours[ys, xs] = lifted(ink, papers[ys, xs], GLYPH)


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
    return blend(colour, palette.MEMORY, 0.35) if one.mood in STILL else colour


def _paper(one: Sighting, kind: Kind, *, own: bool) -> Colour | None:
    if own:
        return palette.OWN
    hunts = kind.role == "monster" and one.mood == "hunting"
    return palette.HUNTER if hunts or one.mood == "fallen" else None
