"""Run-length coding of cells for keyframes and deltas."""

import numpy as np
from numpy.typing import NDArray


def whole_runs(cells: NDArray[np.uint8] | NDArray[np.uint16]) -> list[int]:
    """Return [code, count, code, count, …] for all cells, row by row."""
    flat = cells.ravel()
    starts = np.concatenate(([0], np.flatnonzero(flat[1:] != flat[:-1]) + 1))
    lengths = np.diff(np.append(starts, flat.size))
    return np.column_stack((flat[starts], lengths)).ravel().tolist()


def sight_runs(mask: NDArray[np.bool_]) -> list[int]:
    """Return [unseen, seen, unseen, …]: counts of cells in turn, from the first cell."""
    flat = mask.ravel()
    edges = np.flatnonzero(flat[1:] != flat[:-1]) + 1
    bounds = np.concatenate(([0], edges, [flat.size]))
    lengths: list[int] = np.diff(bounds).tolist()
    return [0, *lengths] if flat[0] else lengths


def toggled_runs(before: NDArray[np.bool_], after: NDArray[np.bool_]) -> list[int]:
    """Return [unchanged, changed, …]: counts of cells up to the last change; empty if none."""
    runs: list[int] = []
    end = 0
    for start, stop in _stretches((before != after).tobytes()):
        runs += (start - end, stop - start)
        end = stop
    return runs


def changed_runs(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> list[int]:
    """Return [skipped, set, code, …]: two counts and the code of the set cells; empty if none."""
    runs: list[int] = []
    end = 0
    codes = after.tobytes()
    for start, stop in _stretches((before != after).tobytes()):
        rest, skipped = codes[start:stop], start - end
        while rest:
            beyond = rest.lstrip(rest[:1])
            runs += (skipped, len(rest) - len(beyond), rest[0])
            rest, skipped = beyond, 0
        end = stop
    return runs


def _stretches(marks: bytes) -> list[tuple[int, int]]:
    """Return the start and stop of each stretch of ones.

    It searches in bytes, which is quick, since most arrays have no ones.
    """
    found: list[tuple[int, int]] = []
    start = marks.find(1)
    while start >= 0:
        stop = marks.find(0, start)
        if stop < 0:
            stop = len(marks)
        found.append((start, stop))
        start = marks.find(1, stop)
    return found
