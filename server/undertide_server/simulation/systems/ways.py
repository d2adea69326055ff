"""Ways over the ground that a hero knows, round what it shuns."""

from collections import deque

import numpy as np
import tcod.path
from numpy.typing import NDArray

from undertide_server.simulation.components.floors import Cell

SHUNNED_STEPS = 50
"""Steps of a way round that are better than one over a trap or through fire."""
CLOSED = 0
"""What a search holds for a cell that it can't step on, or has been to."""
GOAL = 2
"""What it holds for a goal; other ground is 1."""


def way_round(
    ground: NDArray[np.bool_],
    shunned: NDArray[np.bool_],
    start: Cell,
    goals: NDArray[np.bool_],
) -> list[Cell]:
    """Return the way over `ground` to the nearest of `goals`, nearest cell last.

    It leads round what is shunned, goals excepted, unless nothing else leads there. Empty when
    there is none, or when only `start` is a goal. All arrays have shape (height, width).
    """
    if not goals.any():
        return []
    way = _way(ground & (~shunned | goals), start, goals)
    return way or _way_through(ground, shunned, start, goals)


def only(like: NDArray[np.bool_], cell: Cell) -> NDArray[np.bool_]:
    """Return an array like `like` that is true at `cell` alone."""
    result = np.zeros_like(like)
    result[cell[1], cell[0]] = True
    return result


def _way(ground: NDArray[np.bool_], start: Cell, goals: NDArray[np.bool_]) -> list[Cell]:
    """Return the shortest way over `ground` to the nearest of `goals`, nearest cell last.

    Empty when there is none, or when only `start` is a goal. A search in breadth: the nearest
    goal is mostly a few steps away, where this is cheaper than distances over the whole floor.
    """
    fresh = _framed(ground.view(np.uint8) + (ground & goals).view(np.uint8))
    width = ground.shape[1] + 2
    first = (start[1] + 1) * width + start[0] + 1
    fresh[first] = CLOSED
    came_from: dict[int, int] = {}
    queue = deque([first])
    steps = (-width, 1, width, -1, 1 - width, 1 + width, width - 1, -1 - width)
    while queue:
        spot = queue.popleft()
        for step in steps:
            beside = spot + step
            found = fresh[beside]
            if found:
                came_from[beside] = spot
                if found == GOAL:
                    return _traced(came_from, beside, first, width)
                fresh[beside] = CLOSED
                queue.append(beside)
    return []


def _way_through(
    ground: NDArray[np.bool_],
    shunned: NDArray[np.bool_],
    start: Cell,
    goals: NDArray[np.bool_],
) -> list[Cell]:
    """Return the way to a goal over as little shunned ground as can be, nearest cell last."""
    cost = ground.astype(np.int8) + (ground & shunned) * np.int8(SHUNNED_STEPS)
    steps = tcod.path.maxarray(ground.shape, dtype=np.int32)
    steps[start[1], start[0]] = 0
    tcod.path.dijkstra2d(steps, cost, 1, 1, out=steps)
    unreached = np.iinfo(np.int32).max
    wanted = np.where(goals & (steps > 0), steps, unreached)
    y, x = divmod(int(wanted.argmin()), ground.shape[1])
    if wanted[y, x] == unreached:
        return []
    descent = tcod.path.hillclimb2d(steps, (y, x), cardinal=True, diagonal=True)
    return [(x, y) for y, x in descent.tolist()[:-1]]


def _framed(cells: NDArray[np.uint8]) -> bytearray:
    """Return cells row after row, within a frame of closed ones that no search steps over."""
    height, width = cells.shape
    framed = np.zeros((height + 2, width + 2), dtype=np.uint8)
    framed[1:-1, 1:-1] = cells
    return bytearray(framed)


def _traced(came_from: dict[int, int], goal: int, first: int, width: int) -> list[Cell]:
    """Return the cells from `goal` back to the one beside `first`; `width` is that of the frame."""
    path: list[Cell] = []
    spot = goal
    while spot != first:
        y, x = divmod(spot, width)
        path.append((x - 1, y - 1))
        spot = came_from[spot]
    return path
