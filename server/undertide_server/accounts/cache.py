"""All accounts in memory: who has a name, and who somebody is. Pure."""

from collections.abc import Iterable

from undertide_server.accounts.names import folded
from undertide_server.accounts.records import KEYHOLDER, Account, LoginGrant
from undertide_server.sessions.model.identity import Identity


class AccountCache:
    """All accounts by id and by name."""

    def __init__(self, accounts: Iterable[Account] = ()) -> None:
        self._by_id: dict[int, Account] = {}
        self._by_name: dict[str, Account] = {}
        for account in accounts:
            self.put(account)

    def put(self, account: Account) -> None:
        """Add an account that is new, or that has changed in anything but its name."""
        self._by_id[account.id] = account
        self._by_name[account.folded] = account

    def named(self, name: str) -> Account | None:
        """Return the account with a name, in whatever way it is written."""
        return self._by_name.get(folded(name))

    def of(self, login: LoginGrant | None) -> Account | None:
        """Return the account of a login that is still valid."""
        known = None if login is None else self._by_id.get(login.account)
        if known is None or login is None or known.generation != login.generation:
            return None
        return known

    def identity(self, login: LoginGrant | None, address_key: str) -> Identity:
        """Return the identity of a person at an address. If the login has ended, it is a guest."""
        if login == KEYHOLDER:
            return Identity(address_key=address_key, operator=True)
        known = self.of(login)
        if known is None:
            return Identity(address_key=address_key)
        return Identity(known.name, address_key, known.operator)
