"""A terminal that ignores keys while the player waits."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unechoed() -> Iterator[None]:
    """Don't echo keys at this process's terminal. Ctrl-C still ends it.

    Without such a terminal, or on a system without termios, this does nothing.
    """
    if sys.platform == "win32" or sys.stdin is None or not sys.stdin.isatty():
        yield
        return
    import termios  # noqa: PLC0415  (Windows has none)

    keys = sys.stdin.fileno()
    before = termios.tcgetattr(keys)
    quiet = termios.tcgetattr(keys)
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(keys, termios.TCSANOW, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(keys, termios.TCSANOW, before)
