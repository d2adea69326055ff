"""A display without a screen: a test presses its keys and reads what it was shown."""

import asyncio
from collections.abc import Callable
from typing import Self

from support.client.screen_text import text_of
from undertide_client.displays.attention import Attention
from undertide_client.displays.base import Closed, DisplayEvent, KeyPress
from undertide_client.displays.cells import Console

PATIENCE_SECONDS = 60.0  # long for a busy machine, short beside the time a hung test is given


class FakeDisplay:
    """Satisfies `Display`."""

    def __init__(self) -> None:
        self.room = (80, 24)
        self.wanted = (0, 0)
        self.entered = False
        self.text = ""
        self.copied = ""
        self.has_shell = False
        self.attention = Attention()
        self._events: asyncio.Queue[DisplayEvent] = asyncio.Queue()
        self._presented_now = asyncio.Event()

    def size(self) -> tuple[int, int]:
        """Return the room that the test gives."""
        return self.room

    def fit_grid(self, columns: int, rows: int) -> None:
        """Keep how many cells are to be in view."""
        self.wanted = (columns, rows)

    def present(self, console: Console) -> None:
        """Keep the console as text."""
        self.text = text_of(console)
        self._presented_now.set()

    def copy(self, text: str) -> bool:
        """Keep what is copied."""
        self.copied = text
        return True

    def suspend(self, leave: Callable[[], None]) -> bool:
        """Call `leave` if there is a shell."""
        if self.has_shell:
            leave()
        return self.has_shell

    def shows(self, text: str) -> bool:
        """Return whether a text is ASCII, as if this display knew nothing else."""
        return text.isascii()

    def attend(self, attention: Attention) -> None:
        """Keep what is told beside the picture."""
        self.attention = attention

    async def next_event(self) -> DisplayEvent:
        """Return what the test did next."""
        return await self._events.get()

    def __enter__(self) -> Self:
        self.entered = True
        return self

    def __exit__(self, *_: object) -> None:
        self.entered = False

    def do(self, event: DisplayEvent) -> None:
        """Let something happen."""
        self._events.put_nowait(event)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.do(KeyPress(key))

    def close(self) -> None:
        """Close the display."""
        self.do(Closed("closed by the test"))

    async def next_frame(self) -> None:
        """Wait until something is shown anew."""
        self._presented_now.clear()
        await self._presented_now.wait()

    async def until(self, words: str) -> None:
        """Wait until the screen shows `words`."""
        await self._until(lambda: words in self.text, f"the screen never showed {words!r}")

    async def gone(self, words: str) -> None:
        """Wait until the screen no longer shows `words`."""
        await self._until(lambda: words not in self.text, f"the screen went on to show {words!r}")

    async def _until(self, is_so: Callable[[], bool], otherwise: str) -> None:
        """Wait until something is so; fail with words and the screen if it doesn't come to be."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not is_so():
                    await self.next_frame()
        except TimeoutError:
            raise AssertionError(f"{otherwise}:\n{self.text}") from None
