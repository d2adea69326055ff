"""A visit by ssh without ssh: a test presses keys and reads what the terminal was sent."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pyte

from support.processes.waiting import LONGEST
from undertide_shared.visits import CodeRefusedError, Vault, Visitor

KEY = bytes(range(32))
CODE = "abcd-efgh"


def visitor(
    folder: Path,
    user: str = "ann",
    *,
    proved: bool = True,
    told: Mapping[str, str] = MappingProxyType({}),
) -> Visitor:
    """Return a visitor whose vault, if a key was proved, is in a folder.

    `told` is what the visitor's side tells of its terminal beyond that it is a usual one.
    """
    environment = {"TERM": "xterm-256color", "LANG": "C.UTF-8", **told}
    vault = Vault(folder / "vault", KEY) if proved else None
    return Visitor(user, environment, str(folder / "none"), "ticket", "ws://host:1", vault)


class FakeVisit:
    """Satisfies `Visit`. Its terminal shows what was written, and takes no more while `behind`."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.room = (80, 24)
        self.written = b""
        self.codes: dict[str, Vault] = {}
        """The codes that open a vault."""
        self._caught_up = asyncio.Event()
        self._caught_up.set()
        self._read: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._ended = False
        self._screen = pyte.Screen(*self.room)
        self._stream = pyte.ByteStream(self._screen)
        self._changed = asyncio.Event()

    @property
    def text(self) -> str:
        """The terminal's screen, a line a row."""
        return "\n".join(self._screen.display)

    async def until(self, words: str) -> None:
        """Wait until the screen shows some words."""
        async with asyncio.timeout(LONGEST):
            while words not in self.text:
                self._changed.clear()
                await self._changed.wait()

    def press(self, *keys: bytes | None) -> None:
        """Send what keys send; None for another size."""
        for key in keys:
            self._read.put_nowait(key)

    def hang_up(self) -> None:
        """End the input."""
        self._read.put_nowait(b"")

    def fall_behind(self) -> None:
        """Take no more for now."""
        self._caught_up.clear()

    def catch_up(self) -> None:
        """Take more again."""
        self._caught_up.set()

    def size(self) -> tuple[int, int]:
        """Return the room that the test gives."""
        return self.room

    def write(self, data: bytes) -> bool:
        """Show bytes."""
        self.written += data
        self._stream.feed(data)
        self._changed.set()
        return self._caught_up.is_set()

    async def drain(self) -> None:
        """Wait for the test."""
        await self._caught_up.wait()

    async def read(self) -> bytes | None:
        """Return what the test does next; nothing again and again after the end."""
        if self._ended:
            return b""
        data = await self._read.get()
        self._ended = data == b""
        return data

    async def new_vault(self) -> tuple[str, Vault]:
        """Return the one code that there is."""
        file = Path(self.visitor.socket).with_name("vault of code")
        return CODE, Vault(file, KEY)

    async def find_vault(self, code: str) -> Vault:
        """Return the vault of a code that the test knows."""
        if code not in self.codes:
            raise CodeRefusedError("this code opens no seat")
        return self.codes[code]
