"""R10 `caverns`: chambers shaped by a cellular automaton, joined by narrow ways."""

from dataclasses import replace

import numpy as np
import tcod.path
from numpy.typing import NDArray

from undertide_server.content.records.layouts import Caverns
from undertide_server.util.rng import Rng
from undertide_server.worldgen.layouts.furnish import furnish
from undertide_server.worldgen.layouts.layout import Layout, Link, Room, Stairs
from undertide_server.worldgen.layouts.masks import parts_of, room_on
from undertide_server.worldgen.layouts.scatter import draw_links, furthest_last, scatter
from undertide_server.worldgen.layouts.terrain import TerrainTable
from undertide_shared.geometry import Cell

RIM = 100
"""Depth at which a chamber's ellipse ends, on the scale of `_depths`; 0 is its middle."""
CORE = 32
"""Depth within which cells stay open, so that no chamber is ever lost."""
CROWD = 5
"""Solid cells of the nine around one (itself included) that make it solid."""
LEAST = 8
"""Least cells of a chamber, as many as the least core has. Smaller hollows are filled in."""
WORN = 1
"""Cost of a way over open ground: ways join instead of running side by side."""
ROCK = 4
"""Least cost of a way through rock; up to `GRAIN` more, so that ways wind."""
GRAIN = 12


def dig_caverns(rules: Caverns, stairs: Stairs, terrain: TerrainTable, rng: Rng) -> Layout:
    """Return chambers and the ways between them; all are connected, as every way can be dug."""
    grain = _grain(rules, rng)
    hollow = _hollow(rules, grain, rng)
    chambers = furthest_last([room_on(part) for part in parts_of(hollow) if len(part) >= LEAST])
    links = draw_links(chambers, len(chambers) * rules.loops // 100, rng)
    ground = np.zeros_like(hollow)
    for x, y in (cell for chamber in chambers for cell in chamber.cells()):
        ground[y, x] = True
    ways = _dig_ways(ground, grain, chambers, links, rng)
    tiles = np.full(ground.shape, terrain.codes["cave_wall"], dtype=np.uint8)
    tiles[ways | ground] = terrain.codes["cave_floor"]
    return replace(furnish(tiles, chambers, stairs, terrain, rng), connections=tuple(links))


def _grain(rules: Caverns, rng: Rng) -> NDArray[np.int16]:
    """Return the hardness of the rock, 0 to 99, shape (height, width)."""
    drawn = rng.several_below(100, rules.width * rules.height)
    return np.array(drawn, dtype=np.int16).reshape(rules.height, rules.width)


def _hollow(rules: Caverns, grain: NDArray[np.int16], rng: Rng) -> NDArray[np.bool_]:
    """Return a mask of open chambers, shape (height, width): ragged ellipses, then smoothed."""
    sides = (rules.smallest, rules.largest)
    boxes = scatter(rules.width, rules.height, rules.chambers, sides, rng)
    depths = _depths(rules, boxes)
    core = depths <= CORE
    hollow: NDArray[np.bool_] = depths + (grain * 2 - 100) * rules.ragged // 100 <= RIM
    for _ in range(rules.smoothing):
        hollow = _smoothed(hollow | core)
    hollow |= core
    hollow[[0, -1], :] = False
    hollow[:, [0, -1]] = False
    return hollow


def _depths(rules: Caverns, boxes: list[Room]) -> NDArray[np.int64]:
    """Return each cell's distance from the middle of the nearest box, shape (height, width).

    It is 0 in the middle and rises with the square of the distance to `RIM` at the box's sides.
    """
    ys, xs = np.ogrid[: rules.height, : rules.width]
    nearest = np.full((rules.height, rules.width), np.iinfo(np.int64).max)
    for box in boxes:
        # Distances are doubled, since the middle of an even side lies between two cells.
        across = (2 * xs - 2 * box.x - box.width + 1) ** 2 * RIM // box.width**2
        down = (2 * ys - 2 * box.y - box.height + 1) ** 2 * RIM // box.height**2
        np.minimum(nearest, across + down, out=nearest)
    return nearest


def _smoothed(hollow: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the next generation: a cell is open unless `CROWD` of the nine around it are solid."""
    solid = np.pad(~hollow, 1, constant_values=True).astype(np.int8)
    rows = solid[:-2] + solid[1:-1] + solid[2:]
    crowd = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:]
    return np.asarray(crowd < CROWD)


def _dig_ways(
    ground: NDArray[np.bool_],
    grain: NDArray[np.int16],
    chambers: list[Room],
    links: list[Link],
    rng: Rng,
) -> NDArray[np.bool_]:
    """Return a mask of the ways through rock that `links` need, shape (height, width)."""
    cost = (ROCK + grain * GRAIN // 100).astype(np.int16)
    cost[ground] = WORN
    cost[[0, -1], :] = 0
    cost[:, [0, -1]] = 0
    ways = np.zeros_like(ground)
    for low, high in links:
        for x, y in _way(cost, rng.pick(chambers[low].cells()), rng.pick(chambers[high].cells())):
            ways[y, x] = True
            cost[y, x] = WORN
    return ways


def _way(cost: NDArray[np.int16], start: Cell, goal: Cell) -> list[Cell]:
    found = tcod.path.AStar(cost, diagonal=0).get_path(start[1], start[0], goal[1], goal[0])
    return [(x, y) for y, x in found]
