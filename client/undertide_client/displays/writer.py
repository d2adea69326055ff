"""A thread that writes frames, so that a stalled terminal stalls nothing else.

It makes one write at a time. Of the frames that come in the meantime, it keeps only the newest,
and of the bytes that are no frame too.
"""

import os
import select
import termios
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Generic, TypeVar

Frame = TypeVar("Frame")

_CHUNK: Final = 4096
"""Bytes of one write: a terminal takes them at once, so that the thread notices closing between
chunks."""
_LAST_WORDS_WAIT: Final = 0.5
"""Seconds that closing waits for a terminal to take its last words: more than a slow line needs."""
_JOIN_WAIT: Final = 2.0
"""Seconds that closing waits for the thread: longer than both tries at the last words. After that
it leaves a stuck thread behind (a copied descriptor may block)."""


class FrameWriter(Generic[Frame]):
    """A thread that renders and writes frames to its own descriptor, until closed or failed."""

    def __init__(
        self,
        descriptor: int,
        render: Callable[[Frame], bytes],
        on_failure: Callable[[OSError], None],
        first_words: bytes = b"",
    ) -> None:
        """Start writing to `descriptor`, which this writer closes; it should not block.

        The thread writes `first_words` before any frame. It calls `render` in order for each frame
        that it really writes, and `on_failure` once if the descriptor breaks.
        """
        self._descriptor = descriptor
        self._render = render
        self._on_failure = on_failure
        self._first_words = first_words
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._aside = b""
        self._last_words: bytes | None = None
        self._stop_reader, self._stop_writer = os.pipe()
        self._thread = threading.Thread(target=self._run, name="display writer", daemon=True)
        self._thread.start()

    def submit(self, frame: Frame) -> None:
        """Hand over `frame`, which replaces one that still waits. Never blocks."""
        with self._news:
            self._newest = frame
            self._news.notify()

    def submit_aside(self, data: bytes) -> None:
        """Hand over bytes that draw nothing, to be written between two frames. Never blocks."""
        with self._news:
            self._aside = data
            self._news.notify()

    def close(self, last_words: bytes) -> None:
        """Stop the current write, write `last_words` and end. Returns in bounded time."""
        with self._news:
            if self._last_words is not None:
                return
            self._last_words = last_words
            self._news.notify()
        os.write(self._stop_writer, b"!")
        self._thread.join(_JOIN_WAIT)
        if not self._thread.is_alive():
            for descriptor in (self._stop_reader, self._stop_writer, self._descriptor):
                os.close(descriptor)

    def _run(self) -> None:
        try:
            self._write(self._first_words)
            while (next_ := self._next()) is not None:
                aside, frame = next_
                self._write(aside)
                if frame is not None:
                    self._write(self._render(frame))
            self._say_last_words()
        except OSError as error:
            self._on_failure(error)

    def _next(self) -> tuple[bytes, Frame | None] | None:
        """Wait for a frame or other bytes; return None once the writer is closed."""
        with self._news:
            self._news.wait_for(
                lambda: self._newest is not None or bool(self._aside) or self._closing
            )
            frame, self._newest = self._newest, None
            aside, self._aside = self._aside, b""
            return None if self._closing else (aside, frame)

    @property
    def _closing(self) -> bool:
        return self._last_words is not None

    def _write(self, data: bytes) -> None:
        """Write all of `data`, or as much as possible until the writer is closed."""
        rest = memoryview(data)
        while rest and not self._closing:
            readable, writable, _ = select.select([self._stop_reader], [self._descriptor], [])
            if writable and not readable:
                rest = rest[self._write_some(rest) :]

    def _say_last_words(self) -> None:
        if not self._write_in_time(self._last_words or b""):
            # Discard output that a stalled terminal has not taken by now, to make room.
            with suppress(termios.error):
                termios.tcflush(self._descriptor, termios.TCOFLUSH)
            self._write_in_time(self._last_words or b"")

    def _write_in_time(self, data: bytes) -> bool:
        rest = memoryview(data)
        while rest:
            _, writable, _ = select.select([], [self._descriptor], [], _LAST_WORDS_WAIT)
            if not writable:
                return False
            rest = rest[self._write_some(rest) :]
        return True

    def _write_some(self, data: memoryview) -> int:
        try:
            return os.write(self._descriptor, data[:_CHUNK])
        except BlockingIOError:
            return 0
