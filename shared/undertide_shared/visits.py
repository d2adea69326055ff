"""What a server that is reached by ssh and the program that it shows to its visitors agree on.

The program is a client, and the server does not import clients. A worker process of the server
finds it here by name, as the server finds the files of its page.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final, Protocol

from undertide_shared.errors import UndertideError

ENTRY_POINTS: Final = "undertide.terminals"
"""The entry point group in which a package names its program for visitors, a `ShowGame`."""
TICKET_HEADER: Final = "Undertide-Visit"
"""The HTTP header with which a worker says for whose visit it opens a websocket."""


class CodeRefusedError(UndertideError):
    """A code of a seat is wrong, or was not tried. Its text says why, for the visitor."""


@dataclass(frozen=True, slots=True)
class Vault:
    """The file that keeps the seats of one visitor, and the key that encrypts it."""

    file: Path
    key: bytes
    """32 bytes, which follow from what the visitor proves. The server doesn't store them."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """The facts of a visit that are known when it begins."""

    user: str
    """The name before the @ of `ssh NAME@HOST`."""
    environment: Mapping[str, str]
    """What the visitor's side tells of its terminal: TERM, COLORTERM, NO_COLOR, LANG, LC_…"""
    socket: str
    """The path of the Unix socket at which the server takes websockets of visitors."""
    ticket: str
    """The secret that stands for this visit, to be sent as `TICKET_HEADER`."""
    address: str
    """The address at which others find the server."""
    vault: Vault | None
    """Where the visitor's seats are; None if the visitor has proved no key."""


class Visit(Protocol):
    """One visitor's terminal, as the program sees it."""

    visitor: Visitor

    def size(self) -> tuple[int, int]:
        """Return the columns and rows of the terminal; zeros if it doesn't tell."""

    def write(self, data: bytes) -> bool:
        """Hand bytes to the terminal. Return False if it is too far behind to take more.

        The bytes are taken in either case. Never blocks.
        """

    async def drain(self) -> None:
        """Wait until the terminal has caught up."""

    async def read(self) -> bytes | None:
        """Return the next bytes of the terminal; None if its size changed, nothing at its end.

        A caller may cancel it without losing anything.
        """

    def new_vault(self) -> Awaitable[tuple[str, Vault]]:
        """Return a new code for a seat, and the vault that it opens. This stores nothing."""

    def find_vault(self, code: str) -> Awaitable[Vault]:
        """Return the vault that a code opens. Raises CodeRefusedError."""


ShowGame = Callable[[Visit], Awaitable[str]]
"""Shows the game to a visitor until the visitor leaves; returns the last words to the visitor."""


def find_program() -> ShowGame | None:
    """Return the program for visitors, or None if none is installed."""
    found = sorted(entry_points(group=ENTRY_POINTS))
    if not found:
        return None
    program: ShowGame = found[0].load()
    return program
