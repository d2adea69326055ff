"""Waiting at a terminal whose keys are not shown yet."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unechoed() -> Iterator[None]:
    """Show nothing of what is typed meanwhile at this process's terminal. Ctrl-C still ends it.

    It does nothing where there is no such terminal, or on a system that has another kind.
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
