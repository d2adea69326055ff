"""What is known of accounts."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Account:
    """An account, as the server remembers it while it runs."""

    id: int
    name: str
    folded: str
    """What the name is known by: `names.folded`."""
    operator: bool
    generation: int
    """Rises when all its logins end: at a new password, and when the host forgets it."""


@dataclass(frozen=True, slots=True)
class AccountRecord:
    """An account, as it is kept."""

    known: Account
    password: str
    """Its hash; empty where nobody can log in with one."""
    made: float
    """Seconds since 1970."""
    seen: float
    """When somebody logged in last, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class LoginGrant:
    """What a connection that is logged in is known by."""

    account: int
    """Id of the account; 0 for whoever showed the host's key."""
    generation: int
    digest: bytes
    """Of the token that this login goes by."""


KEYHOLDER = LoginGrant(0, 0, b"")
"""Whoever showed the host's own key."""
