"""Passes of operators: whoever can write to the accounts of a server is its operator. Blocks.

A pass proves that for a minute, at every server that shares these accounts. So an operator of a
cluster needs its database alone, and no file of one of its machines.
"""

import secrets
from hashlib import blake2b
from typing import Final, NamedTuple

from undertide_server.accounts.records import KEYHOLDER
from undertide_server.store.engine.protocol import StoreConnection
from undertide_shared.operator_key import KEY_BYTES

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
