"""A server's data about an account: a copy of it, and its erasure. Blocks."""

import re
from typing import Any, Final

from undertide_server.accounts.errors import LoginEndedError
from undertide_server.accounts.records import AccountRecord, digest_of_name
from undertide_server.accounts.repository import ACCOUNT_NAMES
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.reader import Reader

ERASED: Final = "an erased account"
"""The words in the audit log in place of an erased name."""
EVERYTHING: Final = 2**62
"""More rows than any table has."""
_BEFORE_NAME: Final = (
    "((?:^(?:kicked|banned|refused|muted|unmuted|made|ended the ban of|revoked the operator role of"
    "|forgot the account|reset the password of)|,| and|account|hits) )"
)
"""The words of the audit log after which the name of a person follows, as a pattern."""
_AFTER_NAME: Final = "(?=$|[ :,)])"

Data = dict[str, Any]


class PersonalData:
    """The data about accounts in the tables of a server, and in the runs in its `store`.

    Raises StoreError when the store fails.
    """

    def __init__(self, connection: StoreConnection, store: StoreAddress | None) -> None:
        self._connection = connection
        self._store = store

    def export(self, record: AccountRecord, most: int = EVERYTHING) -> Data:
        """Return the data about an account; of each list the latest entries, at most `most`.

        Reports about the account are not in it, since they would name others. Raises StoreError
        when the runs can't be read.
        """
        known = record.known
        own = {"name": known.name, "operator": known.operator}
        times = {"made": int(record.made), "last_login": int(record.seen)}
        return {
            "account": own | times,
            "logins": self._rows(
                "made, expires", "tokens WHERE account = ? ORDER BY made DESC", known.id, most
            ),
            "bans": self._rows(
                "by, until, reason", "outlaws WHERE account = ? ORDER BY id DESC", known.name, most
            ),
            "deeds": self._rows(
                "at, text, session", "deeds WHERE who = ? ORDER BY id DESC", known.name, most
            ),
            "reports": self._rows(
                "at, session, by, name, reason",
                "reports WHERE by_account = ? ORDER BY id DESC",
                known.name,
                most,
            ),
            "runs": self._runs(known.name, most),
        }

    def erase(self, record: AccountRecord) -> None:
        """Delete an account, its logins and its bans, and take its name out of everything else.

        A digest of the name stays, so that nobody takes the place of its owner in runs. Raises
        LoginEndedError when all its logins have ended since it was read.
        """
        known = record.known
        with self._connection.transaction():
            self._connection.lock(ACCOUNT_NAMES)
            self._check_generation(record)
            self._connection.execute("DELETE FROM tokens WHERE account = ?", (known.id,))
            self._connection.execute("DELETE FROM outlaws WHERE account = ?", (known.name,))
            self._erase_from_reports(known.name)
            self._erase_from_deeds(known.name)
            self._connection.execute(
                "INSERT INTO erased VALUES (?) ON CONFLICT (digest) DO NOTHING",
                (digest_of_name(known.name),),
            )
            self._connection.execute("DELETE FROM accounts WHERE id = ?", (known.id,))

    def _check_generation(self, record: AccountRecord) -> None:
        row = self._connection.execute(
            f"SELECT generation FROM accounts WHERE id = ? {self._connection.for_update()}",  # noqa: S608
            (record.known.id,),
        ).fetchone()
        if row != (record.known.generation,):
            raise LoginEndedError

    def _erase_from_reports(self, name: str) -> None:
        """Take an account out of the reports; what was said stays for as long as they do."""
        self._connection.execute(
            "UPDATE reports SET by = ?, by_account = '' WHERE by_account = ?", (ERASED, name)
        )
        self._connection.execute("UPDATE reports SET account = '' WHERE account = ?", (name,))

    def _erase_from_deeds(self, name: str) -> None:
        """Put other words in place of an account's name in the audit log.

        Entries are never updated, so each is written again under its number.
        """
        rows = self._connection.execute(
            "SELECT id, at, who, text, session FROM deeds WHERE who = ?"
            " OR replace(text, ?, '') <> text",
            (name, name),
        ).fetchall()
        for number, at, who, text, session in rows:
            told = (ERASED if who == name else who, _without(name, text))
            if told != (who, text):
                self._connection.execute("DELETE FROM deeds WHERE id = ?", (number,))
                self._connection.execute(
                    "INSERT INTO deeds VALUES (?, ?, ?, ?, ?)", (number, at, *told, session)
                )

    def _rows(self, columns: str, source: str, key: int | str, most: int) -> list[Data]:
        """Return rows as dictionaries by column."""
        rows = self._connection.execute(
            f"SELECT {columns} FROM {source} LIMIT ?",  # noqa: S608  (this class's own words)
            (key, most),
        )
        return [dict(zip(columns.split(", "), row, strict=True)) for row in rows]

    def _runs(self, name: str, most: int) -> list[str]:
        """Return the names of the kept runs in which an account has a seat, the latest first."""
        if self._store is None:
            return []
        try:
            with Reader(self._store) as reader:
                return reader.of_account(name, most)
        except FileNotFoundError:
            return []


def _without(name: str, text: str) -> str:
    """Return the words of an audit entry, without the name of a person whom they are about."""
    pattern = f"{_BEFORE_NAME}{re.escape(name)}{_AFTER_NAME}"
    return re.sub(pattern, rf"\1{ERASED}", text)
