"""What real terminals do with what the client writes."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from support.processes.real_terminals import TERMINALS, RealTerminal
from undertide_client.displays.glyphs import (
    MAX_UNICODE,
    SPACE,
    WIDE,
    has_unproven_width,
    is_wide,
    terminal_glyph,
)

ASKED_AT_ONCE = 200
"""Characters that are written before the answers are read: those of more might fill the pipes."""
START = (20, 5)
"""Where each character is written."""


@pytest.fixture(params=TERMINALS)
def terminal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RealTerminal]:
    with TERMINALS[request.param](tmp_path) as started:
        yield started


def is_written(code: int) -> bool:
    """Return whether a terminal may be given a character: all else becomes a question mark."""
    return terminal_glyph(code) == code or is_wide(code)


def columns_taken(terminal: RealTerminal, codes: Sequence[int]) -> Iterator[int]:
    """Yield how far each character moves the cursor; -1 if it leaves the row."""
    move = f"\x1b[{START[1] + 1};{START[0] + 1}H"
    for first in range(0, len(codes), ASKED_AT_ONCE):
        part = codes[first : first + ASKED_AT_ONCE]
        for x, y in terminal.cursors_after([f"{move}{chr(code)}".encode() for code in part]):
            yield x - START[0] if y == START[1] else -1


def test_every_character_takes_the_cells_that_the_painter_expects(terminal: RealTerminal) -> None:
    codes = [code for code in range(SPACE, MAX_UNICODE + 1) if is_written(code)]
    unproven = has_unproven_width(np.array(codes, np.uint32)).tolist()
    wrong = {
        f"U+{code:04X}": taken
        for code, in_doubt, taken in zip(
            codes, unproven, columns_taken(terminal, codes), strict=True
        )
        if taken not in (range(WIDE + 1) if in_doubt else [WIDE if is_wide(code) else 1])
    }
    assert not wrong, "a character moves what the painter writes after it"
