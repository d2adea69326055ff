"""Events of a terminal, read on request: the rest waits in the kernel's queue."""

import asyncio
import codecs
import os
import select
from collections import deque
from typing import Final

from undertide_client.displays.base import Closed, DisplayEvent
from undertide_client.displays.terminal_keys import KeyDecoder

_READ_SIZE: Final = 1024
"""Bytes of one read. It also bounds the waiting events, since a byte makes at most one."""
_MAX_POSTED: Final = 16
"""Posted events that may wait. Any more would repeat them: a size, an end."""


class TerminalInput:
    """A reader of keys, clicks and pastes from a terminal with raw keys."""

    def __init__(self, descriptor: int, encoding: str) -> None:
        self._descriptor = descriptor
        self._characters = codecs.getincrementaldecoder(encoding)(errors="replace")
        self._keys = KeyDecoder()
        self._read: deque[DisplayEvent] = deque()
        self._posted: deque[DisplayEvent] = deque(maxlen=_MAX_POSTED)
        self._news = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def is_awaited(self) -> bool:
        """Return whether a running event loop asks for events, so that it gets posted ones."""
        return self._loop is not None and self._loop.is_running()

    def post(self, event: DisplayEvent) -> None:
        """Make `event` the next one. Signal handlers and all threads may call this."""
        self._posted.append(event)
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._news.set)

    async def next_event(self) -> DisplayEvent:
        """Wait for the next event. Cancelling it loses no input."""
        self._loop = asyncio.get_running_loop()
        while not self._posted and not self._read:
            if await self._wait(self._loop):
                self._take()
            else:
                self._read.extend(self._keys.flush())
        return self._posted.popleft() if self._posted else self._read.popleft()

    async def _wait(self, loop: asyncio.AbstractEventLoop) -> bool:
        """Wait for input or a posted event. Return False after the decoder's patience."""
        self._news.clear()
        loop.add_reader(self._descriptor, self._news.set)
        try:
            async with asyncio.timeout(self._keys.patience):
                return await self._news.wait()
        except TimeoutError:
            return False
        finally:
            loop.remove_reader(self._descriptor)

    def _take(self) -> None:
        """Read the available input, if there is any: a posted event also ends the wait."""
        if not select.select([self._descriptor], [], [], 0)[0]:
            return
        try:
            data = os.read(self._descriptor, _READ_SIZE)
        except OSError:
            data = b""
        if data:
            self._read.extend(self._keys.feed(self._characters.decode(data)))
        else:
            self._read.append(Closed("the terminal hung up"))
