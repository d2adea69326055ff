"""Run-length coded cells, as frames carry them, written into arrays of a floor.

The arrays are flat: cells row after row. Runs come from the network: whatever they hold, a function
either does what they say or raises BadRuns.
"""

import numpy as np
from numpy.typing import NDArray

from undertide_shared.limits import MAX_TILE_CODE


class BadRuns(ValueError):
    """Runs that don't fit the floor."""


def whole_tiles(runs: list[int], area: int) -> NDArray[np.uint16]:
    """Return `area` tile codes from [code, how many, code, how many, …]. Raises BadRuns."""
    if len(runs) % 2:
        raise BadRuns("tiles come in pairs of a code and a length")
    pairs = _bounded(runs, max(area, MAX_TILE_CODE)).reshape(-1, 2)
    codes, lengths = pairs[:, 0], pairs[:, 1]
    if codes.size and codes.max() > MAX_TILE_CODE:
        raise BadRuns(f"tile codes go up to {MAX_TILE_CODE}")
    if lengths.sum() != area:
        raise BadRuns(f"{lengths.sum()} tiles for {area} cells")
    return np.repeat(codes, lengths).astype(np.uint16)


def whole_sight(runs: list[int], area: int) -> NDArray[np.bool_]:
    """Return `area` flags from [unseen, seen, unseen, …]; what is left out is unseen.

    Raises BadRuns.
    """
    cells = np.zeros(area, dtype=np.bool_)
    toggle(cells, runs)
    return cells


def toggle(cells: NDArray[np.bool_], runs: list[int]) -> None:
    """Change `cells` in place by [cells that stay, cells that change, …]. Raises BadRuns."""
    lengths = _bounded(runs, cells.size)
    end = int(lengths.sum())
    if end > cells.size:
        raise BadRuns(f"sight of {end} cells on a floor of {cells.size}")
    changes = np.zeros(len(runs), dtype=np.bool_)
    changes[1::2] = True
    cells[:end] ^= np.repeat(changes, lengths)


def change_tiles(cells: NDArray[np.uint16], runs: list[int]) -> None:
    """Change `cells` in place by [cells skipped, cells set, code, …]. Raises BadRuns."""
    if len(runs) % 3:
        raise BadRuns("changed tiles come in threes: skipped, set, code")
    position = 0
    for index in range(0, len(runs), 3):
        skipped, length, code = runs[index : index + 3]
        if min(skipped, length, code) < 0 or code > MAX_TILE_CODE:
            raise BadRuns("a length or tile code out of range")
        start = position + skipped
        position = start + length
        if position > cells.size:
            raise BadRuns(f"tile {position} of {cells.size}")
        cells[start:position] = code


def _bounded(runs: list[int], largest: int) -> NDArray[np.int64]:
    """Return `runs` as an array whose sum can't overflow. Raises BadRuns."""
    if runs and not (min(runs) >= 0 and max(runs) <= largest):
        raise BadRuns("a length out of range")
    return np.array(runs, dtype=np.int64)
