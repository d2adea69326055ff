"""A visitor's seats, login and profile, kept on the server in one encrypted file.

The key follows from what the visitor proves, and the server doesn't keep it. So nobody who reads
the file gets a token.
"""

import contextlib
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from msgspec.structs import replace

from undertide_client.saved.logins import Login
from undertide_client.saved.private_file import write_private_bytes
from undertide_client.saved.profile import Profile
from undertide_client.saved.tokens import SavedSeat
from undertide_shared.visits import Vault

MOST_SEATS: Final = 20
"""Seats of one visitor. The vault forgets the oldest first."""
MAX_VAULT: Final = 16_384
"""Most bytes to read of a vault: twice the size of a full one."""
NONCE: Final = 12
"""Bytes of the number that is new for each encryption."""


class NoCopies:
    """No place for copies of accounts: a visitor's own files are elsewhere."""

    def save(self, _account: str, _data: str, _now: float) -> Path:
        """Refuse. Raises OSError."""
        raise OSError(0, "ssh has no way to your files: ask for them with another client")


class _Seat(msgspec.Struct, frozen=True):
    session: str
    name: str
    token: bytes


class _Contents(msgspec.Struct, frozen=True):
    seats: list[_Seat] = []
    """The seat taken last comes last."""
    profile: Profile = Profile()
    login_name: str = ""
    login_token: bytes = b""


class OpenVault:
    """The contents of a vault: those of the file, or of this process while there is no vault.

    Each change reads the file again first, so that two visits of one person don't undo each other's
    changes.
    """

    def __init__(self, vault: Vault | None = None) -> None:
        self._vault = vault
        self._contents = _Contents()

    def open(self, vault: Vault) -> None:
        """Keep everything in a vault from now on, and forget what was kept without one."""
        self._vault = vault
        self._contents = _Contents()

    def read(self) -> _Contents:
        """Return the contents. A file that is absent, damaged or of another key counts as empty."""
        if self._vault is None:
            return self._contents
        with contextlib.suppress(OSError, ValueError, InvalidTag, msgspec.DecodeError):
            return _opened(self._vault)
        return self._contents

    def change(self, change: Callable[[_Contents], _Contents]) -> None:
        """Change the contents. Raises OSError if the file can't be written."""
        self._contents = change(self.read())
        if self._vault is not None:
            write_private_bytes(self._vault.file, _sealed(self._vault, self._contents))


class VaultTokens:
    """The resume tokens in a vault. There is one server, so the address of a seat doesn't count."""

    def __init__(self, vault: OpenVault) -> None:
        self._vault = vault

    def get(self, seat: SavedSeat) -> bytes:
        """Return the token of a seat, or empty bytes if there is none."""
        found = (one.token for one in self._vault.read().seats if _is(one, seat))
        return next(found, b"")

    def sessions(self, _url: str, name: str) -> list[str]:
        """Return the sessions in which `name` has a seat, latest first."""
        return [one.session for one in reversed(self._vault.read().seats) if one.name == name]

    def store_token(self, seat: SavedSeat, token: bytes) -> None:
        """Keep a seat's newest token in place of any older one. Raises OSError."""

        def added(contents: _Contents) -> _Contents:
            kept = [one for one in contents.seats if not _is(one, seat)]
            seats = [*kept, _Seat(seat.session, seat.name, token)][-MOST_SEATS:]
            return replace(contents, seats=seats)

        self._vault.change(added)

    def remove_token(self, seat: SavedSeat) -> None:
        """Forget the token of a seat."""

        def without(contents: _Contents) -> _Contents:
            return replace(contents, seats=[one for one in contents.seats if not _is(one, seat)])

        with contextlib.suppress(OSError):
            self._vault.change(without)


class VaultLogins:
    """The login of a vault's owner at its server."""

    def __init__(self, vault: OpenVault) -> None:
        self._vault = vault

    def get(self, _url: str) -> Login | None:
        """Return the login, if there is one."""
        contents = self._vault.read()
        return Login(contents.login_name, contents.login_token) if contents.login_token else None

    def store_login(self, _url: str, login: Login) -> None:
        """Keep the newest login in place of any older one. Raises OSError."""
        self._vault.change(
            lambda contents: replace(contents, login_name=login.name, login_token=login.token)
        )

    def remove_login(self, _url: str) -> None:
        """Forget the login."""
        with contextlib.suppress(OSError):
            self._vault.change(lambda contents: replace(contents, login_name="", login_token=b""))


class VaultProfile:
    """The profile of a vault's owner."""

    def __init__(self, vault: OpenVault) -> None:
        self._vault = vault

    def load(self) -> Profile:
        """Return the profile; the default one if there is none."""
        return self._vault.read().profile

    def change(self, **changes: Any) -> None:
        """Keep the profile with these fields changed."""
        with contextlib.suppress(OSError):
            self._vault.change(
                lambda contents: replace(contents, profile=replace(contents.profile, **changes))
            )


def _is(one: _Seat, seat: SavedSeat) -> bool:
    return (one.session, one.name) == (seat.session, seat.name)


def _opened(vault: Vault) -> _Contents:
    """Return the contents of a file. Raises OSError, ValueError, InvalidTag or DecodeError."""
    with vault.file.open("rb") as file:
        data = file.read(MAX_VAULT)
    cipher = ChaCha20Poly1305(vault.key)
    plain = cipher.decrypt(data[:NONCE], data[NONCE:], None)
    return msgspec.msgpack.decode(plain, type=_Contents)


def _sealed(vault: Vault, contents: _Contents) -> bytes:
    nonce = secrets.token_bytes(NONCE)
    plain = msgspec.msgpack.encode(contents)
    return nonce + ChaCha20Poly1305(vault.key).encrypt(nonce, plain, None)
