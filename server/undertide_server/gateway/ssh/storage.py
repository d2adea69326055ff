"""What a server keeps of visits by ssh: its host key, a secret, and the vaults of visitors.

A vault's file name and its key follow from the server's secret and from what the visitor proves: an
ssh key, or a code. Neither stands on the disk. So the files alone open no seat.
"""

import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Final

from undertide_server.util.private_files import make_private_folder
from undertide_server.util.retention_clock import DAY, RetentionClock
from undertide_shared.codes import seat_code_of, tidy
from undertide_shared.visits import Vault

SECRET_FILE: Final = "secret"  # noqa: S105  (the name of a file)
HOST_KEY_FILE: Final = "host_key"
VAULTS: Final = "vaults"
SECRET_BYTES: Final = 32
CODE_BYTES: Final = 8
"""Bytes of chance for a code: one for each character."""
SCRYPT_COST: Final = 2**14
"""Cost of hashing a code: some 50 ms of a core and 16 MB, once for each try of a visitor."""
MOST_VAULTS: Final = 20_000
"""Vaults that are kept, some 80 MB on most disks. Beyond that, those unused for longest go."""


class SshStorage:
    """The folder, which is made if need be. Raises OSError."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        make_private_folder(folder)
        make_private_folder(folder / VAULTS)
        fresh = secrets.token_bytes(SECRET_BYTES)
        self._secret = kept_or_made(folder / SECRET_FILE, fresh)

    def host_key(self, fresh: bytes) -> bytes:
        """Return the host key that is kept, or keep a fresh one. Raises OSError."""
        return kept_or_made(self._folder / HOST_KEY_FILE, fresh)

    def vault_of_key(self, public_key: bytes) -> Vault:
        """Return the vault of a visitor who has proved an ssh key."""
        return self._vault(b"key", hashlib.sha256(public_key).digest())

    def vault_of_code(self, code: str) -> Vault:
        """Return the vault that a code opens. It takes a while, so that guessing does."""
        word = tidy(code).encode()
        hashed = hashlib.scrypt(word, salt=self._secret, n=SCRYPT_COST, r=8, p=1)
        return self._vault(b"code", hashed)

    def new_code(self) -> str:
        """Return a code that nobody has."""
        return seat_code_of(secrets.token_bytes(CODE_BYTES))

    def _vault(self, kind: bytes, proof: bytes) -> Vault:
        name = self._derived(b"name of " + kind, proof).hex()[:32]
        return Vault(self._folder / VAULTS / name, self._derived(b"cipher of " + kind, proof))

    def _derived(self, purpose: bytes, proof: bytes) -> bytes:
        return hmac.digest(self._secret, purpose + b"\0" + proof, "sha256")


def newest_vault(folder: Path) -> float | None:
    """Return when a vault was used last, in seconds since 1970; None without vaults.

    Raises OSError.
    """
    return max((entry.stat().st_mtime for entry in os.scandir(folder / VAULTS)), default=None)


def prune_vaults(folder: Path, keep_days: float, clock: RetentionClock) -> int:
    """Delete the vaults that nobody has used for so long, and more if there are too many.

    Return how many it deleted. 0 days keep all for ever, and so does a `clock` that is doubted.
    Raises OSError.
    """
    found = os.scandir(folder / VAULTS)
    dated = sorted(((entry.stat().st_mtime, entry.path) for entry in found), reverse=True)
    now = clock.now(keep_days) if keep_days else None
    oldest = 0.0 if now is None else now - keep_days * DAY
    doomed = [path for index, (at, path) in enumerate(dated) if index >= MOST_VAULTS or at < oldest]
    for path in doomed:
        Path(path).unlink(missing_ok=True)
    return len(doomed)


def kept_or_made(file: Path, fresh: bytes) -> bytes:
    """Return the content of a file that only its owner may read; make it if it is absent.

    If two processes make it at once, both return the same. Raises OSError.
    """
    if not file.exists():
        draft = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
        descriptor = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(fresh)
            opened.flush()
            os.fsync(opened.fileno())
        try:
            os.link(draft, file)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return file.read_bytes()
