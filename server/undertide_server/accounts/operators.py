"""The proofs of an operator: the key in a file that only the operator can read, and passes. Blocks.

Whoever can write to the accounts of a server is its operator. A pass proves that for a minute, at
every server that shares these accounts. So an operator of a cluster needs its database alone, and
no file of one of its machines.
"""

import contextlib
import os
import secrets
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from undertide_server.accounts.records import KEYHOLDER
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.util.private_files import FILE_MODE
from undertide_shared.data_folder import KEY_BYTES, KEY_FILE, read_key
from undertide_shared.errors import BadOperatorKeyError


def operator_key(folder: Path) -> bytes:
    """Return the key of a data folder; make one if there is none.

    Raises OSError when the key can't be made or read.
    """
    file = folder / KEY_FILE
    with contextlib.suppress(FileExistsError):
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
        with os.fdopen(descriptor, "w", encoding="ascii") as written:
            written.write(secrets.token_hex(KEY_BYTES) + "\n")
            written.flush()
            os.fsync(descriptor)
    try:
        return read_key(folder)
    except BadOperatorKeyError as fault:
        raise OSError(f"{fault}: delete it, and the next start makes another") from fault


PASS_SECONDS: Final = 60.0
"""How long a pass counts. A command shows it at once, to a server that may be slow to answer."""


class OperatorPasses:
    """The passes among the tokens: they belong to no account, and end by the store's clock.

    Raises StoreError when the disk fails.
    """

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection

    def issue(self) -> bytes:
        """Return a new pass, as long as an operator key. Its digest is durable."""
        issued, now = secrets.token_bytes(KEY_BYTES), self._connection.now()
        self._connection.execute(
            "INSERT INTO tokens (digest, account, made, expires) VALUES (?, ?, ?, ?)",
            (_digest_of(issued), KEYHOLDER.account, now, now + PASS_SECONDS),
        )
        return issued

    def is_valid(self, shown: bytes) -> bool:
        """Return whether somebody shows a pass that counts now."""
        row = self._connection.execute(
            "SELECT 1 FROM tokens WHERE digest = ? AND account = ? AND expires > ?",
            (_digest_of(shown), KEYHOLDER.account, self._connection.now()),
        ).fetchone()
        return row is not None


class OperatorProofs(NamedTuple):
    """What proves to a server that somebody is its operator."""

    key: bytes | None
    """The operator key; None if this server has no folder for one."""
    passes: OperatorPasses | None
    """None if this server stores no accounts."""


def _digest_of(shown: bytes) -> bytes:
    # No token of an account has such a digest.
    return blake2b(shown, digest_size=KEY_BYTES, person=b"operator").digest()
