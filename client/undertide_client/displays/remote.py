"""The display in the terminal of somebody who visits by ssh: bytes both ways, and no descriptor."""

import asyncio
import codecs
import time
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

from undertide_client.displays.attention import Attention, encode_attention
from undertide_client.displays.base import Closed, DisplayEvent, Resized
from undertide_client.displays.cells import Console, cells_of
from undertide_client.displays.colours import detect_depth
from undertide_client.displays.diff import Painter
from undertide_client.displays.errors import DisplayUnavailableError
from undertide_client.displays.glyphs import shows_text
from undertide_client.displays.terminal import DUMB
from undertide_client.displays.terminal_keys import KeyDecoder
from undertide_client.displays.terminal_modes import (
    SIMPLE,
    clipboard_words,
    encoding_of,
    enter_words,
    known_encoding,
    leave_words,
)
from undertide_client.displays.viewport import Pane, usable
from undertide_shared.token_bucket import TokenBucket
from undertide_shared.visits import Visit

HUNG_UP: Final = "the terminal hung up"
KEYS_PER_SECOND: Final = 60
"""Keys and clicks of a visitor that count; the rest is thrown away. A held key repeats some 30
times a second, and all visitors of a worker share its time."""
KEYS_AT_ONCE: Final = 240
"""Keys that count in one stretch, as after a line that hung."""
SLICE: Final = 256
"""Characters that are decoded before others of the worker get their turn: some milliseconds."""
PAUSE_SECONDS: Final = 0.05
"""How long a visitor with too many keys is not listened to."""


class RemoteDisplay:
    """A display on the terminal of a visit, which may be entered again and again.

    While the terminal is behind, only the newest picture waits for it. `now` returns seconds of a
    steady clock. Raises DisplayUnavailableError if the terminal can't move its cursor.
    """

    def __init__(self, visit: Visit, now: Callable[[], float] = time.monotonic) -> None:
        environment = visit.visitor.environment
        term = environment.get("TERM", "")
        if term in DUMB:
            raise DisplayUnavailableError(
                "this terminal (TERM) can't move its cursor", "use another terminal"
            )
        encoding = known_encoding(encoding_of(environment))
        self._visit = visit
        self._is_simple = term in SIMPLE
        self._depth = detect_depth(environment)
        self._utf8 = encoding == "utf-8"
        self._characters = codecs.getincrementaldecoder(encoding)(errors="replace")
        self._keys = KeyDecoder()
        self._unread = ""
        """Characters that are not decoded yet; more are read only when there are none."""
        self._heard: deque[DisplayEvent] = deque()
        self._now = now
        self._allowance = TokenBucket(KEYS_PER_SECOND, KEYS_AT_ONCE, now())
        self._pane = Pane()
        self._painter = Painter(self._depth, utf8=self._utf8)
        self._attention = self._told = Attention()
        self._entered = False
        self._catching_up: asyncio.Task[None] | None = None
        """The wait for a terminal that is behind, and the newest picture after it."""

    def size(self) -> tuple[int, int]:
        """Return the columns and rows of the terminal."""
        return usable(self._visit.size())

    def fit_grid(self, columns: int, rows: int) -> None:
        """Do nothing: a terminal has the cells that its user chose."""

    def present(self, console: Console) -> None:
        """Show `console`, or a part that the player can scroll if the terminal is smaller."""
        self._pane.show(cells_of(console))
        self._draw()

    def copy(self, text: str) -> bool:
        """Ask the terminal to put `text` into the clipboard (OSC 52)."""
        if self._is_simple or self._is_behind:
            return False
        self._write(clipboard_words(text))
        return True

    def suspend(self, _leave: Callable[[], None]) -> bool:
        """Return False: a visit has no shell."""
        return False

    def shows(self, text: str) -> bool:
        """Return whether each character of `text` is shown as itself, as far as can be known."""
        return shows_text(text, utf8=self._utf8, is_simple=self._is_simple)

    def attend(self, attention: Attention) -> None:
        """Tell `attention` with the next picture."""
        self._attention = attention

    async def next_event(self) -> DisplayEvent:
        """Wait for a key, a click, a paste, a new size or the end. Handle scrolling keys here."""
        while True:
            while self._heard:
                await asyncio.sleep(0)  # Others of this worker go on between two keys.
                event = self._on_screen(self._heard.popleft())
                if event is not None:
                    return event
            await self._hear()

    async def _hear(self) -> None:
        """Wait for bytes of the terminal, or for the end of a key that has begun."""
        if self._unread:
            await self._decode()
            return
        try:
            async with asyncio.timeout(self._keys.patience):
                data = await self._visit.read()
        except TimeoutError:
            self._heard.extend(self._keys.flush())
            return
        if data is None:
            self._heard.append(Resized())
        elif data:
            self._unread = self._characters.decode(data)
        else:
            self._heard.append(Closed(HUNG_UP))
            await asyncio.sleep(0)  # whoever asks again and again must let others go on

    async def _decode(self) -> None:
        """Decode some of the characters that were read. Throw away what nobody types."""
        await asyncio.sleep(0)
        piece, self._unread = self._unread[:SLICE], self._unread[SLICE:]
        is_flood = False
        for event in self._keys.feed(piece):
            if self._allowance.spend(self._now()):
                self._heard.append(event)
            else:
                is_flood = True
        if is_flood:
            if not self._keys.is_pasting:
                self._unread = ""
            await asyncio.sleep(PAUSE_SECONDS)

    def __enter__(self) -> Self:
        self._entered = True
        self._told = Attention(rings=self._told.rings)
        self._painter = Painter(self._depth, utf8=self._utf8)
        self._write(enter_words(is_simple=self._is_simple))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._entered = False
        if self._catching_up is not None:
            self._catching_up.cancel()
            self._catching_up = None
        self._visit.write(leave_words(is_simple=self._is_simple))

    def _on_screen(self, event: DisplayEvent) -> DisplayEvent | None:
        """Return `event` in the screen's coordinates, or None if it was for the display alone."""
        if self._pane.scrolls(event, self.size()):
            self._draw()
            return None
        if isinstance(event, Resized):
            self._draw()
        return self._pane.on_screen(event, self.size())

    @property
    def _is_behind(self) -> bool:
        return self._catching_up is not None

    def _draw(self) -> None:
        """Show the visible part of the screen, unless the terminal is behind."""
        picture = None if self._is_behind else self._pane.picture(self.size())
        if picture is None or not self._entered:
            return
        signs = encode_attention(self._told, self._attention, is_titled=not self._is_simple)
        self._told = self._attention
        data = signs + self._painter.paint(picture)
        if data:
            self._write(data)

    def _write(self, data: bytes) -> None:
        if not self._visit.write(data) and not self._is_behind:
            self._catching_up = asyncio.create_task(self._catch_up())

    async def _catch_up(self) -> None:
        """Wait for the terminal, and then show it the newest picture."""
        await self._visit.drain()
        self._catching_up = None
        self._draw()
