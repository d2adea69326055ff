"""The smallest output that turns one picture on a terminal into the next.

Pure: only `Painter` remembers the last picture.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from undertide_client.displays.cells import Cells
from undertide_client.displays.colours import Depth
from undertide_client.displays.glyphs import (
    FILLER,
    SPACE,
    WIDE,
    ascii_glyph,
    has_unproven_width,
    paired,
    replace_glyphs,
    terminal_glyph,
)
from undertide_client.displays.reduction import reduce_cells

Scalar = TypeVar("Scalar", bound=np.generic)

BEGIN_FRAME: Final = b"\x1b[?2026h"
"""From here on, a terminal with synchronised output shows nothing …"""
END_FRAME: Final = b"\x1b[?2026l"
"""… until here, so that nobody sees half a frame."""


@dataclass(frozen=True, slots=True)
class _Run:
    """Neighbouring changed cells in one row and one style."""

    x: int
    y: int
    text: str
    style: tuple[int, int]
    end: tuple[int, int] | None
    """Where the cursor is afterwards; None after a wide character, whose width may be in doubt."""


class Painter:
    """A painter that turns pictures into bytes, each as a difference from the one before."""

    def __init__(self, depth: Depth, *, utf8: bool) -> None:
        self._depth = depth
        self._wide = utf8
        self._glyph = terminal_glyph if utf8 else ascii_glyph
        self._given: Cells | None = None
        """The last picture as it was given."""
        self._shown: Cells | None = None
        """The last picture as the terminal shows it."""

    def paint(self, cells: Cells) -> bytes:
        """Return the bytes that show `cells` on a terminal of the same size.

        Empty if the terminal already shows them. After a change of size, it draws everything again.
        """
        fit = self._fit_changed(cells)
        if fit is self._shown:
            return b""
        body = encode(self._shown, fit, self._depth)
        self._given, self._shown = cells, fit
        return BEGIN_FRAME + body + END_FRAME if body else b""

    def _fit_changed(self, cells: Cells) -> Cells:
        """Return the picture as the terminal shows it.

        Most of a picture is that of before, and costs nothing but the comparison. A picture with
        wide characters is fitted as a whole, since each spans two cells.
        """
        given, shown = self._given, self._shown
        if given is None or shown is None or given.size != cells.size:
            return self._fit(cells)
        if any((one.codes == FILLER).any() for one in (given, cells)):
            return self._fit(cells)
        places = np.nonzero(_differs(given, cells))
        if not places[0].size:
            return shown
        part = Cells(*(layer[places][np.newaxis] for layer in cells.layers))
        fit = Cells(*(layer.copy() for layer in shown.layers))
        for layer, new in zip(fit.layers, self._fit(part).layers, strict=True):
            layer[places] = new[0]
        return fit

    def _fit(self, cells: Cells) -> Cells:
        codes = replace_glyphs(np.where(cells.codes == FILLER, SPACE, cells.codes), self._glyph)
        reduced = reduce_cells(Cells(codes, cells.ink, cells.paper), self._depth)
        # Nobody sees the ink of a blank, so it must not count as a difference.
        ink = np.where(codes == SPACE, 0, reduced.ink).astype(np.uint32)
        fit = Cells(codes, ink, reduced.paper)
        if self._wide:
            _restore_wide(fit, cells.codes)
        return fit


def _restore_wide(fit: Cells, codes: NDArray[np.uint32]) -> None:
    """Put wide characters back into a picture, in place; a filler has its character's colours."""
    left = np.nonzero(paired(codes))
    right = (left[0], left[1] + 1)
    fit.codes[left] = codes[left]
    fit.codes[right] = FILLER
    for colours in (fit.ink, fit.paper):
        colours[right] = colours[left]


def encode(before: Cells | None, after: Cells, depth: Depth) -> bytes:
    """Return the moves, styles and characters that turn `before` into `after`.

    Both contain safe characters and colours of `depth`. If `before` is None or has another size,
    the result writes everything.
    """
    differs = _changed(before, after)
    unproven = _unproven_cells(after, differs)
    pieces: list[str] = []
    at: tuple[int, int] | None = None
    style: tuple[int | None, int | None] = (None, None)
    others = differs & ~unproven & ~_shifted(unproven & _is_paired(after), 1)
    for run in (*_unproven_runs(after, unproven), *_runs(after, others)):
        pieces.append(_move(at, (run.x, run.y)))
        pieces.append(_restyle(style, run.style, depth))
        pieces.append(run.text)
        at, style = run.end, run.style
    return "".join(pieces).encode()


