import asyncio
import os
import pty
import termios
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from undertide_client.plain.typed_lines import MAX_TYPED, TypedLines


@contextmanager
def piped() -> Iterator[tuple[TypedLines, int]]:
    """Give lines that are read from a pipe, and the descriptor to write them to."""
    reading, writing = os.pipe()
    yield TypedLines(reading), writing
    os.close(writing)


async def test_lines_come_one_after_the_other_and_the_end_is_none() -> None:
    with piped() as (typed, writing):
        os.write(writing, "north\r\nsay grüß dich\nquit".encode())
        assert [await typed.next_line() for _ in range(2)] == ["north", "say grüß dich"]
    assert await typed.next_line() == "quit"
    assert await typed.next_line() is None
    assert not typed.is_terminal


async def test_a_line_that_nobody_waited_for_any_more_is_the_next_one() -> None:
    with piped() as (typed, writing):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(typed.next_line(), 0)
        os.write(writing, b"first\nsecond\n")
        assert [await typed.next_line(), await typed.next_line()] == ["first", "second"]


async def test_a_posted_line_is_next_and_loses_no_typed_one() -> None:
    with piped() as (typed, writing):
        waiting = asyncio.create_task(typed.next_line())
        typed.post("posted")
        assert await waiting == "posted"
        os.write(writing, b"typed\n")
        assert await typed.next_line() == "typed"
        typed.post(None)
        assert await typed.next_line() is None


async def test_a_line_without_an_end_is_bounded() -> None:
    with piped() as (typed, writing):
        next_line = asyncio.create_task(typed.next_line())
        for _ in range(4):
            await asyncio.to_thread(os.write, writing, b"x" * MAX_TYPED)
        await asyncio.to_thread(os.write, writing, b"\nshort\n")
        assert len(await next_line or "") <= MAX_TYPED
        assert await typed.next_line() == "short"


def test_a_terminal_shows_nothing_of_a_secret() -> None:
    controller, terminal = pty.openpty()
    typed = TypedLines(terminal)

    def echoes() -> bool:
        return bool(termios.tcgetattr(terminal)[3] & termios.ECHO)

    assert typed.is_terminal
    assert echoes()
    with typed.unseen():
        assert not echoes()
    assert echoes()
    os.close(controller)
    os.close(terminal)


def test_a_pipe_has_nothing_to_hide() -> None:
    with piped() as (typed, _), typed.unseen():
        assert not typed.is_terminal
