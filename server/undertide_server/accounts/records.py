"""Records of accounts and logins."""

from dataclasses import dataclass


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
