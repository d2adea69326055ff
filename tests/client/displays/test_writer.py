import os
import select
import threading
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from undertide_client.displays.writer import FrameWriter

MORE_THAN_A_PIPE = 200_000
"""Bytes; a pipe takes 65,536 before its writer has to wait."""


@dataclass
class Pipe:
    reader: int
    writer: int


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    """A pipe that nobody reads; the writing end, which does not block, belongs to the writer."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    yield Pipe(reader, writer)
    os.close(reader)


def read_all(descriptor: int) -> bytes:
    return b"".join(iter(lambda: os.read(descriptor, 65536), b""))


def never(error: OSError) -> None:
    raise AssertionError(error)


def test_first_words_frames_and_last_words_come_in_order(pipe: Pipe) -> None:
    rendered = threading.Event()

    def render(frame: str) -> bytes:
        rendered.set()
        return frame.encode()

    writer = FrameWriter(pipe.writer, render, never, b"<begin>")
    writer.submit("frame")
    assert rendered.wait()
    assert os.read(pipe.reader, 7) == b"<begin>"
    assert os.read(pipe.reader, 5) == b"frame"
    writer.close(b"<end>")
    assert read_all(pipe.reader) == b"<end>"


def test_a_stalled_terminal_stalls_nobody_and_the_newest_frame_wins(pipe: Pipe) -> None:
    begun, done = threading.Event(), threading.Event()
    rendered: list[int] = []

    def render(frame: int) -> bytes:
        rendered.append(frame)
        begun.set()
        if frame == 50:
            done.set()
        return b"%d" % frame * (MORE_THAN_A_PIPE if frame == 1 else 1)

    writer = FrameWriter(pipe.writer, render, never)
    writer.submit(1)
    assert begun.wait()
    for frame in range(2, 51):
        writer.submit(frame)
    assert rendered == [1]
    taken = 0
    while taken < MORE_THAN_A_PIPE:
        taken += len(os.read(pipe.reader, MORE_THAN_A_PIPE - taken))
    assert done.wait()
    assert os.read(pipe.reader, 10) == b"50"
    assert rendered == [1, 50]
    writer.close(b"")


def test_closing_breaks_off_a_frame_and_still_says_the_last_words(pipe: Pipe) -> None:
    begun = threading.Event()
    taken: list[bytes] = []

    def render(frame: bytes) -> bytes:
        begun.set()
        return frame * MORE_THAN_A_PIPE

    writer = FrameWriter(pipe.writer, render, never)
    writer.submit(b"x")
    assert begun.wait()
    select.select([pipe.reader], [], [])  # A close before the first byte breaks nothing off.
    reader = threading.Thread(target=lambda: taken.append(read_all(pipe.reader)))
    closer = threading.Thread(target=writer.close, args=(b"<end>",))
    closer.start()
    reader.start()
    closer.join()
    reader.join()
    assert taken[0].endswith(b"x<end>")


def test_closing_returns_even_if_nobody_ever_reads(pipe: Pipe) -> None:
    begun = threading.Event()

    def render(frame: bytes) -> bytes:
        begun.set()
        return frame * MORE_THAN_A_PIPE

    writer = FrameWriter(pipe.writer, render, never)
    writer.submit(b"x")
    assert begun.wait()
    writer.close(b"<end>")
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(pipe.writer)


def test_a_broken_descriptor_is_told_once_and_ends_the_writer() -> None:
    reader, broken = os.pipe()
    os.close(reader)
    errors: list[OSError] = []
    told = threading.Event()

    def on_failure(error: OSError) -> None:
        errors.append(error)
        told.set()

    writer = FrameWriter(broken, lambda frame: frame, on_failure)
    writer.submit(b"x")
    assert told.wait()
    writer.submit(b"y")
    writer.close(b"<end>")
    writer.close(b"<end>")
    assert [type(error) for error in errors] == [BrokenPipeError]


def test_bytes_that_draw_nothing_are_written_between_frames(pipe: Pipe) -> None:
    writer = FrameWriter(pipe.writer, str.encode, never)
    writer.submit_aside(b"<copy>")
    assert os.read(pipe.reader, 6) == b"<copy>"
    writer.submit("frame")
    assert os.read(pipe.reader, 5) == b"frame"
    writer.close(b"<end>")
    assert read_all(pipe.reader) == b"<end>"
