"""Run-length coding of cells for keyframes and deltas."""

from operator import sub

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
    runs = _runs(mask)
    rest = mask.size - sum(runs)
    return [*runs, rest] if rest else runs


def toggled_runs(before: NDArray[np.bool_], after: NDArray[np.bool_]) -> list[int]:
    """Return [unchanged, changed, …]: counts of cells up to the last change; empty if none."""
    return _runs(before != after)


def changed_runs(before: bytes, after: bytes) -> list[int]:
    """Return [skipped, set, code, …]: two counts and the code of the set cells; empty if none.

    The maps have a byte for each cell, its code.
    """
    if before == after:
        return []
    changed = np.frombuffer(before, dtype=np.uint8) != np.frombuffer(after, dtype=np.uint8)
    runs: list[int] = []
    end, last = 0, -1
    for spot in changed.nonzero()[0].tolist():
        code = after[spot]
        if spot == end and code == last:
            runs[-2] += 1
        else:
            runs += (spot - end, 1, code)
        end, last = spot + 1, code
    return runs


def _runs(marks: NDArray[np.bool_]) -> list[int]:
    """Return [zeros, ones, …]: counts of cells up to the last one; empty if there is none."""
    cells = marks.tobytes()
    first = cells.find(1)
    if first < 0:
        return []
    marked = marks.ravel()[first : cells.rfind(1) + 1]
    ends = (marked[1:] != marked[:-1]).nonzero()[0].tolist()
    ends.append(marked.size - 1)
    return [first, *map(sub, ends, [-1, *ends])]
