"""A terminal for tests: a real pty whose other end is emulated by pyte."""

import os
import pty
import termios
from collections.abc import Callable
from typing import Self

import pyte


class EmulatedTerminal:
    """A pty of a given size. A program reads keys from `descriptor` and draws on it."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self._master, self.descriptor = pty.openpty()
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.received = b""
        self.resize(columns, rows)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size, as a user who drags the terminal's corner."""
        termios.tcsetwinsize(self.descriptor, (rows, columns))
        self.screen.resize(rows, columns)

    def press(self, data: bytes) -> None:
        """Send what keys send."""
        os.write(self._master, data)

    def read_until(self, reached: Callable[["EmulatedTerminal"], bool]) -> None:
        """Read what the program writes until `reached`; the program's end ends the reading too."""
        while not reached(self):
            try:
                data = os.read(self._master, 65536)
            except OSError:  # the last program that had the terminal open is gone
                return
            self.received += data
            self._stream.feed(data)

    def read_text(self, text: str) -> None:
        """Read until `text` stands in one line of the screen."""
        self.read_until(lambda terminal: any(text in line for line in terminal.screen.display))

    def release(self) -> None:
        """Close the program's end here, so that only programs hold it."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def hang_up(self) -> None:
        """Close the user's end, as a connection that broke."""
        if self._master >= 0:
            os.close(self._master)
            self._master = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
        self.hang_up()
