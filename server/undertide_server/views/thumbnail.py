"""Thumbnails: the map of the party's view as a small picture, a colour for each cell."""

from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from undertide_server.content.records.terrain import Terrain
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.state.run import Run
from undertide_server.views.picture import Picture
from undertide_server.views.run_length import whole_runs
from undertide_server.worldgen.layouts.terrain import TerrainTable
from undertide_shared.limits import MAX_SEATS, MAX_THUMBNAIL_HEIGHT, MAX_THUMBNAIL_WIDTH
from undertide_shared.messages import FloorInfo, Thumbnail

UNKNOWN: Final = 0
"""The code of cells that nobody has seen."""
CODES: Final = 256
"""Number of tile codes: they are bytes."""
REMEMBERED: Final = 55
"""Brightness of cells out of sight, in percent of those in sight."""
GROUND_INK, WALL_INK, STAIRS_INK = 15, 45, 100
"""How much a cell's colour has of its glyph's, in percent; the rest is what lies behind it."""
NO_PAPER: Final = 0x101418
"""Colour behind a glyph whose terrain states none."""
Rank = int
"""How much a terrain tells in a small picture: of the cells in a block, the highest one shows."""
WALL, GROUND, SPECIAL, STAIRS = 1, 2, 3, 4


class ShownMap(NamedTuple):
    """The map of a view, and the step of the run that it shows.

    Arrays have shape (height, width), indexed [y, x].
    """

    step: int
    floor: FloorInfo
    tiles: NDArray[np.uint8]
    sight: NDArray[np.bool_]
    heroes: list[tuple[int, int, int]]
    """The x and y of each hero on the floor, and its colour."""


class _Kind(msgspec.Struct, array_like=True, gc=False):
    """The first fields of a `Kind`."""

    id: int
    role: str
    name: str
    glyph: str
    colour: int


class _Sighting(msgspec.Struct, array_like=True, gc=False):
    """The first fields of a `Sighting`."""

    id: int
    kind: int
    x: int
    y: int


class _Whole(msgspec.Struct, array_like=True, tag="key", gc=False):
    """The first fields of a `Keyframe`: the rest is not read."""

    number: int
    seat: int | None
    floor: FloorInfo
    tiles: list[int]
    sight: list[int]
    kinds: list[_Kind]
    sightings: list[_Sighting]


_wholes = msgspec.msgpack.Decoder(_Whole)


def map_of_keyframe(step: int, data: bytes) -> ShownMap:
    """Return the map that an encoded keyframe shows."""
    whole = _wholes.decode(data)
    shape = whole.floor.height, whole.floor.width
    colours = {kind.id: kind.colour for kind in whole.kinds if kind.role == "hero"}
    heroes = [
        (each.x, each.y, colours[each.kind]) for each in whole.sightings if each.kind in colours
    ]
    tiles = np.array(whole.tiles, dtype=np.int64).reshape(-1, 2)
    sight = np.arange(len(whole.sight)) % 2 == 1
    return ShownMap(
        step,
        whole.floor,
        np.repeat(tiles[:, 0], tiles[:, 1]).astype(np.uint8).reshape(shape),
        np.repeat(sight, whole.sight).reshape(shape),
        heroes,
    )


def map_of_picture(run: Run, picture: Picture) -> ShownMap:
    """Return the map that a picture of the run as it is now shows."""
    heroes = [
        (subject.x, subject.y, run.world.get(entity, Hero).colour)
        for entity, subject in picture.actors.items()
        if subject.kind[0] == "hero"
    ]
    sight = picture.sight.mask
    tiles = np.ndarray(sight.shape, np.uint8, picture.tiles)
    return ShownMap(run.progress.step, picture.scene.floor, tiles, sight, heroes)


class Palette:
    """The ranks and colours of all tile codes of one game."""

    def __init__(self, terrain: TerrainTable) -> None:
        ranks = [_rank_of(record) for record in terrain.records]
        ranks[UNKNOWN] = UNKNOWN
        self.ranks: NDArray[np.int32] = np.zeros(CODES, dtype=np.int32)
        """By code."""
        self.ranks[: len(ranks)] = ranks
        self.colours: list[int] = []
        """By twice the code, and one more for a cell in sight."""
        for record in terrain.records:
            lit = _colour_of(record)
            self.colours += (scaled(lit, REMEMBERED), lit)


def thumbnail_of(session: str, shown: ShownMap, palette: Palette) -> Thumbnail:
    """Return the thumbnail of a session's map."""
    height, width = shown.tiles.shape
    fraction = max(-(-width // MAX_THUMBNAIL_WIDTH), -(-height // MAX_THUMBNAIL_HEIGHT))
    # The rank stands in the highest bits, so the greatest number of a block is what it shows.
    told = palette.ranks[shown.tiles] * (2 * CODES) + 2 * shown.tiles.astype(np.int32) + shown.sight
    shades = _blocks(np.where(shown.tiles == UNKNOWN, 0, told), fraction) % (2 * CODES)
    used = np.flatnonzero(np.bincount(shades.ravel(), minlength=2 * CODES)[1:]) + 1
    numbers = np.zeros(2 * CODES, dtype=np.uint16)
    numbers[used] = np.arange(1, used.size + 1)
    return Thumbnail(
        session=session,
        floor=shown.floor.number,
        name=shown.floor.name,
        width=shades.shape[1],
        height=shades.shape[0],
        colours=[palette.colours[shade] for shade in used.tolist()],
        cells=whole_runs(numbers[shades]),
        heroes=[
            (x // fraction, y // fraction, colour) for x, y, colour in shown.heroes[:MAX_SEATS]
        ],
    )


def _blocks(cells: NDArray[np.int32], side: int) -> NDArray[np.int32]:
    """Return the greatest number of each square block of cells; those at the edge may be cut."""
    if side == 1:
        return cells
    height, width = cells.shape
    whole = np.pad(cells, ((0, -height % side), (0, -width % side)))
    rows, columns = whole.shape
    found: NDArray[np.int32] = whole.reshape(rows // side, side, columns // side, side).max((1, 3))
    return found


def _rank_of(record: Terrain) -> Rank:
    if record.stairs != "none":
        return STAIRS
    if not record.walkable:
        return WALL
    return GROUND if record.transparent and not record.glow else SPECIAL


def _colour_of(record: Terrain) -> int:
    """Return the colour of a cell in sight."""
    inks = {STAIRS: STAIRS_INK, GROUND: GROUND_INK}
    ink = inks.get(_rank_of(record), WALL_INK)
    paper = NO_PAPER if record.paper is None else record.paper
    return scaled(record.colour, ink) + scaled(paper, 100 - ink)


def scaled(colour: int, percent: int) -> int:
    """Return a colour 0xRRGGBB at some percent of its brightness."""
    return sum((colour >> shift & 0xFF) * percent // 100 << shift for shift in (16, 8, 0))
