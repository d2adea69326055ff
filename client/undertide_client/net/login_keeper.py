"""The client's identity at one server: logging in after each greeting, and keeping the login."""

import contextlib

from undertide_client.saved.logins import Login, Logins
from undertide_shared.messages import AccountInfo, Error, LogIn


class LoginKeeper:
    """The login at one server. `waiting` means that the answer to `greeting` has not come yet."""

    def __init__(self, url: str, logins: Logins) -> None:
        self.waiting = False
        self._url = url
        self._logins = logins
        self._login = logins.get(url)
        """The login in force. If the folder can't be written, it lasts as long as this client."""

    def greeting(self) -> list[LogIn]:
        """Return the login message for a fresh connection, if there is a login."""
        self.waiting = self._login is not None
        return [LogIn(self._login.name, token=self._login.token)] if self._login else []

    def hang_up(self) -> None:
        """Note that the connection is gone, and with it any answer."""
        self.waiting = False

    def take(self, account: AccountInfo) -> None:
        """Keep the login of an account. After a logout, forget the kept login.

        The operator key belongs to no account, so it is not kept: the operator shows it again by
        hand.
        """
        self.waiting = False
        if not account.name and not account.operator:
            self._forget()
        elif account.name and account.token:
            self._login = Login(account.name, account.token)
            with contextlib.suppress(OSError):
                self._logins.put(self._url, self._login)

    def refuse(self, error: Error) -> None:
        """Go on as a guest. Forget a login that the server no longer knows."""
        self.waiting = False
        if error.code == "bad_login":
            self._forget()

    def _forget(self) -> None:
        self._login = None
        self._logins.forget(self._url)
