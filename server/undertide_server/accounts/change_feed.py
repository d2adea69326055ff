"""The changes of accounts and bans that other processes made. Blocks, like the repositories."""

from dataclasses import dataclass
from typing import Final

from undertide_server.accounts.bans import BanRecord
from undertide_server.accounts.cache import AccountCache
from undertide_server.accounts.errors import LoginEndedError
from undertide_server.accounts.moderation_repository import ModerationRepository
from undertide_server.accounts.records import Account
from undertide_server.accounts.repository import AccountRepository
from undertide_server.store.engine.protocol import StoreConnection

_SINCE: Final = "SELECT number, kind, id FROM changes WHERE number > ? ORDER BY number"
_BOUNDS: Final = "SELECT coalesce(min(number), 0), coalesce(max(number), 0) FROM changes"


@dataclass(frozen=True, slots=True)
class AccountChanges:
    """The present state of everything that changed."""

    accounts: list[Account]
    erased: list[int]
    """Ids of accounts that are gone."""
    everyone: AccountCache | None
    """All accounts, if more changed than the database lists."""
    bans: list[BanRecord] | None
    """All bans, if any of them changed."""


class ChangeFeed:
    """A reader of the table `changes`, which triggers fill: it begins with the present state.

    To look costs one row of an index while nothing changes, whoever wrote last. Raises
    StoreError when the disk fails.
    """

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection
        self._accounts = AccountRepository(connection)
        self._moderation = ModerationRepository(connection)
        self._seen = self._bounds()[1]

    def read(self) -> AccountChanges | None:
        """Return what changed since the last call, this process's own changes too; else None."""
        oldest, newest = self._bounds()
        if newest == self._seen:
            return None
        rows = self._connection.execute(_SINCE, (self._seen,)).fetchall()
        missed = newest < self._seen or oldest > self._seen + 1
        changes = self._everything() if missed else self._changes(rows)
        self._seen = newest
        return changes

    def _everything(self) -> AccountChanges:
        everyone = AccountCache(record.known for record in self._accounts.all())
        return AccountChanges([], [], everyone, self._moderation.bans())

    def _changes(self, rows: list[tuple[int, str, int]]) -> AccountChanges:
        accounts, erased = [], []
        for number in sorted({row[2] for row in rows if row[1] == "account"}):
            try:
                accounts.append(self._accounts.by_id(number).known)
            except LoginEndedError:
                erased.append(number)
        banned = any(row[1] == "ban" for row in rows)
        return AccountChanges(accounts, erased, None, self._moderation.bans() if banned else None)

    def _bounds(self) -> tuple[int, int]:
        """Return the numbers of the oldest and the newest change that are listed."""
        oldest, newest = self._connection.execute(_BOUNDS).fetchone()
        return oldest, newest
