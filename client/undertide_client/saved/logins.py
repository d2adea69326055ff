"""Logins: secrets that prove an identity to a server, kept from one start to the next."""

import contextlib
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import msgspec
import platformdirs

from undertide_client.saved.private_file import read_private, write_private


@dataclass(frozen=True, slots=True)
class Login:
    """An account's name, and the token that logs in to it without the password."""

    name: str
    token: bytes


class Logins(Protocol):
    """A store of logins, one for each server."""

    def get(self, url: str) -> Login | None:
        """Return the login of a server, if there is one."""

    def store_login(self, url: str, login: Login) -> None:
        """Keep a server's newest login in place of any older one."""

    def remove_login(self, url: str) -> None:
        """Forget the login of a server."""


class MemoryLogins:
    """Logins that end with the process: for bots and tests."""

    def __init__(self) -> None:
        self._logins: dict[str, Login] = {}

    def get(self, url: str) -> Login | None:
        """Return the login of a server, if there is one."""
        return self._logins.get(url)

    def store_login(self, url: str, login: Login) -> None:
        """Keep a server's newest login in place of any older one."""
        self._logins[url] = login

    def remove_login(self, url: str) -> None:
        """Forget the login of a server."""
        self._logins.pop(url, None)


class _Entry(msgspec.Struct, frozen=True):
    """The content of one file."""

    url: str
    name: str
    token: bytes


class FileLogins:
    """Logins in a folder that only its owner can read, one file for each server.

    A file that can't be read counts as absent: the player then logs in by hand.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Path(platformdirs.user_state_path("undertide")) / "logins"

    def get(self, url: str) -> Login | None:
        """Return the login of a server, if there is one."""
        entry = read_private(self._path(url), _Entry)
        return Login(entry.name, entry.token) if entry is not None and entry.url == url else None

    def store_login(self, url: str, login: Login) -> None:
        """Keep a server's newest login in place of any older one.

        Raises OSError if the folder can't be written.
        """
        write_private(self._path(url), _Entry(url, login.name, login.token))

    def remove_login(self, url: str) -> None:
        """Forget the login of a server."""
        with contextlib.suppress(OSError):
            self._path(url).unlink(missing_ok=True)

    def _path(self, url: str) -> Path:
        return self._folder / f"{hashlib.blake2b(url.encode(), digest_size=16).hexdigest()}.json"