def _unproven_cells(after: Cells, differs: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the cells to write whose characters may take another number of cells than they should.

    They are written first. What they may have covered is added to `differs`, to be written after
    them: the cell before, for one that takes none and joins that one, and the cell behind.
    """
    unproven = has_unproven_width(after.codes)
    if not unproven.any():
        return unproven
    spans = unproven | _shifted(unproven & _is_paired(after), 1)
    blank = (after.codes == SPACE) & (after.paper == _shifted(after.paper, 1))
    count = 0
    while count != (count := int(differs.sum())):
        # What is written next to one that a terminal drew too wide would cut it in half.
        differs |= spans & (_shifted(differs, 1) | _shifted(differs, -1))
        written = spans & differs
        differs |= (_shifted(written, 1) & ~blank) | _shifted(written & unproven, -1)
        _join_halves(differs, after.codes)
    return unproven & differs


def _is_paired(cells: Cells) -> NDArray[np.bool_]:
    """Return which cells have their second half behind them."""
    return _shifted(cells.codes == FILLER, -1)


def _shifted(layer: NDArray[Scalar], columns: int) -> NDArray[Scalar]:
    """Return a layer of shape (height, width), shifted right by one column, or left by -1.

    The column that comes in is zero.
    """
    shifted = np.zeros_like(layer)
    if columns > 0:
        shifted[:, 1:] = layer[:, :-1]
    else:
        shifted[:, :-1] = layer[:, 1:]
    return shifted


def _unproven_runs(cells: Cells, unproven: NDArray[np.bool_]) -> Iterator[_Run]:
    """Return a run for each of these cells: blanks for all that it may cover, and the character."""
    if not unproven.any():
        return
    width, _ = cells.size
    for y, x in np.argwhere(unproven).tolist():
        style = (int(cells.ink[y, x]), int(cells.paper[y, x]))
        room = min(WIDE, width - x)
        yield _Run(x, y, " " * room, style, None)
        yield _Run(x, y, chr(cells.codes[y, x]), style, None)


def _changed(before: Cells | None, after: Cells) -> NDArray[np.bool_]:
    """Return which cells are to be written, of shape (height, width)."""
    if before is None or before.size != after.size:
        return np.ones(after.codes.shape, np.bool_)
    differs = _differs(before, after)
    gone = has_unproven_width(before.codes)
    if gone.any():  # What one that was drawn too wide has covered is to be written too.
        differs |= _shifted(differs & (gone | _shifted(gone & _is_paired(before), 1)), 1)
    for codes in (before.codes, after.codes):
        _join_halves(differs, codes)
    return differs


def _join_halves(differs: NDArray[np.bool_], codes: NDArray[np.uint32]) -> None:
    """Mark both halves of a wide character where one is marked, in place.

    Half of it can't be written, and what overwrites one half clears the other.
    """
    rows, columns = np.nonzero(codes == FILLER)
    either = differs[rows, columns] | differs[rows, columns - 1]
    differs[rows, columns] = differs[rows, columns - 1] = either


def _differs(before: Cells, after: Cells) -> NDArray[np.bool_]:
    """Return which cells of two pictures of one size differ."""
    differs: NDArray[np.bool_] = before.codes != after.codes
    differs |= before.ink != after.ink
    differs |= before.paper != after.paper
    return differs


def _runs(cells: Cells, wanted: NDArray[np.bool_]) -> Iterator[_Run]:
    positions = np.flatnonzero(wanted)
    if not positions.size:
        return
    width, _ = cells.size
    codes = cells.codes.ravel()[positions]
    ink = _carried(cells.ink.ravel()[positions], codes == SPACE)
    paper = cells.paper.ravel()[positions]
    breaks = (np.diff(positions) != 1) | (positions[1:] % width == 0)
    breaks |= (np.diff(ink) != 0) | (np.diff(paper) != 0)
    breaks |= codes[:-1] == FILLER
    starts = [0, *(np.flatnonzero(breaks) + 1).tolist()]
    text = codes.astype("<u4").tobytes().decode("utf-32-le")
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        y, x = divmod(int(positions[start]), width)
        written = text[start:end]
        known = None if written.endswith(chr(FILLER)) else (x + end - start, y)
        style = (int(ink[start]), int(paper[start]))
        yield _Run(x, y, written.removesuffix(chr(FILLER)), style, known)


def _carried(ink: NDArray[np.uint32], blank: NDArray[np.bool_]) -> NDArray[np.uint32]:
    """Return `ink` with a neighbour's ink in every blank. So blanks neither begin nor end a run."""
    first_visible = np.argmin(blank)
    source = np.maximum.accumulate(np.where(blank, first_visible, np.arange(ink.size)))
    return ink[source]


def _move(at: tuple[int, int] | None, to: tuple[int, int]) -> str:
    """Return the shortest move from `at` to `to`. An unknown position needs an absolute move."""
    x, y = to
    if at == to:
        return ""
    if at is not None and at[1] == y and at[0] < x:
        steps = x - at[0]
        return "\x1b[C" if steps == 1 else f"\x1b[{steps}C"
    if at is not None and x == 0 and y == at[1] + 1:
        return "\r\n"
    return f"\x1b[{y + 1};{x + 1}H"


def _restyle(old: tuple[int | None, int | None], new: tuple[int, int], depth: Depth) -> str:
    parts = []
    if old[0] != new[0]:
        parts.append(_ink(new[0], depth))
    if old[1] != new[1]:
        parts.append(_paper(new[1], depth))
    return f"\x1b[{';'.join(parts)}m" if parts else ""


def _ink(colour: int, depth: Depth) -> str:
    if depth == "16":
        return str(30 + colour if colour < 8 else 82 + colour)
    return f"38;{_extended(colour, depth)}"


def _paper(colour: int, depth: Depth) -> str:
    if depth == "16":
        return str(40 + colour if colour < 8 else 92 + colour)
    return f"48;{_extended(colour, depth)}"


def _extended(colour: int, depth: Depth) -> str:
    if depth == "256":
        return f"5;{colour}"
    return f"2;{colour >> 16};{(colour >> 8) & 0xFF};{colour & 0xFF}"
