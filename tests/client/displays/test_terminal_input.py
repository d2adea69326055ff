import asyncio
import os
from collections.abc import Iterator

import pytest

from support.processes.emulated_terminal import EmulatedTerminal
from support.processes.waiting import until
from undertide_client.displays.base import Closed, KeyPress, Resized
from undertide_client.displays.terminal_input import TerminalInput
from undertide_client.displays.terminal_modes import raw_keys


@pytest.fixture
def terminal() -> Iterator[EmulatedTerminal]:
    with EmulatedTerminal() as made, raw_keys(made.descriptor):
        yield made


async def test_keys_come_in_the_order_typed(terminal: EmulatedTerminal) -> None:
    keys = TerminalInput(terminal.descriptor, "utf-8")
    terminal.press("k\x1b[A\x03é".encode())
    events = [await keys.next_event() for _ in range(4)]
    assert events == [KeyPress(each) for each in ("k", "up", "ctrl+c", "é")]


async def test_characters_may_be_cut_between_bytes(terminal: EmulatedTerminal) -> None:
    keys = TerminalInput(terminal.descriptor, "utf-8")
    terminal.press(b"a" + "é".encode()[:1])
    assert await keys.next_event() == KeyPress("a")
    terminal.press("é".encode()[1:])
    assert await keys.next_event() == KeyPress("é")


async def test_escape_comes_after_its_wait(terminal: EmulatedTerminal) -> None:
    keys = TerminalInput(terminal.descriptor, "utf-8")
    terminal.press(b"\x1b")
    assert await keys.next_event() == KeyPress("escape")


async def test_cancelling_loses_no_key(terminal: EmulatedTerminal) -> None:
    keys = TerminalInput(terminal.descriptor, "utf-8")
    for _ in range(3):
        waiting = asyncio.ensure_future(keys.next_event())
        await until(lambda: keys.is_awaited)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    terminal.press(b"ab")
    assert await keys.next_event() == KeyPress("a")
    assert await keys.next_event() == KeyPress("b")


async def test_a_posted_event_wakes_the_waiting_one(terminal: EmulatedTerminal) -> None:
    keys = TerminalInput(terminal.descriptor, "utf-8")
    waiting = asyncio.ensure_future(keys.next_event())
    await until(lambda: keys.is_awaited)
    await asyncio.to_thread(keys.post, Resized())
    assert await waiting == Resized()


def test_an_event_may_be_posted_before_anyone_waits(terminal: EmulatedTerminal) -> None:
    keys = TerminalInput(terminal.descriptor, "utf-8")
    assert not keys.is_awaited
    keys.post(Resized())
    assert asyncio.run(keys.next_event()) == Resized()
    assert not keys.is_awaited


async def test_a_hang_up_closes(terminal: EmulatedTerminal) -> None:
    keys = TerminalInput(terminal.descriptor, "utf-8")
    terminal.press(b"x")
    assert await keys.next_event() == KeyPress("x")
    terminal.hang_up()
    for _ in range(2):
        assert await keys.next_event() == Closed("the terminal hung up")


async def test_input_that_ends_closes() -> None:
    reader, writer = os.pipe()
    os.close(writer)
    assert await TerminalInput(reader, "utf-8").next_event() == Closed("the terminal hung up")
    os.close(reader)


async def test_bytes_that_are_no_character_are_skipped(terminal: EmulatedTerminal) -> None:
    keys = TerminalInput(terminal.descriptor, "utf-8")
    terminal.press(b"\xff\xfea")
    assert await keys.next_event() == KeyPress("a")
