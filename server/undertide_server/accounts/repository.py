"""Stored accounts and tokens. Blocks: use it in a thread of its own, or in a command."""

from typing import Any, Final

import msgspec

from undertide_server.accounts.errors import LoginEndedError, NameTakenError, RepositoryFullError
from undertide_server.accounts.records import Account, AccountRecord, digest_of_name
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.util.names import folded

MOST_TOKENS: Final = 10
"""Logins of an account at once: a person's devices. One more ends the oldest."""

_ALL_OTHERS: Final = 2**62
"""More logins than any account has."""

ACCOUNT_NAMES: Final = "the names of accounts"
"""The lock held while a name is given or taken away, on all processes that share the accounts."""
_ALL: Final = "SELECT id, name, folded, operator, generation, password, made, seen FROM accounts"
_BY_NAME: Final = f"{_ALL} WHERE folded = ?"
_BY_ID: Final = f"{_ALL} WHERE id = ?"


class AccountRepository:
    """The tables `accounts` and `tokens`. Times are seconds since 1970.

    Writes are durable when a method returns. Raises StoreError when the disk fails.
    """

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection

    # --- accounts ----------------------------------------------------------------------------

    def all(self) -> list[AccountRecord]:
        """Return all accounts, the oldest first."""
        rows = self._connection.execute(f"{_ALL} ORDER BY id")
        return [_record(row) for row in rows]

    def damaged(self) -> list[int]:
        """Return the ids of the accounts whose stored entries can't be read."""
        rows = self._connection.execute(f"{_ALL} ORDER BY id")
        return [row[0] for row in rows if _sound_record(row) is None]

    def find(self, name: str) -> AccountRecord | None:
        """Return the account with a name, in whatever way it is written."""
        row = self._connection.execute(_BY_NAME, (folded(name),)).fetchone()
        return None if row is None else _record(row)

    def by_id(self, number: int) -> AccountRecord:
        """Return the account with an id. Raises LoginEndedError if it was erased."""
        row = self._connection.execute(_BY_ID, (number,)).fetchone()
        if row is None:
            raise LoginEndedError
        return _record(row)

    def add(self, name: str, password: str, most: int, now: float) -> Account:
        """Make an account with the hash of its password.

        Raises NameTakenError, or RepositoryFullError when there are `most` accounts.
        """
        with self._connection.transaction():
            # Other processes must not take the name, or the last room, meanwhile.
            self._connection.lock(ACCOUNT_NAMES)
            if self.find(name) is not None or self._is_erased(name):
                raise NameTakenError
            (count,) = self._connection.execute("SELECT count(*) FROM accounts").fetchone()
            if count >= most:
                raise RepositoryFullError
            (number,) = self._connection.execute(
                "INSERT INTO accounts (folded, name, password, made, seen)"
                " VALUES (?, ?, ?, ?, ?) RETURNING id",
                (folded(name), name, password, now, now),
            ).fetchone()
            return self.by_id(number).known

    def _is_erased(self, name: str) -> bool:
        """Return whether an erased account had a name. Runs may still know it by that name."""
        digest = digest_of_name(name)
        row = self._connection.execute("SELECT 1 FROM erased WHERE digest = ?", (digest,))
        return row.fetchone() is not None

    def rehash(self, record: AccountRecord, password: str) -> None:
        """Store another hash of an account's password, unless that has changed meanwhile."""
        self._connection.execute(
            "UPDATE accounts SET password = ? WHERE id = ? AND password = ?",
            (password, record.known.id, record.password),
        )

    def set_password(self, account: Account, password: str) -> Account:
        """Give an account the hash of another password, and end all its logins.

        With an empty hash nobody can log in; the name stays taken. Raises LoginEndedError when all
        its logins have ended meanwhile.
        """
        with self._connection.transaction():
            self._check_generation(account)
            self._connection.execute("DELETE FROM tokens WHERE account = ?", (account.id,))
            self._connection.execute(
                "UPDATE accounts SET password = ?, generation = generation + 1 WHERE id = ?",
                (password, account.id),
            )
            return self.by_id(account.id).known

    def set_operator(self, number: int, *, operator: bool) -> None:
        """Set whether an account is an operator of the whole server."""
        self._connection.execute(
            "UPDATE accounts SET operator = ? WHERE id = ?", (operator, number)
        )

    # --- tokens ------------------------------------------------------------------------------

    def add_token(self, account: Account, digest: bytes, expires: float, now: float) -> Account:
        """Store the digest of a token that logs in to an account until it expires.

        Returns the account as it is now. Raises LoginEndedError when its logins ended meanwhile.
        """
        with self._connection.transaction():
            known = self._check_generation(account)
            # Tokens that another login removes just now need not be waited for.
            skipping = self._connection.for_update(skip_locked=True)
            expired = f"SELECT digest FROM tokens WHERE expires <= ? {skipping}"  # noqa: S608
            self._connection.execute(f"DELETE FROM tokens WHERE digest IN ({expired})", (now,))  # noqa: S608
            self._connection.execute(
                "DELETE FROM tokens WHERE digest IN (SELECT digest FROM tokens WHERE account = ?"
                " ORDER BY made DESC LIMIT ? OFFSET ?)",
                (account.id, _ALL_OTHERS, MOST_TOKENS - 1),
            )
            self._connection.execute(
                "INSERT INTO tokens VALUES (?, ?, ?, ?)", (digest, account.id, now, expires)
            )
            self._saw(account.id, now)
        return known

    def use_token(self, digest: bytes, expires: float, now: float) -> Account | None:
        """Return the account of a valid token and extend the token; None without one."""
        with self._connection.transaction():
            row = self._connection.execute(
                "SELECT account FROM tokens WHERE digest = ? AND expires > ?", (digest, now)
            ).fetchone()
            if row is None:
                return None
            # The account before its tokens, as whoever ends them all.
            query = f"{_BY_ID} {self._connection.for_update()}"
            found = self._connection.execute(query, row).fetchone()
            if found is None:  # The token's entry is damaged.
                return None
            extended = self._connection.execute(
                "UPDATE tokens SET expires = ? WHERE digest = ?", (expires, digest)
            )
            if not extended.rowcount:  # It has ended meanwhile.
                return None
            self._saw(row[0], now)
            return _record(found).known

    def end_token(self, digest: bytes) -> None:
        """End a token."""
        self._connection.execute("DELETE FROM tokens WHERE digest = ?", (digest,))

    def _check_generation(self, account: Account) -> Account:
        """Return an account as it is now, and keep it so until the transaction ends.

        Raises LoginEndedError when its logins have ended since it was read.
        """
        query = f"{_BY_ID} {self._connection.for_update()}"
        row = self._connection.execute(query, (account.id,)).fetchone()
        if row is None:
            raise LoginEndedError
        known = _record(row).known
        if known.generation != account.generation:
            raise LoginEndedError
        return known

    def _saw(self, number: int, now: float) -> None:
        self._connection.execute("UPDATE accounts SET seen = ? WHERE id = ?", (now, number))


def _record(row: tuple[Any, ...]) -> AccountRecord:
    """Return a stored account.

    If its entry can't be read, nobody can log in to it, and its name stays taken.
    """
    record = _sound_record(row)
    if record is not None:
        return record
    known = Account(row[0], str(row[1]), str(row[2]), operator=False, generation=0)
    return AccountRecord(known, password="", made=0.0, seen=0.0)


def _sound_record(row: tuple[Any, ...]) -> AccountRecord | None:
    number, name, known_by, operator, generation, password, made, seen = row
    stored = {
        "known": {
            "id": number,
            "name": name,
            "folded": known_by,
            "operator": {0: False, 1: True}.get(operator),
            "generation": generation,
        },
        "password": password,
        "made": made,
        "seen": seen,
    }
    try:
        return msgspec.convert(stored, AccountRecord)
    except msgspec.ValidationError:
        return None
