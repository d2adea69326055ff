"""Terminals of all sizes and colours, and how they are given back."""

import re
import signal
from pathlib import Path

import pytest

from support.gateway.raw_clients import Maker
from support.processes.commands import Serving
from support.processes.played_terminal import Opener, PlayedTerminal
from support.processes.waiting import LONGEST
from undertide_client.displays.viewport import notice

TRUE_COLOUR = re.compile(rb"[;\[][34]8;2;")
PALETTE_256 = re.compile(rb"[;\[][34]8;5;")
GIVEN_BACK = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?7h", b"\x1b[?2004l", b"\x1b[?1000l")
"""The first screen, the cursor, wrapping; no marked pastes, no clicks."""


def start(
    server: Serving, opened: Opener, made: Maker, *words: str, colorterm: str = "truecolor"
) -> PlayedTerminal:
    """Join a session of one's own, as far as the map."""
    own = ("join", server.address, "--session", made(), "--name", "Ann")
    ann = opened(*own, *words, COLORTERM=colorterm)
    ann.read_text("Ann joins the party")
    return ann


def test_the_screen_follows_the_terminals_size(
    server: Serving, opened: Opener, made: Maker
) -> None:
    ann = start(server, opened, made)
    for columns, rows in ((150, 50), (80, 24), (110, 30)):
        ann.resize(columns, rows)
        ann.wait_for(lambda: ann.bar.rstrip().endswith("ms"), f"a bar {columns} wide")
        panel = ann.screen.display[0].index("level 1")
        assert columns - 36 <= panel < columns
        assert ann.hero("Ann") is not None


def test_a_terminal_that_is_too_small_scrolls_and_says_so(
    server: Serving, opened: Opener, made: Maker
) -> None:
    ann = start(server, opened, made)
    ann.resize(60, 15)
    ann.read_text(notice((80, 24), (60, 15)))
    assert "connected" not in ann.text
    for _ in range(3):
        ann.type("\x1b[1;5C\x1b[1;5B")
    ann.read_text("connected")
    assert "ctrl+arrows scroll" in ann.bar
    for _ in range(3):
        ann.type("\x1b[1;5D\x1b[1;5A")
    ann.read_gone("connected")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_client_that_is_stopped_gives_the_terminal_back(
    server: Serving, opened: Opener, made: Maker, number: signal.Signals
) -> None:
    ann = start(server, opened, made)
    assert ann.modes != ann.modes_before
    ann.process.send_signal(number)
    ann.ended()
    assert ann.modes == ann.modes_before
    end = ann.received[-200:]
    assert all(sequence in end for sequence in GIVEN_BACK)
    assert "Traceback" not in ann.text


def test_ctrl_c_asks_before_it_leaves(server: Serving, opened: Opener, made: Maker) -> None:
    ann = start(server, opened, made)
    ann.type("\x03")
    ann.read_text("Leave the game?")
    ann.type("n")
    ann.read_gone("Leave the game?")
    ann.type("\x03")
    ann.read_text("Leave the game?")
    ann.type("\x03")
    assert ann.ended() == 0


def test_a_terminal_that_hangs_up_ends_the_client(
    server: Serving, opened: Opener, made: Maker
) -> None:
    ann = start(server, opened, made)
    ann.release()
    ann.hang_up()
    ann.process.wait(LONGEST)


@pytest.mark.parametrize(
    ("words", "colorterm", "true", "palette"),
    [
        ((), "truecolor", True, False),
        ((), "", False, True),
        (("--colors", "true"), "", True, False),
        (("--colors", "256"), "truecolor", False, True),
        (("--colors", "16"), "truecolor", False, False),
    ],
)
def test_colours_are_what_the_terminal_has_or_the_player_says(
    server: Serving,
    opened: Opener,
    made: Maker,
    words: tuple[str, ...],
    colorterm: str,
    true: bool,
    palette: bool,
) -> None:
    ann = start(server, opened, made, *words, colorterm=colorterm)
    ann.wait_for(lambda: bool(ann.glyphs("@")), "the hero")
    assert bool(TRUE_COLOUR.search(ann.received)) is true
    assert bool(PALETTE_256.search(ann.received)) is palette
    assert len({cell.fg for row in ann.screen.buffer.values() for cell in row.values()}) > 3


def test_without_a_terminal_there_is_advice(server: Serving, opened: Opener) -> None:
    ann = opened("join", server.address, TERM="dumb")
    assert ann.ended() == 1
    assert "use the window display" in ann.unwrapped


def test_a_first_start_asks_who_one_is_states_the_goal_and_is_remembered(
    server: Serving, opened: Opener, made: Maker, tmp_path: Path
) -> None:
    words, new = ("join", server.address, "--session", made()), str(tmp_path)
    first = opened(*words, XDG_STATE_HOME=new)
    first.read_text("Your name")
    first.type("\x7f" * len("ann") + "Bob\r")
    first.read_text("o explores  ? help")
    first.read_text("Bob joins the party")
    first.end()
    second = opened(*words, XDG_STATE_HOME=new)
    second.read_text("@ Bob  o explore")
