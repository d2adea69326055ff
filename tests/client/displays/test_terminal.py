import asyncio
import os
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator

import pytest

from support.processes.emulated_terminal import EmulatedTerminal
from undertide_client.displays.attention import TITLE, Attention
from undertide_client.displays.base import Closed, KeyPress, MousePress, Pasted, Resized
from undertide_client.displays.cells import Console
from undertide_client.displays.errors import DisplayUnavailableError
from undertide_client.displays.terminal import TerminalDisplay, terminal_of_process
from undertide_client.displays.terminal_modes import ENTER, LEAVE, clipboard_words, leave_words
from undertide_client.screens.widgets.drawing import draw_text

XTERM = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
LISTENS = """
import asyncio, sys
from undertide_client.displays import open_display
from undertide_client.displays.cells import Console
from undertide_client.screens.widgets.drawing import draw_text
from undertide_client.displays.base import Closed

async def main():
    with open_display("terminal") as display:
        console = Console(80, 24)
        draw_text(console, 0, 0, "ready", (255, 255, 255))
        display.present(console)
        while not isinstance(await display.next_event(), Closed):
            pass

asyncio.run(main())
"""
DEAF = """
import time
from undertide_client.displays import open_display
from undertide_client.displays.cells import Console
from undertide_client.screens.widgets.drawing import draw_text

with open_display("terminal") as display:
    console = Console(80, 24)
    draw_text(console, 0, 0, "ready", (255, 255, 255))
    display.present(console)
    while True:
        time.sleep(0.05)  # A signal just before a wait without end would never be handled.
"""


@pytest.fixture
def terminal() -> Iterator[EmulatedTerminal]:
    with EmulatedTerminal() as made:
        yield made


def display_on(terminal: EmulatedTerminal, **environment: str) -> TerminalDisplay:
    descriptor = terminal.descriptor
    return TerminalDisplay(descriptor, descriptor, "auto", XTERM | environment)


def console_with(text: str, width: int = 80, height: int = 24) -> Console:
    console = Console(width, height)
    draw_text(console, 0, 0, text, (255, 255, 255))
    return console


def left(terminal: EmulatedTerminal) -> bool:
    return terminal.received.endswith((LEAVE, leave_words(is_simple=False)))


def test_a_console_is_shown(terminal: EmulatedTerminal) -> None:
    with display_on(terminal) as display:
        display.present(console_with("┌ tide ≈ ┐"))
        terminal.read_text("┌ tide ≈ ┐")
        assert terminal.screen.cursor.hidden
    assert terminal.received.startswith(ENTER)


