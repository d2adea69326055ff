"""Errors about accounts."""

from undertide_shared.errors import UndertideError


class AccountsError(UndertideError):
    """An error about accounts."""


class BadNetworkError(AccountsError, ValueError):
    """A text that is no address or network for a ban. The error's text says why."""


class NameTakenError(AccountsError):
    """There is an account of that name already."""


class RepositoryFullError(AccountsError):
    """There are as many accounts as the server allows."""


class LoginEndedError(AccountsError):
    """All logins to the account have ended since it was read."""
