"""Paths over the ground that a hero knows, around cells that it shuns."""

from functools import lru_cache

import numpy as np
import tcod.path
from numpy.typing import NDArray

from undertide_server.simulation.state.floor_index import DIRECTIONS
from undertide_server.simulation.state.walk_grid import SIZES_KEPT, Cells, WalkGrid
from undertide_shared.geometry import Cell

SHUNNED_STEPS = 50
"""The length of a detour that is better than a step over a trap or through fire."""

LONGEST = 10_000
"""Steps that no path on a floor has: it has fewer cells."""


def way_round(ground: WalkGrid, start: Cell, goals: Cells) -> list[Cell]:
    """Return the path to the nearest of `goals`, nearest cell last.

    It avoids shunned cells, except goals, unless no other path exists. It is empty when there is no
    path, or when only `start` is a goal.
    """
    goals &= ground.walkable & ~ground.only(start)
    if not goals:
        return []
    way = _way(ground, ground.walkable & ~ground.shunned, start, goals)
    return way or _way_through(ground, start, goals)


def way_to_any(ground: WalkGrid, start: Cell, goals: Cells) -> list[Cell]:
    """Return the path to the nearest goal, to one on harmless ground if there is any."""
    way = way_round(ground, start, goals & ~ground.shunned)
    return way or way_round(ground, start, goals & ground.shunned)


def safe_way(ground: WalkGrid, start: Cell, goals: Cells, most: int) -> list[Cell]:
    """Return the path of at most `most` steps to the nearest of `goals`, nearest cell last.

    It is empty when none leads over cells that nobody shuns.
    """
    free = ground.walkable & ~ground.shunned
    goals &= free & ~ground.only(start)
    return _way(ground, free, start, goals, most)


def within(ground: WalkGrid, start: Cell, steps: int) -> Cells:
    """Return the cells within at most `steps` steps of `start`."""
    reached = ground.only(start)
    for _ in range(steps):
        further = ground.around(reached) & ground.walkable | reached
        if further == reached:
            break
        reached = further
    return reached


def _way(
    ground: WalkGrid, free: Cells, start: Cell, goals: Cells, most: int = LONGEST
) -> list[Cell]:
    """Return the shortest path over `free` cells to the nearest of `goals`, nearest cell last.

    Among equally short paths it takes the one whose first step comes first in `DIRECTIONS`, then
    its second step, and so on. It is empty when there is no path of at most `most` steps.
    """
    here = ground.only(start)
    free |= here | goals
    wave = goals
    waves: list[Cells] = []
    while not wave & here:
        if len(waves) == most:
            return []
        waves.append(wave)
        free ^= wave
        wave = ground.around(wave) & free
        if not wave:
            return []
    return _downhill(ground, start, waves)


def _downhill(ground: WalkGrid, start: Cell, waves: list[Cells]) -> list[Cell]:
    """Return the path from `start` to the first of the waves that reached it, nearest cell last.

    Each wave holds the neighbours of the one before, so every step leads on.
    """
    width, steps = ground.width, _steps(ground.width)
    spot = ground.spot(start)
    way = []
    for wave in reversed(waves):
        around = wave >> spot - width - 1  # From the neighbour above and to the left on.
        for bit, step in steps:
            if around & bit:
                spot += step
                break
        y, x = divmod(spot, width)
        way.append((x - 1, y - 1))
    way.reverse()
    return way


@lru_cache(SIZES_KEPT)
def _steps(width: int) -> tuple[tuple[Cells, int], ...]:
    """Return the steps to a cell's neighbours, in the order of `DIRECTIONS`.

    `width` are the bits of a row. Each step is the bit of the neighbour, counted from the one above
    and to the left of the cell, and what it adds to the cell's own bit number.
    """
    moves = [dy * width + dx for dx, dy in DIRECTIONS]
    return tuple((1 << move + width + 1, move) for move in moves)


def _way_through(ground: WalkGrid, start: Cell, goals: Cells) -> list[Cell]:
    """Return the path to a goal over as few shunned cells as possible, nearest cell last."""
    walkable, shunned = _mask(ground, ground.walkable), _mask(ground, ground.shunned)
    cost = walkable.astype(np.int8) + (walkable & shunned) * np.int8(SHUNNED_STEPS)
    unreached = np.iinfo(np.int32).max
    steps = np.full(cost.shape, unreached, dtype=np.int32)
    steps[start[1], start[0]] = 0
    tcod.path.dijkstra2d(steps, cost, 1, 1, out=steps)
    wanted = np.where(_mask(ground, goals), steps, unreached)
    y, x = divmod(int(wanted.argmin()), cost.shape[1])
    if wanted[y, x] == unreached:
        return []
    descent = tcod.path.hillclimb2d(steps, (y, x), cardinal=True, diagonal=True)
    return [(x, y) for y, x in descent.tolist()[:-1]]


def _mask(ground: WalkGrid, cells: Cells) -> NDArray[np.bool_]:
    """Return a set of cells as an array of the floor's shape (height, width)."""
    size = ground.height * ground.width
    packed = np.frombuffer(cells.to_bytes(-(-size // 8), "little"), dtype=np.uint8)
    marked = np.unpackbits(packed, count=size, bitorder="little").view(np.bool_)
    return marked.reshape(ground.height, ground.width)[1:, 1:]