def test_a_suspended_terminal_is_the_shells_until_it_is_taken_again(
    terminal: EmulatedTerminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    happened: list[str] = []
    before = termios.tcgetattr(terminal.descriptor)

    def stop(group: int, number: int) -> None:
        assert (group, number) == (os.getpgrp(), signal.SIGTSTP)
        terminal.read_until(left)
        assert termios.tcgetattr(terminal.descriptor) == before
        happened.append("stopped")

    monkeypatch.setattr(os, "killpg", stop)
    with display_on(terminal) as display:
        display.present(console_with("the map"))
        terminal.read_text("the map")
        assert display.suspend(lambda: happened.append("left"))
        assert happened == ["left", "stopped"]
        terminal.read_text("the map")
        assert termios.tcgetattr(terminal.descriptor) != before
        display.present(console_with("goes on"))
        terminal.read_text("goes on")
    terminal.read_until(left)


def test_a_terminal_that_is_taken_again_is_told_its_title_but_no_old_bell(
    terminal: EmulatedTerminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "killpg", lambda _group, _number: None)
    with display_on(terminal) as display:
        display.attend(Attention("your turn", 1))
        display.present(console_with("the map"))
        terminal.read_text("the map")
        assert display.suspend(lambda: None)
        told = b"\x1b]2;your turn\x07"
        terminal.read_until(lambda read: read.received.count(told) == 2)
        display.present(console_with("goes on"))
        terminal.read_text("goes on")
    assert terminal.received.count(told + b"\x07") == 1


def test_the_title_and_the_bell_come_with_the_next_picture(terminal: EmulatedTerminal) -> None:
    with display_on(terminal) as display:
        display.present(console_with("before"))
        terminal.read_text("before")
        display.attend(Attention("your turn", 1))
        display.present(console_with("after!"))
        terminal.read_text("after!")
    assert b"\x1b]2;your turn\x07\x07" in terminal.received


def test_a_terminal_without_utf8_gets_ascii(terminal: EmulatedTerminal) -> None:
    with display_on(terminal, LC_ALL="C") as display:
        display.present(console_with("┌ tide ≈ ┐"))
        terminal.read_text("+ tide { +")
    assert terminal.received.isascii()


def test_a_line_is_copied_where_the_terminal_can(terminal: EmulatedTerminal) -> None:
    with display_on(terminal) as display:
        assert display.copy("http://host/")
        terminal.read_until(lambda read: clipboard_words("http://host/") in read.received)


def test_a_terminal_without_clipboard_and_title_is_told_of_neither(
    terminal: EmulatedTerminal,
) -> None:
    with display_on(terminal, TERM="linux") as display:
        assert not display.copy("http://host/")
        display.attend(Attention("your turn", 1))
        display.present(console_with("shown"))
        terminal.read_text("shown")
    terminal.read_until(left)
    assert b"]" not in terminal.received
    assert b"\x07" in terminal.received


def test_a_terminal_with_one_screen_alone_is_left_empty(terminal: EmulatedTerminal) -> None:
    with display_on(terminal) as display:
        display.present(console_with("shown"))
        terminal.read_text("shown")
    terminal.read_until(left)
    assert not "".join(terminal.screen.display).strip(), "the emulator knows no other screen"
    assert (terminal.screen.cursor.x, terminal.screen.cursor.y) == (0, 0)


def test_the_title_is_the_games_own_until_it_is_left(terminal: EmulatedTerminal) -> None:
    with display_on(terminal) as display:
        display.present(console_with("shown"))
        terminal.read_text("shown")
        assert terminal.screen.title == TITLE
    terminal.read_until(left)
    assert terminal.screen.title == "", "the emulator keeps no title"


def test_the_terminal_is_given_back(terminal: EmulatedTerminal) -> None:
    before = termios.tcgetattr(terminal.descriptor)
    with display_on(terminal) as display:
        display.present(console_with("shown"))
        terminal.read_text("shown")
        assert termios.tcgetattr(terminal.descriptor) != before
    terminal.read_until(left)
    assert termios.tcgetattr(terminal.descriptor) == before
    assert not terminal.screen.cursor.hidden


def test_the_terminal_is_given_back_when_something_fails(terminal: EmulatedTerminal) -> None:
    before = termios.tcgetattr(terminal.descriptor)
    with pytest.raises(RuntimeError, match="a bug"), display_on(terminal):
        raise RuntimeError("a bug")
    terminal.read_until(left)
    assert termios.tcgetattr(terminal.descriptor) == before


def test_signals_are_handled_as_before_afterwards(terminal: EmulatedTerminal) -> None:
    numbers = (signal.SIGTERM, signal.SIGHUP, signal.SIGWINCH)
    before = [signal.getsignal(number) for number in numbers]
    with display_on(terminal):
        assert all(
            signal.getsignal(number) != handler
            for number, handler in zip(numbers, before, strict=True)
        )
    assert [signal.getsignal(number) for number in numbers] == before


def test_the_size_is_asked_every_time(terminal: EmulatedTerminal) -> None:
    display = display_on(terminal)
    assert display.size() == (80, 24)
    terminal.resize(132, 43)
    assert display.size() == (132, 43)


def test_sizes_are_bounded_and_never_empty(terminal: EmulatedTerminal) -> None:
    display = display_on(terminal)
    termios.tcsetwinsize(terminal.descriptor, (0, 0))
    assert display.size() == (80, 24)
    termios.tcsetwinsize(terminal.descriptor, (60_000, 60_000))
    assert display.size() == (500, 200)


def test_another_size_is_drawn_whole(terminal: EmulatedTerminal) -> None:
    with display_on(terminal) as display:
        display.present(console_with("first"))
        terminal.read_text("first")
        terminal.resize(100, 30)
        terminal.screen.reset()
        display.present(console_with("x" * 100, 100, 30))
        terminal.read_text("x" * 100)


async def test_keys_clicks_and_pastes_are_told(terminal: EmulatedTerminal) -> None:
    with display_on(terminal) as display:
        display.present(console_with("shown"))
        terminal.press(b"k\x1b[1;5A\x1b[<0;3;2M\x1b[200~hi\x1b[201~")
        events = [await display.next_event() for _ in range(4)]
    assert events == [KeyPress("k"), KeyPress("ctrl+up"), MousePress(2, 1, "left"), Pasted("hi")]


async def test_a_small_terminal_scrolls_and_says_so(terminal: EmulatedTerminal) -> None:
    terminal.resize(60, 20)
    with display_on(terminal) as display:
        console = console_with("top left")
        draw_text(console, 70, 23, "corner", (255, 255, 255))
        display.present(console)
        terminal.read_text("60×20 of 80×24: ctrl+arrows scroll")  # noqa: RUF001
        assert terminal.screen.display[0].startswith("top left")
        terminal.press(b"\x1b[1;5C" * 3 + b"\x1b[1;5B" * 2 + b"\x1b[<2;51;19Mx")
        assert await display.next_event() == MousePress(70, 23, "right")
        assert await display.next_event() == KeyPress("x"), "no scroll key came through"
        terminal.read_text("corner")


async def test_a_new_size_wakes_the_one_who_waits(terminal: EmulatedTerminal) -> None:
    with display_on(terminal) as display:
        waiting = asyncio.ensure_future(display.next_event())
        asyncio.get_running_loop().call_soon(signal.raise_signal, signal.SIGWINCH)
        assert await waiting == Resized()


async def test_a_hang_up_closes(terminal: EmulatedTerminal) -> None:
    with display_on(terminal) as display:
        display.present(console_with("shown"))
        terminal.read_text("shown")
        terminal.hang_up()
        assert isinstance(await display.next_event(), Closed)


async def test_being_asked_to_stop_closes(terminal: EmulatedTerminal) -> None:
    with display_on(terminal) as display:
        waiting = asyncio.ensure_future(display.next_event())
        asyncio.get_running_loop().call_soon(signal.raise_signal, signal.SIGTERM)
        assert await waiting == Closed("asked to stop (SIGTERM)")


def present_many(display: TerminalDisplay) -> None:
    """Present 200 consoles that differ in every cell: far more than a pty holds."""
    for number in range(200):
        fill = chr(ord("a") + number % 26)
        display.present(console_with(f"{number:04}{fill * 76}" + fill * 80 * 23))


def test_a_stalled_terminal_stalls_nobody_and_then_shows_the_newest(
    terminal: EmulatedTerminal,
) -> None:
    with display_on(terminal) as display:
        present_many(display)
        terminal.read_text("0199")
    assert len(terminal.received) < 100 * 80 * 24, "frames in between were left out"


def test_leaving_a_stalled_terminal_takes_bounded_time(terminal: EmulatedTerminal) -> None:
    before = termios.tcgetattr(terminal.descriptor)
    with display_on(terminal) as display:
        present_many(display)
    assert termios.tcgetattr(terminal.descriptor) == before
    terminal.read_until(left)


def test_presenting_outside_shows_nothing(terminal: EmulatedTerminal) -> None:
    display = display_on(terminal)
    with display:
        pass
    display.present(console_with("too late"))
    terminal.read_until(left)
    assert b"too late" not in terminal.received


def test_what_is_no_terminal_is_refused_with_advice() -> None:
    reader, writer = os.pipe()
    with pytest.raises(DisplayUnavailableError) as caught:
        TerminalDisplay(reader, writer, "auto", XTERM)
    assert caught.value.reason == "input or output is not a terminal"
    assert "window display" in caught.value.advice
    os.close(reader)
    os.close(writer)


@pytest.mark.parametrize("term", ["", "dumb"])
def test_a_terminal_that_cannot_draw_is_refused(terminal: EmulatedTerminal, term: str) -> None:
    with pytest.raises(DisplayUnavailableError, match="can't move its cursor"):
        display_on(terminal, TERM=term)


def test_a_process_without_input_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "__stdin__", None)
    with pytest.raises(DisplayUnavailableError, match="no input"):
        terminal_of_process("auto")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize(("program", "dies"), [(LISTENS, False), (DEAF, True)])
def test_a_process_that_is_stopped_gives_the_terminal_back(
    terminal: EmulatedTerminal, number: signal.Signals, program: str, dies: bool
) -> None:
    before = termios.tcgetattr(terminal.descriptor)
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=terminal.descriptor,
        stdout=terminal.descriptor,
        stderr=terminal.descriptor,
        start_new_session=True,
        env=os.environ | XTERM,
    )
    terminal.read_text("ready")
    process.send_signal(number)
    terminal.read_until(left)
    assert process.wait() == (-number if dies else 0)
    assert termios.tcgetattr(terminal.descriptor) == before
    assert not terminal.screen.cursor.hidden
