"""Resume tokens: secrets that take a seat again, kept from one start to the next."""

import contextlib
import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Protocol

import msgspec
import platformdirs

from undertide_client.saved.private_file import read_private, write_private

MAX_TOKENS: Final = 200
"""Seats to remember. The store forgets the oldest first."""


@dataclass(frozen=True, slots=True)
class SavedSeat:
    """A seat that a token can take again."""

    url: str
    session: str
    name: str


class Tokens(Protocol):
    """A store of resume tokens."""

    def get(self, seat: SavedSeat) -> bytes:
        """Return the token of a seat, or empty bytes if there is none."""

    def sessions(self, url: str, name: str) -> list[str]:
        """Return the sessions of a server in which `name` has a seat, latest first."""

    def names(self, url: str, session: str) -> list[str]:
        """Return the names that have a seat in a session of a server, latest first."""

    def store_token(self, seat: SavedSeat, token: bytes) -> None:
        """Keep a seat's newest token in place of any older one."""

    def remove_token(self, seat: SavedSeat) -> None:
        """Forget the token of a seat."""


class MemoryTokens:
    """Tokens that end with the process: for bots and tests."""

    def __init__(self) -> None:
        self._tokens: dict[SavedSeat, bytes] = {}

    def get(self, seat: SavedSeat) -> bytes:
        """Return the token of a seat, or empty bytes if there is none."""
        return self._tokens.get(seat, b"")

    def sessions(self, url: str, name: str) -> list[str]:
        """Return the sessions of a server in which `name` has a seat, latest first."""
        seats = reversed(self._tokens)
        return [seat.session for seat in seats if (seat.url, seat.name) == (url, name)]

    def names(self, url: str, session: str) -> list[str]:
        """Return the names that have a seat in a session of a server, latest first."""
        seats = reversed(self._tokens)
        return [seat.name for seat in seats if (seat.url, seat.session) == (url, session)]

    def store_token(self, seat: SavedSeat, token: bytes) -> None:
        """Keep a seat's newest token in place of any older one."""
        self._tokens.pop(seat, None)
        self._tokens[seat] = token
        if len(self._tokens) > MAX_TOKENS:
            del self._tokens[next(iter(self._tokens))]

    def remove_token(self, seat: SavedSeat) -> None:
        """Forget the token of a seat."""
        self._tokens.pop(seat, None)


class _Entry(msgspec.Struct, frozen=True):
    """The content of one file."""

    url: str
    session: str
    name: str
    token: bytes

    @property
    def seat(self) -> SavedSeat:
        return SavedSeat(self.url, self.session, self.name)


class FileTokens:
    """Tokens in a folder that only its owner can read.

    Each seat has one file, which is replaced as a whole. So several clients on one machine never
    undo each other's changes. A file that can't be read counts as absent: the player then begins a
    new hero.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Path(platformdirs.user_state_path("undertide")) / "seats"

    def get(self, seat: SavedSeat) -> bytes:
        """Return the token of a seat, or empty bytes if there is none."""
        entry = read_private(self._path(seat), _Entry)
        return entry.token if entry is not None and entry.seat == seat else b""

    def sessions(self, url: str, name: str) -> list[str]:
        """Return the sessions of a server in which `name` has a seat, latest first."""
        return [one.session for one in self._entries() if (one.url, one.name) == (url, name)]

    def names(self, url: str, session: str) -> list[str]:
        """Return the names that have a seat in a session of a server, latest first."""
        return [one.name for one in self._entries() if (one.url, one.session) == (url, session)]

    def store_token(self, seat: SavedSeat, token: bytes) -> None:
        """Keep a seat's newest token in place of any older one.

        Raises OSError if the folder can't be written.
        """
        entry = _Entry(seat.url, seat.session, seat.name, token)
        write_private(self._path(seat), entry)
        for path in self._files()[:-MAX_TOKENS]:
            path.unlink(missing_ok=True)

    def remove_token(self, seat: SavedSeat) -> None:
        """Forget the token of a seat."""
        with contextlib.suppress(OSError):
            self._path(seat).unlink(missing_ok=True)

    def _path(self, seat: SavedSeat) -> Path:
        key = msgspec.json.encode([seat.url, seat.session, seat.name])
        return self._folder / f"{hashlib.blake2b(key, digest_size=16).hexdigest()}.json"

    def _entries(self) -> list[_Entry]:
        """Return the content of all files that can be read, latest first."""
        entries = [read_private(path, _Entry) for path in reversed(self._files())]
        return [one for one in entries if one is not None]

    def _files(self) -> list[Path]:
        """Return the files of all seats, latest last."""
        dated = [(_written_at(path), path) for path in self._folder.glob("*.json")]
        return [path for _, path in sorted(dated)]


class FolderTokens:
    """Tokens for the server of a data folder, kept in that folder: its address may change."""

    def __init__(self, folder: Path) -> None:
        self._tokens = FileTokens(folder / "seats")

    def get(self, seat: SavedSeat) -> bytes:
        """Return the token of a seat, or empty bytes if there is none."""
        return self._tokens.get(_without_address(seat))

    def sessions(self, _url: str, name: str) -> list[str]:
        """Return the sessions in which `name` has a seat, latest first."""
        return self._tokens.sessions("", name)

    def names(self, _url: str, session: str) -> list[str]:
        """Return the names that have a seat in a session, latest first."""
        return self._tokens.names("", session)

    def store_token(self, seat: SavedSeat, token: bytes) -> None:
        """Keep a seat's newest token in place of any older one.

        Raises OSError if the folder can't be written.
        """
        self._tokens.store_token(_without_address(seat), token)

    def remove_token(self, seat: SavedSeat) -> None:
        """Forget the token of a seat."""
        self._tokens.remove_token(_without_address(seat))


def _without_address(seat: SavedSeat) -> SavedSeat:
    return replace(seat, url="")


def _written_at(path: Path) -> int:
    """Return the time a file was written, in nanoseconds; 0 if another client just removed it."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
