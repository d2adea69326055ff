"""Run-length coding of cells, as keyframes and deltas carry it."""

import numpy as np
from numpy.typing import NDArray


def whole_runs(cells: NDArray[np.uint8]) -> list[int]:
    """Return [code, how many, code, how many, …] over all cells, row after row."""
    flat = cells.ravel()
    starts = np.concatenate(([0], np.flatnonzero(flat[1:] != flat[:-1]) + 1))
    lengths = np.diff(np.append(starts, flat.size))
    return np.column_stack((flat[starts], lengths)).ravel().tolist()


def sight_runs(mask: NDArray[np.bool_]) -> list[int]:
    """Return [unseen, seen, unseen, …]: how many cells of each follow, from the first cell."""
    flat = mask.ravel()
    edges = np.flatnonzero(flat[1:] != flat[:-1]) + 1
    bounds = np.concatenate(([0], edges, [flat.size]))
    lengths: list[int] = np.diff(bounds).tolist()
    return [0, *lengths] if flat[0] else lengths


def toggled_runs(before: NDArray[np.bool_], after: NDArray[np.bool_]) -> list[int]:
    """Return [cells that stay, cells that change, …] up to the last change; empty if none."""
    runs: list[int] = []
    end = 0
    for cell in (before != after).ravel().nonzero()[0].tolist():
        if runs and cell == end:
            runs[-1] += 1
        else:
            runs += (cell - end, 1)
        end = cell + 1
    return runs


def changed_runs(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> list[int]:
    """Return [cells skipped, cells set, code, …] for all cells that differ; empty if none."""
    changed = (before != after).ravel().nonzero()[0]
    codes: list[int] = after.ravel()[changed].tolist()
    runs: list[int] = []
    end = 0
    for cell, code in zip(changed.tolist(), codes, strict=True):
        if runs and cell == end and code == runs[-1]:
            runs[-2] += 1
        else:
            runs += (cell - end, 1, code)
        end = cell + 1
    return runs
