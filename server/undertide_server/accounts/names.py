"""Names of accounts."""

from hashlib import blake2b
from typing import Final

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.util.names import folded
from undertide_shared.errors import BadTextError
from undertide_shared.text import clean_name

DIGEST_BYTES: Final = 32
"""Size of the digest of an erased name: no two names share one."""


def digest_of_name(name: str) -> bytes:
    """Return the digest that stands for the name of an erased account, in whatever case."""
    return blake2b(folded(name).encode(), digest_size=DIGEST_BYTES).digest()


def account_name(text: str) -> str:
    """Return `text` as an account's name, cleaned like the names of heroes.

    Raises RequestRefusedError.
    """
    try:
        return clean_name(text)
    except BadTextError as fault:
        raise RequestRefusedError("bad_name", fault.reason) from fault
