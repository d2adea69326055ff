"""Signal handling for displays, so that no signal leaves a terminal in disorder."""

import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], None]


@contextmanager
def handled(handlers: Mapping[signal.Signals, Handler]) -> Iterator[None]:
    """Call `handlers` for their signals, and restore the earlier handlers at the end.

    Only the main thread of a process can handle signals; in another thread this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def die_of(number: int) -> None:
    """End this process with the signal `number`, as if it had no handler."""
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)
