"""Records of accounts and logins, and the names of accounts."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.util.names import folded
from undertide_shared.errors import BadTextError
from undertide_shared.text import clean_name


@dataclass(frozen=True, slots=True)
class Account:
    """An account, as a running server keeps it in memory."""

    id: int
    name: str
    folded: str
    """The stored key of its name: `util.names.folded`."""
    operator: bool
    generation: int
    """Rises when all its logins end: at a new password, and when the operator closes the
    account."""


@dataclass(frozen=True, slots=True)
class AccountRecord:
    """An account, as it is stored."""

    known: Account
    password: str
    """The hash of its password; empty if nobody can log in with one."""
    made: float
    """When it was made, in seconds since 1970."""
    seen: float
    """When somebody logged in last, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class LoginGrant:
    """The proof of a connection's login."""

    account: int
    """Id of the account; 0 for the operator key."""
    generation: int
    digest: bytes
    """Digest of the login's token."""


KEYHOLDER = LoginGrant(0, 0, b"")
"""The login of everyone who showed the operator key."""


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
