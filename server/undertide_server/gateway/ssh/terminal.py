"""A visitor's terminal: an ssh channel that carries keys one way and pictures the other."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

import asyncssh

from undertide_shared.visits import Vault, Visitor

WINDOW: Final = 32_768
"""Bytes that a visitor may send before any of them is read: a large paste."""
HIGH_WATER: Final = 32_768
"""Bytes that wait for the network, or for the visitor, at which no new picture is sent: three full
screens."""
NAMES: Final = frozenset({b"COLORTERM", b"NO_COLOR", b"LANG", b"LC_ALL", b"LC_CTYPE"})
"""The variables that count. All others are refused, so that nobody fills the memory with them."""
MAX_VALUE: Final = 128
"""Most bytes of a variable's value: a locale has some ten."""
MAX_TERM: Final = 64
"""Most characters of the terminal's type."""


class SeatCodes(Protocol):
    """The codes of seats, as one visitor may use them."""

    async def make(self) -> tuple[str, Vault]:
        """Return a new code, and the vault that it opens."""

    async def find(self, code: str) -> Vault:
        """Return the vault that a code opens. Raises CodeRefusedError."""


class TerminalChannel(asyncssh.SSHServerChannel[bytes]):
    """A channel that takes only the environment variables that count, and lets nobody fill it."""

    def __init__(self, connection: asyncssh.SSHServerConnection) -> None:
        loop = asyncio.get_running_loop()
        own_lines = (False, False, 0, 0)  # no line editor, no echo, no history, no longest line
        super().__init__(connection, loop, True, *own_lines, None, "strict", WINDOW, WINDOW)

    def _process_env_request(self, packet: asyncssh.packet.SSHPacket) -> bool:
        """Take in a variable, unless it doesn't count."""
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        if name not in NAMES or len(value) > MAX_VALUE:
            return False
        self._env[name] = value
        return True


class VisitTerminal(asyncssh.SSHServerSession[bytes]):
    """The terminal of one visit: a `Visit` for the program, and a session for the ssh library.

    There is a terminal or nothing: no command, no subsystem, no file. `begin` is called once the
    visitor has asked for it.
    """

    visitor: Visitor

    def __init__(self, codes: SeatCodes, begin: Callable[["VisitTerminal"], None]) -> None:
        self._codes = codes
        self._begin = begin
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._term = ""
        self._size = (0, 0)
        self._resized = False
        self._bytes = b""
        self._at_end = False
        """Whether the visitor sends nothing more."""
        self._gone = False
        """Whether nothing more can be sent to the visitor."""
        self._news = asyncio.Event()
        self._caught_up = asyncio.Event()
        self._caught_up.set()
        self.heard_at = time.monotonic()
        """When the visitor last pressed a key."""

    # --- what the program asks for -------------------------------------------------------------

    def size(self) -> tuple[int, int]:
        """Return the columns and rows of the terminal; zeros if it doesn't tell."""
        return self._size

    def write(self, data: bytes) -> bool:
        """Hand bytes to the terminal. Return False if it is too far behind to take more."""
        channel = self._open_channel()
        if channel is not None:
            channel.write(data)
        return self._caught_up.is_set()

    async def drain(self) -> None:
        """Wait until the terminal has caught up."""
        await self._caught_up.wait()

    async def read(self) -> bytes | None:
        """Return the next bytes of the terminal; None if its size changed, nothing at its end."""
        while not (self._resized or self._bytes or self._at_end):
            self._news.clear()
            await self._news.wait()
        if self._resized:
            self._resized = False
            return None
        data, self._bytes = self._bytes, b""
        if self._channel is not None and not self._gone:
            self._channel.resume_reading()
        return data

    def new_vault(self) -> Awaitable[tuple[str, Vault]]:
        """Return a new code for a seat, and the vault that it opens."""
        return self._codes.make()

    def find_vault(self, code: str) -> Awaitable[Vault]:
        """Return the vault that a code opens. Raises CodeRefusedError."""
        return self._codes.find(code)

    # --- what the worker asks for --------------------------------------------------------------

    @property
    def has_screen(self) -> bool:
        """Whether the visitor's side has a terminal at all."""
        return bool(self._term)

    def environment(self) -> dict[str, str]:
        """Return what the visitor's side tells of its terminal."""
        told = {} if self._channel is None else self._channel.get_environment_bytes()
        named = {name.decode(): value.decode("ascii", "replace") for name, value in told.items()}
        return {**named, "TERM": self._term}

    def end(self, words: str) -> None:
        """End the channel, with the last words to the visitor."""
        channel = self._open_channel()
        if channel is not None:
            channel.write(f"{words}\r\n".encode())
            channel.exit(0)
        self._hang_up()

    def _open_channel(self) -> asyncssh.SSHServerChannel[bytes] | None:
        """Return the channel if it takes bytes: a visitor may have closed it a moment ago."""
        channel = None if self._gone else self._channel
        return None if channel is None or channel.is_closing() else channel

    def _hang_up(self) -> None:
        self._at_end = self._gone = True
        self._caught_up.set()
        self._news.set()

    # --- callbacks of the library ----------------------------------------------------------------

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Take the channel."""
        self._channel = chan
        chan.set_write_buffer_limits(HIGH_WATER, 0)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the visitor has gone."""
        self._hang_up()

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object
    ) -> bool:
        """Note the visitor's terminal."""
        self._term, self._size = term_type[:MAX_TERM], term_size[:2]
        return True

    def shell_requested(self) -> bool:
        """Show the game in place of a shell."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Refuse a command."""
        return False

    def subsystem_requested(self, subsystem: str) -> bool:
        """Refuse a subsystem, such as sftp."""
        return False

    def session_started(self) -> None:
        """Begin to show the game."""
        self._begin(self)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Keep bytes for the program; the visitor may send more once it has read them."""
        self.heard_at = time.monotonic()
        self._bytes += data
        self._news.set()
        if self._channel is not None and len(self._bytes) >= WINDOW:
            self._channel.pause_reading()

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Note the new size."""
        self._size, self._resized = (width, height), True
        self._news.set()

    def eof_received(self) -> bool:
        """Take the end of the input for the end of the visit."""
        self._at_end = True
        self._news.set()
        return True

    def pause_writing(self) -> None:
        """Note that the visitor is behind."""
        self._caught_up.clear()

    def resume_writing(self) -> None:
        """Note that the visitor has caught up."""
        self._caught_up.set()
