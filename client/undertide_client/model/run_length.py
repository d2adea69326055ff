"""The decoder of run-length coded cells, from frames into arrays of a floor.

The arrays are flat: cells row after row. The runs come from the network. Whatever they hold, each
function either applies all of them or raises BadRunLengthError.
"""

import numpy as np
from numpy.typing import NDArray

from undertide_client.model.errors import BadRunLengthError
from undertide_shared.limits import MAX_TILE_CODE


def whole_tiles(runs: list[int], area: int) -> NDArray[np.uint16]:
    """Return `area` tile codes from [code, count, code, count, …].

    Raises BadRunLengthError.
    """
    if len(runs) % 2:
        raise BadRunLengthError("tiles come in pairs of a code and a length")
    pairs = _bounded(runs, max(area, MAX_TILE_CODE)).reshape(-1, 2)
    codes, lengths = pairs[:, 0], pairs[:, 1]
    if codes.size and codes.max() > MAX_TILE_CODE:
        raise BadRunLengthError(f"tile codes go up to {MAX_TILE_CODE}")
    if lengths.sum() != area:
        raise BadRunLengthError(f"{lengths.sum()} tiles for {area} cells")
    return np.repeat(codes, lengths).astype(np.uint16)


def whole_sight(runs: list[int], area: int) -> NDArray[np.bool_]:
    """Return `area` flags from [unseen, seen, unseen, …]. Cells after the last run are unseen.

    Raises BadRunLengthError.
    """
    cells = np.zeros(area, dtype=np.bool_)
    toggle(cells, runs)
    return cells


def toggle(cells: NDArray[np.bool_], runs: list[int]) -> None:
    """Change `cells` in place by [cells that stay, cells that change, …].

    Raises BadRunLengthError.
    """
    lengths = _bounded(runs, cells.size)
    end = int(lengths.sum())
    if end > cells.size:
        raise BadRunLengthError(f"sight of {end} cells on a floor of {cells.size}")
    changes = np.zeros(len(runs), dtype=np.bool_)
    changes[1::2] = True
    cells[:end] ^= np.repeat(changes, lengths)


def change_tiles(cells: NDArray[np.uint16], runs: list[int]) -> None:
    """Change `cells` in place by [cells skipped, cells set, code, …]. Raises BadRunLengthError."""
    if len(runs) % 3:
        raise BadRunLengthError("changed tiles come in threes: skipped, set, code")
    position = 0
    for index in range(0, len(runs), 3):
        skipped, length, code = runs[index : index + 3]
        if min(skipped, length, code) < 0 or code > MAX_TILE_CODE:
            raise BadRunLengthError("a length or tile code out of range")
        start = position + skipped
        position = start + length
        if position > cells.size:
            raise BadRunLengthError(f"tile {position} of {cells.size}")
        cells[start:position] = code


def _bounded(runs: list[int], largest: int) -> NDArray[np.int64]:
    """Return `runs` as an array whose sum can't overflow. Raises BadRunLengthError."""
    if runs and not (min(runs) >= 0 and max(runs) <= largest):
        raise BadRunLengthError("a length out of range")
    return np.array(runs, dtype=np.int64)
