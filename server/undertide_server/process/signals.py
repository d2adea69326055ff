"""Signals that ask the server to stop, or to read its settings again."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Iterator
from typing import Final

REPLACEMENT: Final = getattr(signal, "SIGUSR1", None)
"""The number of the signal that asks to replace all workers; Windows has none."""
HANGUP: Final = getattr(signal, "SIGHUP", None)
"""The number of SIGHUP; Windows has none."""
INPUT: Final = 0
"""The descriptor of standard input."""


@contextlib.contextmanager
def stopping_on_signals(stop: asyncio.Event) -> Iterator[list[signal.Signals]]:
    """Set `stop` at SIGTERM or SIGINT, and yield the list of signals that came.

    A second signal ends the process at once.
    """
    came: list[signal.Signals] = []
    loop = asyncio.get_running_loop()

    def record_stop(number: int, _frame: object) -> None:
        came.append(signal.Signals(number))
        signal.signal(number, before[came[-1]])
        loop.call_soon_threadsafe(stop.set)

    before = {
        number: signal.signal(number, record_stop) for number in (signal.SIGTERM, signal.SIGINT)
    }
    try:
        yield came
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def noting_hangups(stop: asyncio.Event) -> Iterator[asyncio.Event]:
    """Yield an event that is set at each SIGHUP, which asks to read the settings again.

    If SIGHUP comes because the server's terminal is gone, `stop` is set instead: nobody could stop
    it there any longer.
    """
    hangup = asyncio.Event()
    if HANGUP is None or signal.getsignal(HANGUP) is signal.SIG_IGN:
        # `nohup` started the server, so it ignores hangups.
        yield hangup
        return
    loop = asyncio.get_running_loop()
    had_terminal = os.isatty(INPUT)

    def handle_hangup(_number: int, _frame: object) -> None:
        lost = had_terminal and not os.isatty(INPUT)
        loop.call_soon_threadsafe((stop if lost else hangup).set)

    before = signal.signal(HANGUP, handle_hangup)
    try:
        yield hangup
    finally:
        signal.signal(HANGUP, before)


@contextlib.contextmanager
def noting_replacements() -> Iterator[asyncio.Event]:
    """Yield an event that is set at each SIGUSR1, which asks to replace all workers."""
    replacement = asyncio.Event()
    if REPLACEMENT is None:
        yield replacement
        return
    loop = asyncio.get_running_loop()

    def request_replacement(_number: int, _frame: object) -> None:
        loop.call_soon_threadsafe(replacement.set)

    before = signal.signal(REPLACEMENT, request_replacement)
    try:
        yield replacement
    finally:
        signal.signal(REPLACEMENT, before)
