"""What can go wrong with accounts."""

from undertide_shared.errors import UndertideError


class AccountsError(UndertideError):
    """Something wrong with accounts."""


class BadNetworkError(AccountsError, ValueError):
    """What was written is no address or network that can be banned. Its text says why."""


class NameTakenError(AccountsError):
    """There is an account of that name."""


class RepositoryFullError(AccountsError):
    """There are as many accounts as there may be."""


class LoginEndedError(AccountsError):
    """All logins to the account ended since it was looked at."""
