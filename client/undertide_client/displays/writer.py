"""One thread that writes frames, so that a stalled terminal stalls nobody else.

One write is under way at a time; of the frames that come meanwhile only the newest is kept.
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
"""Bytes of one write: what a terminal takes at once, so that closing is noticed between chunks."""
_LAST_WORDS_WAIT: Final = 0.5
"""Seconds that closing waits for a terminal to take its last words, more than a slow line needs."""
_JOIN_WAIT: Final = 2.0
"""Seconds that closing waits for the thread: longer than both tries at last words. A thread that
is stuck even then (a copied descriptor may block) is left behind."""


class FrameWriter(Generic[Frame]):
    """Renders and writes frames to a descriptor of its own, until closed or until that fails."""

    def __init__(
        self,
        descriptor: int,
        render: Callable[[Frame], bytes],
        on_failure: Callable[[OSError], None],
        first_words: bytes = b"",
    ) -> None:
        """Start writing to `descriptor`, which this writer closes; it should not block.

        `first_words` are written before any frame. `render` is called for every frame that is
        really written, in order, and `on_failure` once if the descriptor breaks; both run in the
        writer's thread.
        """
        self._descriptor = descriptor
        self._render = render
        self._on_failure = on_failure
        self._first_words = first_words
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._last_words: bytes | None = None
        self._stop_reader, self._stop_writer = os.pipe()
        self._thread = threading.Thread(target=self._run, name="display writer", daemon=True)
        self._thread.start()

    def submit(self, frame: Frame) -> None:
        """Have `frame` written, in place of one that still waits. Never blocks."""
        with self._news:
            self._newest = frame
            self._news.notify()

    def close(self, last_words: bytes) -> None:
        """Break off what is being written, write `last_words` and stop. Returns in bounded time."""
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
            while (frame := self._next_frame()) is not None:
                self._write(self._render(frame))
            self._say_last_words()
        except OSError as error:
            self._on_failure(error)

    def _next_frame(self) -> Frame | None:
        """Wait for a frame; none once the writer is closed."""
        with self._news:
            self._news.wait_for(lambda: self._newest is not None or self._closing)
            frame, self._newest = self._newest, None
            return None if self._closing else frame

    @property
    def _closing(self) -> bool:
        return self._last_words is not None

    def _write(self, data: bytes) -> None:
        """Write all of `data`, or as much as fits until the writer is closed."""
        rest = memoryview(data)
        while rest and not self._closing:
            readable, writable, _ = select.select([self._stop_reader], [self._descriptor], [])
            if writable and not readable:
                rest = rest[self._write_some(rest) :]

    def _say_last_words(self) -> None:
        if not self._write_in_time(self._last_words or b""):
            # What a stalled terminal has not taken by now is of no use; this makes room.
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
