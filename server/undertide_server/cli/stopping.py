"""Services that run until a signal comes, or until the process that started them is gone."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import os
import sys
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from undertide_shared.command import INTERRUPTED

if TYPE_CHECKING:
    import asyncio

Running = Callable[["asyncio.Event", Callable[[str], None]], Awaitable[None]]
"""A service that runs until an event is set, and announces its address, the last of its lines."""
WatchEnd = Callable[[Callable[[], object]], None]
"""Calls back, from any thread, once the process that started this one is gone."""


async def until_stopped(
    run: Running, watch_end: WatchEnd | None = None, signalled: "asyncio.Event | None" = None
) -> int:
    """Run a service until a signal, or until another process is gone; return the exit code.

    If `signalled` is given, a signal sets that, and the service stops by itself.

    `watch_end` watches the process that started this one. Then the lines that the service announces
    are printed for it: the address is the last.
    """
    import asyncio
    import signal
    from functools import partial

    from undertide_server.process.signals import stopping_on_signals

    stop = asyncio.Event()
    with stopping_on_signals(signalled or stop) as came:
        if watch_end is not None:
            watch_end(partial(set_soon, stop, asyncio.get_running_loop()))
        await run(stop, _keep_quiet if watch_end is None else click.echo)
    return INTERRUPTED if signal.SIGINT in came else 0


def set_soon(event: "asyncio.Event", loop: "asyncio.AbstractEventLoop") -> None:
    """Set an event of a loop that runs in another thread, unless the loop has ended by itself."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(event.set)


def _keep_quiet(_address: str) -> None:
    """Print nothing: the log has the address."""


def at_end_of_input(call: Callable[[], object]) -> None:
    """Call back, from a thread, when standard input ends: whoever holds the other end is gone.

    That holds however it ended: the system closes a pipe of a process that was killed.
    """
    descriptor = sys.stdin.fileno()

    def wait() -> None:
        # Not through sys.stdin, whose lock would be held when the interpreter wants to exit.
        while os.read(descriptor, 1024):
            pass
        call()

    threading.Thread(target=wait, name="end of input", daemon=True).start()
