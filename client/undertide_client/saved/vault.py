"""A visitor's seats, login and profile, kept on the server in one encrypted file.

The key follows from what the visitor proves, and the server doesn't keep it. So nobody who reads
the file gets a token.

Nothing kept is lost: changes of several processes come one after another, a file that can't be read
at the moment stays as it is, and a damaged one is kept aside.
"""

import contextlib
import logging
import secrets
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from msgspec.structs import replace

from undertide_client.saved.logins import Login
from undertide_client.saved.private_file import DamagedSavedFileError, change_private
from undertide_client.saved.profile import Profile
from undertide_client.saved.tokens import SavedSeat
from undertide_shared.visits import Vault

MOST_SEATS: Final = 20
"""Seats of one visitor. The vault forgets the oldest first."""
MAX_VAULT: Final = 16_384
"""Most bytes to read of a vault: twice the size of a full one."""
NONCE: Final = 12
"""Bytes of the number that is new for each encryption."""
MOST_WAITING: Final = 20
"""Changes that wait for a file that can't be written: more than a visit makes in an evening."""
UNREADABLE: Final = "Your seats can't be read or kept just now. They are not lost: try again later."
DAMAGED: Final = "The file with your seats is damaged. It is kept aside for the operator."

log = logging.getLogger("undertide.vault")


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


Change = Callable[[_Contents], _Contents]


class OpenVault:
    """The contents of a vault: those of the file, or of this process while there is no vault.

    Each change reads the file again first, so that two visits of one person don't undo each other's
    changes. A change that can't be written waits for the next one, and counts in this visit.
    """

    def __init__(self, vault: Vault | None = None) -> None:
        self._vault = vault
        self._contents = _Contents()
        self._waiting: deque[Change] = deque(maxlen=MOST_WAITING)
        self.trouble = ""
        """Why the vault can't be read or written now, for the visitor; empty if it can."""

    def open(self, vault: Vault) -> None:
        """Keep everything in a vault from now on, and forget what was kept without one."""
        self._vault = vault
        self._contents = _Contents()
        self._waiting.clear()
        self.trouble = ""

    def read(self) -> _Contents:
        """Return the contents. A file that is absent or damaged counts as empty.

        While the file can't be read, they are those of the last time.
        """
        if self._vault is not None:
            try:
                self._contents = self._with_waiting(_opened(self._vault))
                self.trouble = ""
            except FileNotFoundError:
                self._contents = self._with_waiting(_Contents())
            except DamagedSavedFileError as fault:
                self._contents = self._with_waiting(_Contents())
                self._note_trouble(DAMAGED, fault)
            except OSError as fault:
                self._note_trouble(UNREADABLE, fault)
        return self._contents

    def change(self, change: Change) -> None:
        """Change the contents. Raises OSError if the file can't be read or written now."""
        if self._vault is None:
            self._contents = change(self._contents)
            return
        self._waiting.append(change)
        self._contents = change(self._contents)
        vault = self._vault

        def sealed_anew(data: bytes | None) -> bytes:
            before = _Contents() if data is None else _unsealed(vault, data)
            self._contents = self._with_waiting(before)
            return _sealed(vault, self._contents)

        try:
            change_private(vault.file, sealed_anew, MAX_VAULT)
        except OSError as fault:
            self._note_trouble(UNREADABLE, fault)
            raise
        self._waiting.clear()
        self.trouble = ""

    def _with_waiting(self, contents: _Contents) -> _Contents:
        """Return contents with the changes that wait."""
        for change in self._waiting:
            contents = change(contents)
        return contents

    def _note_trouble(self, trouble: str, fault: Exception) -> None:
        """Note why the vault is of no use now; tell the operator once."""
        if trouble != self.trouble:
            log.warning("the vault of a visitor by ssh is of no use now: %r", fault)
        self.trouble = trouble


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

    def names(self, _url: str, session: str) -> list[str]:
        """Return the names that have a seat in a session, latest first."""
        return [one.name for one in reversed(self._vault.read().seats) if one.session == session]

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
    """Return the contents of a file. Raises OSError or DamagedSavedFileError."""
    with vault.file.open("rb") as file:
        return _unsealed(vault, file.read(MAX_VAULT))


def _unsealed(vault: Vault, data: bytes) -> _Contents:
    """Return the contents in a file's bytes. Raises DamagedSavedFileError."""
    try:
        plain = ChaCha20Poly1305(vault.key).decrypt(data[:NONCE], data[NONCE:], None)
        return msgspec.msgpack.decode(plain, type=_Contents)
    except (ValueError, InvalidTag, msgspec.DecodeError) as fault:
        raise DamagedSavedFileError("a vault is damaged, or another key's") from fault


def _sealed(vault: Vault, contents: _Contents) -> bytes:
    nonce = secrets.token_bytes(NONCE)
    plain = msgspec.msgpack.encode(contents)
    return nonce + ChaCha20Poly1305(vault.key).encrypt(nonce, plain, None)
