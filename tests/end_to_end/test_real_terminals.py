"""What real terminals do with what the client writes: see docs/terminals.md."""

import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from support.processes.real_terminals import (
    COLUMNS,
    CURSOR,
    TERMINALS,
    RealTerminal,
    in_tmux,
    in_xterm,
    tmux_words,
)
from support.processes.waiting import LONGEST
from undertide_client.displays.glyphs import (
    MAX_UNICODE,
    SPACE,
    WIDE,
    has_unproven_width,
    is_wide,
    terminal_glyph,
)
from undertide_client.displays.terminal_modes import enter_words, leave_words

ASKED_AT_ONCE = 200
"""Characters that are written before the answers are read: those of more might fill the pipes."""
START = (20, 5)
"""Where each character is written."""

TITLE = b"\x1b]2;before\x1b\\"
ENTERED, LEFT = enter_words(is_simple=False), leave_words(is_simple=False)
TMUX_MODES = "#{alternate_on}#{mouse_any_flag}#{mouse_sgr_flag}#{cursor_flag}#{wrap_flag}"
XTERM_MODES = (7, 25, 1000, 1006, 1049, 2004)
"""Wrapping, the cursor, clicks, their form, the other screen, and marked pastes."""


@pytest.fixture(params=TERMINALS)
def terminal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RealTerminal]:
    with TERMINALS[request.param](tmp_path) as started:
        yield started


@cache
def written_codes() -> list[int]:
    """Return all characters that a terminal may be given: others become a question mark."""
    every = range(SPACE, MAX_UNICODE + 1)
    return [code for code in every if terminal_glyph(code) == code or is_wide(code)]


def columns_taken(terminal: RealTerminal, codes: Sequence[int]) -> Iterator[int]:
    """Yield how far each character moves the cursor; -1 if it leaves the row."""
    move = f"\x1b[{START[1] + 1};{START[0] + 1}H"
    for first in range(0, len(codes), ASKED_AT_ONCE):
        part = codes[first : first + ASKED_AT_ONCE]
        for x, y in terminal.cursors_after([f"{move}{chr(code)}".encode() for code in part]):
            yield x - START[0] if y == START[1] else -1


def test_every_character_takes_the_cells_that_the_painter_expects(terminal: RealTerminal) -> None:
    codes = written_codes()
    unproven = has_unproven_width(np.array(codes, np.uint32)).tolist()
    wrong = {
        f"U+{code:04X}": taken
        for code, in_doubt, taken in zip(
            codes, unproven, columns_taken(terminal, codes), strict=True
        )
        if taken not in (range(WIDE + 1) if in_doubt else [WIDE if is_wide(code) else 1])
    }
    assert not wrong, "a character moves what the painter writes after it"


@pytest.mark.parametrize("name", TERMINALS)
def test_a_terminal_that_is_left_is_as_it_was(name: str, tmp_path: Path) -> None:
    place = b"\x1b[6;4H"
    line = b"\x1b[1;1H" + b"-" * (COLUMNS + 1)
    with TERMINALS[name](tmp_path) as terminal:
        [cursor] = terminal.cursors_after([place + ENTERED + b"\x1b[2;2Hseen" + LEFT])
        assert cursor == ((0, 0) if name == "screen" else (3, 5)), "screen has no other screen"
        [(_, row)] = terminal.cursors_after([line])
        assert row == 1, "a long line goes on in the next row"


def test_tmux_has_its_modes_and_title_back(tmp_path: Path) -> None:
    def told() -> str:
        """Return what tmux knows once it has read all that was written."""
        tmux.write(b"\x1b[6n")
        tmux.read(CURSOR)
        words = [*tmux_words(tmp_path), "display-message", "-p", TMUX_MODES + " #{pane_title}"]
        return subprocess.check_output(words, text=True, timeout=LONGEST).strip()

    with in_tmux(tmp_path) as tmux:
        tmux.write(TITLE)
        assert told() == "00011 before"
        tmux.write(ENTERED)
        assert told() == "11100 Undertide"
        tmux.write(LEFT)
        assert told() == "00011 before"


def test_xterm_has_its_modes_and_title_back(tmp_path: Path) -> None:
    def told() -> tuple[dict[int, bool], bytes]:
        """Return which modes are on, and the title."""
        modes = {}
        for mode in XTERM_MODES:
            xterm.write(b"\x1b[?%d$p" % mode)
            modes[mode] = xterm.read(rb"\x1b\[\?%d;(\d)\$y" % mode)[1] == b"1"
        xterm.write(b"\x1b[21t")
        return modes, xterm.read(rb"\x1b\]l(.*?)\x1b\\")[1]

    with in_xterm(tmp_path) as xterm:
        xterm.write(TITLE)
        before = told()
        assert before[1] == b"before"
        xterm.write(ENTERED)
        assert told() == ({mode: mode >= 1000 for mode in XTERM_MODES}, b"Undertide")
        xterm.write(LEFT)
        assert told() == before
