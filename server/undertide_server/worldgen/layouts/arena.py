"""R10 `arena`: one great oval hall with pillars, and a walled ring in its middle. It can't fail."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.records.layouts import Arena
from undertide_server.util.rng import Rng
from undertide_server.worldgen.layouts.furnish import furnish
from undertide_server.worldgen.layouts.layout import Layout, Room, Stairs
from undertide_server.worldgen.layouts.masks import cells_of, room_on
from undertide_server.worldgen.layouts.terrain import TerrainTable
from undertide_shared.geometry import Cell

CORNER = 8
"""Divisor of the map's sides that gives a corner room's: an oval leaves that much free."""
GAP = 2
"""Half the width of a gap in the ring's wall, in half cells from the middle line."""
FULL = 1000
"""Size of an oval that touches the map's border."""
SPREAD = 100
"""Most that is added to the ring's stated size, in thousandths of the map."""
WALL = 3
"""Thickness of the ring's wall in half cells: nobody slips through it diagonally."""


def dig_arena(rules: Arena, stairs: Stairs, terrain: TerrainTable, rng: Rng) -> Layout:
    """Return an arena.

    Its first rooms are in the corners of the map. Each has one way into the hall, and each but the
    arrival's has a treasure. The hall comes next, and last the ring, which has the stairs down.
    """
    corners = rng.sample(_corners(rules), rules.gates)
    hall, ring = _grounds(rules, corners, rng)
    hall &= ~_pillars(rules, hall, rng)
    tiles = np.full(hall.shape, terrain.codes["wall"], dtype=np.uint8)
    tiles[hall] = terrain.codes["floor"]
    tiles[ring] = terrain.codes["sand"]
    for corner in corners:
        _dig_way(tiles, corner, hall, terrain)
    rooms = [*corners, room_on(cells_of(hall)), room_on(cells_of(ring))]
    count = len(corners)
    return replace(
        furnish(tiles, rooms, stairs, terrain, rng),
        connections=(*((corner, count) for corner in range(count)), (count, count + 1)),
        treasures=tuple(range(1, count)),
    )


def _corners(rules: Arena) -> list[Room]:
    width, height = rules.width // CORNER, rules.height // CORNER
    return [
        Room(x, y, width, height)
        for y in (1, rules.height - 1 - height)
        for x in (1, rules.width - 1 - width)
    ]


def _grounds(
    rules: Arena, corners: list[Room], rng: Rng
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the hall without the ring, and the ring, as masks of shape (height, width)."""
    oval = _oval(rules, FULL)
    for room in corners:
        oval[room.y - 1 : room.y + room.height + 1, room.x - 1 : room.x + room.width + 1] = False
    size = rng.between(10 * rules.ring, 10 * rules.ring + SPREAD)
    ring = _oval(rules, size)
    walled = _oval(rules, size + WALL * FULL // (min(rules.width, rules.height) - 2))
    hall = oval & (~walled | (_gaps(rules, rng) & ~ring))
    return hall, ring


def _oval(rules: Arena, size: int) -> NDArray[np.bool_]:
    """Return a mask of an oval in the middle; `size` is thousandths of the map within its walls.

    In whole numbers: x² / a² + y² / b² <= size² without division.
    """
    ys, xs = np.ogrid[: rules.height, : rules.width]
    across = FULL * (2 * xs - rules.width + 1) * (rules.height - 2)
    down = FULL * (2 * ys - rules.height + 1) * (rules.width - 2)
    reach = size * (rules.width - 2) * (rules.height - 2)
    return np.asarray(across**2 + down**2 <= reach**2)


def _gaps(rules: Arena, rng: Rng) -> NDArray[np.bool_]:
    """Return a mask of the cells near the lines, one or both, on which the ring's wall is open."""
    ys, xs = np.ogrid[: rules.height, : rules.width]
    level = np.broadcast_to(abs(2 * ys - rules.height + 1) <= GAP, (rules.height, rules.width))
    upright = np.broadcast_to(abs(2 * xs - rules.width + 1) <= GAP, (rules.height, rules.width))
    return rng.pick([level, upright, level | upright])


def _pillars(rules: Arena, hall: NDArray[np.bool_], rng: Rng) -> NDArray[np.bool_]:
    """Draw pillars in rows, on ground that is open all around: none can cut the hall in two."""
    clear = np.zeros_like(hall)
    clear[1:-1, 1:-1] = True
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            clear[1:-1, 1:-1] &= np.roll(hall, (dy, dx), axis=(0, 1))[1:-1, 1:-1]
    rows = np.zeros_like(hall)
    rows[rules.height // 2 % rules.spacing :: rules.spacing, :] = True
    columns = np.zeros_like(hall)
    columns[:, rules.width // 2 % rules.spacing :: rules.spacing] = True
    pillars = clear & rows & columns
    for y, x in np.argwhere(pillars):
        pillars[y, x] = rng.percent(rules.standing)
    return pillars


def _dig_way(
    tiles: NDArray[np.uint8], corner: Room, hall: NDArray[np.bool_], terrain: TerrainTable
) -> None:
    """Open a corner room, and a straight way from it towards the map's middle, to the hall."""
    for x, y in corner.cells():
        tiles[y, x] = terrain.codes["floor"]
    height, width = hall.shape
    x, y = corner.centre
    while not hall[y, x]:
        if (x, y) not in corner.cells():
            tiles[y, x] = terrain.codes["passage"]
        x, y = _nearer((x, y), width, height)


def _nearer(cell: Cell, width: int, height: int) -> Cell:
    """Return the cell beside `cell` on the way to the middle of the map."""
    across, down = width // 2 - cell[0], height // 2 - cell[1]
    if abs(across) * height >= abs(down) * width:
        return (cell[0] + (1 if across > 0 else -1), cell[1])
    return (cell[0], cell[1] + (1 if down > 0 else -1))
