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
    changed = np.flatnonzero(before.ravel() != after.ravel()).tolist()
    runs: list[int] = []
    end = 0
    for start, length in _stretches(changed):
        runs += (start - end, length)
        end = start + length
    return runs


def changed_runs(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> list[int]:
    """Return [cells skipped, cells set, code, …] for all cells that differ; empty if none."""
    flat = after.ravel()
    changed = np.flatnonzero(before.ravel() != flat)
    codes: list[int] = flat[changed].tolist()
    runs: list[int] = []
    end = 0
    for (start, length), code in _stretches_of(changed.tolist(), codes):
        runs += (start - end, length, code)
        end = start + length
    return runs


def _stretches(cells: list[int]) -> list[tuple[int, int]]:
    """Return (first, length) of each stretch of neighbouring cells."""
    return [stretch for stretch, _ in _stretches_of(cells, [0] * len(cells))]


def _stretches_of(cells: list[int], codes: list[int]) -> list[tuple[tuple[int, int], int]]:
    """Return ((first, length), code) of each stretch of neighbouring cells with one code."""
    stretches: list[tuple[tuple[int, int], int]] = []
    first = length = code = -1
    for cell, its_code in zip(cells, codes, strict=True):
        if length > 0 and cell == first + length and its_code == code:
            length += 1
            continue
        if length > 0:
            stretches.append(((first, length), code))
        first, length, code = cell, 1, its_code
    if length > 0:
        stretches.append(((first, length), code))
    return stretches
