"""Small pictures of a floor: the colours of its cells, and where its heroes stand."""

import numpy as np
import pytest
from numpy.typing import NDArray

from support.worlds.staging import Stage, make_test_game
from undertide_server.views.picture import Picture, party_picture
from undertide_server.views.shared_parts import Common
from undertide_server.views.thumbnail import (
    Palette,
    ShownMap,
    map_of_keyframe,
    map_of_picture,
    thumbnail_of,
)
from undertide_server.views.view import View
from undertide_shared.limits import (
    MAX_SEATS,
    MAX_SIDE,
    MAX_THUMBNAIL_COLOURS,
    MAX_THUMBNAIL_HEIGHT,
    MAX_THUMBNAIL_WIDTH,
)
from undertide_shared.messages import FloorInfo, Thumbnail

HOUSE = [
    "############",
    "#@...#.....#",
    "#....#.....#",
    "#....#....>#",
    "############",
]
FLOOR = FloorInfo(1, 3, "the Sump", 0, 0)
TERRAIN = make_test_game().terrain
CODES = TERRAIN.codes


def furnished() -> Stage:
    stage = Stage(HOUSE)
    stage.hero()
    stage.hero("Ben")
    stage.tick()
    return stage


def picture_of(stage: Stage) -> Picture:
    picture = party_picture(stage.run, Common([], {}), None)
    assert picture is not None
    return picture


def drawn(
    rows: list[str], sight: NDArray[np.bool_] | None = None, **heroes: tuple[int, int, int]
) -> Thumbnail:
    """Return the thumbnail of a map: # is wall, . is floor, > leads down, a space is unknown."""
    signs = {"#": CODES["wall"], ".": CODES["floor"], ">": CODES["stairs_down"], " ": 0}
    tiles = np.array([[signs[sign] for sign in row] for row in rows], dtype=np.uint8)
    seen = np.ones(tiles.shape, dtype=np.bool_) if sight is None else sight
    shown = ShownMap(7, FLOOR, tiles, seen, list(heroes.values()))
    return thumbnail_of("abcde", shown, Palette(TERRAIN))


def cells_of(thumbnail: Thumbnail) -> NDArray[np.int64]:
    runs = np.array(thumbnail.cells).reshape(-1, 2)
    return np.repeat(runs[:, 0], runs[:, 1]).reshape(thumbnail.height, thumbnail.width)


def test_a_keyframe_shows_the_same_map_as_the_picture_that_it_was_made_of() -> None:
    stage = furnished()
    view = View()
    assert view.update(stage.run, Common([], {}).next(stage.run, {})) is not None
    told = map_of_keyframe(stage.run.progress.step, view.keyframe(stage.run))
    seen = map_of_picture(stage.run, picture_of(stage))
    assert (told.step, told.floor, sorted(told.heroes)) == (
        *(seen.step, seen.floor),
        sorted(seen.heroes),
    )
    cells = [row.cell for row in stage.floor.heroes.values()]
    assert sorted(hero[:2] for hero in seen.heroes) == sorted(cells)
    assert len(cells) == 2
    assert np.array_equal(told.tiles, seen.tiles)
    assert np.array_equal(told.sight, seen.sight)
    assert seen.sight.any()
    assert not seen.sight.all()


def test_each_cell_has_the_colour_of_its_terrain() -> None:
    thumbnail = drawn(["##  ", "#.> "])
    assert (thumbnail.session, thumbnail.floor, thumbnail.name) == ("abcde", 3, "the Sump")
    cells = cells_of(thumbnail)
    assert cells[0, 2] == cells[0, 3] == cells[1, 3] == 0
    wall, floor, stairs = cells[0, 0], cells[1, 1], cells[1, 2]
    assert wall == cells[0, 1] == cells[1, 0]
    assert len({wall, floor, stairs, 0}) == 4
    assert thumbnail.colours[stairs - 1] == TERRAIN.records[CODES["stairs_down"]].colour


def test_cells_in_sight_are_brighter_than_remembered_ones() -> None:
    thumbnail = drawn(["##"], np.array([[True, False]]))
    bright, dark = (thumbnail.colours[number - 1] for number in cells_of(thumbnail)[0])
    for shift in (0, 8, 16):
        assert bright >> shift & 0xFF > dark >> shift & 0xFF


def test_a_large_floor_is_drawn_at_a_fraction_that_keeps_ways_and_stairs() -> None:
    side = MAX_THUMBNAIL_WIDTH + 3
    blank = side * "#"
    rows = [blank] * 20
    rows[5] = side * "."
    rows[8] = f"{(side - 1) * '#'}>"
    thumbnail = drawn(rows, ann=(6, 5, 0xFF0000))
    assert (thumbnail.width, thumbnail.height) == ((side + 1) // 2, 10)
    cells = cells_of(thumbnail)
    assert len(set(cells[2].tolist())) == 1
    assert cells[2, 0] != cells[1, 0]
    stairs = thumbnail.colours[cells[4, -1] - 1]
    assert stairs == TERRAIN.records[CODES["stairs_down"]].colour
    assert thumbnail.heroes == [(3, 2, 0xFF0000)]


@pytest.mark.parametrize("shape", [(43, 80), (63, 64), (MAX_SIDE, 64), (64, MAX_SIDE), (1, 1)])
def test_no_floor_oversteps_the_limits(shape: tuple[int, int]) -> None:
    codes = len(TERRAIN.records)
    tiles = (np.arange(shape[0] * shape[1]) % codes).astype(np.uint8).reshape(shape)
    sight = (np.arange(tiles.size) % 2 == 0).reshape(shape)
    crowd = [(0, 0, 0xFF0000)] * (MAX_SEATS + 1)
    thumbnail = thumbnail_of("abcde", ShownMap(1, FLOOR, tiles, sight, crowd), Palette(TERRAIN))
    assert 0 < thumbnail.width <= MAX_THUMBNAIL_WIDTH
    assert 0 < thumbnail.height <= MAX_THUMBNAIL_HEIGHT
    assert len(thumbnail.colours) <= MAX_THUMBNAIL_COLOURS
    assert len(thumbnail.heroes) == MAX_SEATS
    cells = cells_of(thumbnail)
    assert cells.max() <= len(thumbnail.colours)
