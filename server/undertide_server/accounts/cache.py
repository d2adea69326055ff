"""All accounts in memory: who has a name, and who somebody is. Pure."""

from collections.abc import Iterable

from undertide_server.accounts.records import KEYHOLDER, Account, LoginGrant
from undertide_server.sessions.model.identity import Identity
from undertide_server.util.names import cleaned, folded, look_alike_keys


class AccountCache:
    """All accounts by id and by name."""

    def __init__(self, accounts: Iterable[Account] = ()) -> None:
        self._by_id: dict[int, Account] = {}
        self._by_name: dict[str, Account] = {}
        self._by_looks: dict[str, Account] = {}
        """Accounts by the keys of their looks that differ from the keys of their names."""
        for account in accounts:
            self.store_account(account)

    def store_account(self, account: Account) -> None:
        """Add an account that is new, or that has changed in anything but its name."""
        self._by_id[account.id] = account
        self._by_name[account.folded] = account
        for key in look_alike_keys(account.name) - {account.folded}:
            self._by_looks[key] = account

    def remove(self, number: int) -> None:
        """Remove the account with an id, which was erased."""
        account = self._by_id.pop(number, None)
        if account is None:
            return
        self._by_name.pop(account.folded, None)
        for key in look_alike_keys(account.name) - {account.folded}:
            self._by_looks.pop(key, None)

    def named(self, name: str) -> Account | None:
        """Return the account with a name, in upper or lower case."""
        return self._by_name.get(folded(name))

    def read_alike(self, name: str) -> Account | None:
        """Return the account with a name, or else one whose name people could take for it."""
        shown = cleaned(name)
        keys = [folded(shown), *sorted(look_alike_keys(shown))]
        found = (known.get(key) for key in keys for known in (self._by_name, self._by_looks))
        return next(filter(None, found), None)

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
