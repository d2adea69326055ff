"""The database of accounts: its tables, and how it is opened."""

from typing import Final

from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.engine.sqlite.opening import IN_MEMORY, open_to_write
from undertide_server.store.engine.sqlite.tables import Tables
from undertide_server.store.opening import need_postgres

FILE: Final = "accounts.db"
"""Its name in the server's data folder."""
REMEDY: Final = (
    "restore it from a backup, or move it away: the server then starts without accounts and bans"
)
"""What an operator can do about a damaged file."""
MOST_CHANGES: Final = 1000
"""Changes of accounts and bans that a trigger leaves in their list. A process that missed more
reads all accounts."""

_FIRST: Final = (
    """CREATE TABLE accounts (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        folded TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        password TEXT NOT NULL,
        operator INTEGER NOT NULL DEFAULT 0,
        generation INTEGER NOT NULL DEFAULT 0,
        made REAL NOT NULL,
        seen REAL NOT NULL
    )""",
    """CREATE TABLE tokens (
        digest BLOB PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES accounts (id),
        made REAL NOT NULL,
        expires REAL NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX tokens_of_account ON tokens (account, made)",
    """CREATE TABLE outlaws (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account TEXT NOT NULL,
        network TEXT NOT NULL,
        by TEXT NOT NULL,
        until REAL NOT NULL,
        reason TEXT NOT NULL
    )""",
    """CREATE TABLE deeds (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at REAL NOT NULL,
        who TEXT NOT NULL,
        text TEXT NOT NULL,
        session TEXT NOT NULL
    )""",
    "CREATE INDEX deeds_of_session ON deeds (session, id)",
    """CREATE TRIGGER deeds_stay BEFORE UPDATE ON deeds BEGIN
        SELECT RAISE (ABORT, 'what was done is never rewritten');
    END""",
)
_SECOND: Final = (
    """CREATE TABLE reports (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at REAL NOT NULL,
        session TEXT NOT NULL,
        by TEXT NOT NULL,
        by_account TEXT NOT NULL,
        name TEXT NOT NULL,
        account TEXT NOT NULL,
        address TEXT NOT NULL,
        reason TEXT NOT NULL,
        lines BLOB NOT NULL
    )""",
    "CREATE TABLE erased (digest BLOB PRIMARY KEY) WITHOUT ROWID",
)
_THIRD: Final = (
    """CREATE TABLE changes (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        id INTEGER NOT NULL
    )""",
    """CREATE TRIGGER old_changes_end AFTER INSERT ON changes BEGIN
        DELETE FROM changes WHERE number <= NEW.number - 1000;
    END""",
    """CREATE TRIGGER account_made AFTER INSERT ON accounts BEGIN
        INSERT INTO changes (kind, id) VALUES ('account', NEW.id);
    END""",
    """CREATE TRIGGER account_erased AFTER DELETE ON accounts BEGIN
        INSERT INTO changes (kind, id) VALUES ('account', OLD.id);
    END""",
    """CREATE TRIGGER account_changed AFTER UPDATE OF name, operator, generation ON accounts BEGIN
        INSERT INTO changes (kind, id) VALUES ('account', NEW.id);
    END""",
    """CREATE TRIGGER ban_made AFTER INSERT ON outlaws BEGIN
        INSERT INTO changes (kind, id) VALUES ('ban', NEW.id);
    END""",
    """CREATE TRIGGER ban_ended AFTER DELETE ON outlaws BEGIN
        INSERT INTO changes (kind, id) VALUES ('ban', OLD.id);
    END""",
    """CREATE TABLE tries (
        kind TEXT NOT NULL,
        key TEXT NOT NULL,
        clear_at REAL NOT NULL,
        PRIMARY KEY (kind, key)
    ) WITHOUT ROWID""",
)
TABLES: Final = Tables((_FIRST, _SECOND, _THIRD), REMEDY)


def open_accounts(store: StoreAddress | None) -> StoreConnection:
    """Return a connection to the accounts of a store; without one, to a database in memory.

    Missing tables are made and old ones updated. Its commits survive a loss of power. Any thread
    may use the connection, but only one at a time. Raises OSError or StoreError.
    """
    if isinstance(store, PostgresAddress):
        need_postgres()
        from undertide_server.accounts import postgres_tables  # noqa: PLC0415
        from undertide_server.store.engine.postgres import opening  # noqa: PLC0415

        return opening.open_to_write(store, postgres_tables.TABLES)
    return open_to_write(IN_MEMORY if store is None else store / FILE, TABLES)
