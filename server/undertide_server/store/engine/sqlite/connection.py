"""A connection to a SQLite file, which raises the store's own errors."""

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any, Final

from undertide_server.store.engine.faults import (
    ConstraintError,
    DamagedDatabaseError,
    StatementError,
    StoreError,
    StoreFaultError,
)
from undertide_server.store.engine.protocol import Rows, RowUpdate, Space, Values
from undertide_server.store.engine.sqlite.write_queue import WriteQueue

BUSY_SECONDS: Final = 5.0
"""Time that a connection waits for another's transaction: far longer than any takes."""
INCREMENTAL: Final = 2
"""The value of `PRAGMA auto_vacuum` for a file that can be made smaller page by page."""
OF_STATEMENTS: Final = (
    sqlite3.DataError,
    sqlite3.InterfaceError,
    sqlite3.InternalError,
    sqlite3.NotSupportedError,
    sqlite3.ProgrammingError,
)
"""SQLite's errors about a statement, which don't depend on the disk."""


class SqliteRows:
    """The rows of a query."""

    __slots__ = ("_connection", "_cursor")

    def __init__(self, cursor: sqlite3.Cursor, connection: "SqliteConnection") -> None:
        self._cursor = cursor
        self._connection = connection

    @property
    def rowcount(self) -> int:
        return self._cursor.rowcount

    def __iter__(self) -> Iterator[Any]:
        try:
            # Not `yield from`: a reader that gives up would close the cursor, perhaps too late.
            for row in self._cursor:  # noqa: UP028
                yield row
        except sqlite3.Error as fault:
            raise self._connection.error_of(fault) from fault

    def fetchone(self) -> Any:
        try:
            return self._cursor.fetchone()
        except sqlite3.Error as fault:
            raise self._connection.error_of(fault) from fault

    def fetchall(self) -> list[Any]:
        try:
            return self._cursor.fetchall()
        except sqlite3.Error as fault:
            raise self._connection.error_of(fault) from fault


class SqliteConnection:
    """A `Connection` to a SQLite file. `remedy` says what an operator can do if it is damaged."""

    def __init__(self, raw: sqlite3.Connection, file: Path, remedy: str = "") -> None:
        raw.text_factory = read_text
        self._raw = raw
        self._execute = raw.execute
        self.file = file
        self.remedy = remedy
        self.queue: WriteQueue | None = None
        """Where transactions wait for those of other processes."""

    def execute(self, statement: str, values: Values = ()) -> Rows:
        try:
            cursor = self._execute(statement, values)
        except sqlite3.Error as fault:
            raise self.error_of(fault) from fault
        # Without rows, nothing is left that could fail.
        return cursor if cursor.description is None else SqliteRows(cursor, self)

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        try:
            self._raw.executemany(statement, rows)
        except sqlite3.Error as fault:
            raise self.error_of(fault) from fault

    def update_each(self, update: RowUpdate, rows: Sequence[Sequence[Any]]) -> set[int]:
        statement, now, places = _statement_of(update), self.now(), 1 + len(update.expected)
        return {
            row[0]
            for row in rows
            if self.execute(statement, (*row[places:], now, *row[:places])).rowcount
        }

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with nullcontext() if self.queue is None else self.queue.turn():
            yield from self._transact()

    def _transact(self) -> Iterator[None]:
        self.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.execute("COMMIT")
        except BaseException:
            if self._raw.in_transaction:
                self.execute("ROLLBACK")
            raise

    def now(self) -> float:
        return time.time()

    def close(self) -> None:
        self._raw.close()
        if self.queue is not None:
            self.queue.close()

    def lock(self, name: str) -> None:
        pass  # Transactions come one after the other anyway.

    def for_update(self, *, skip_locked: bool = False) -> str:  # noqa: ARG002
        return ""

    def is_set(self, column: str) -> str:
        return column

    def by_index(self, index: str) -> str:
        return f"INDEXED BY {index}"

    def data_version(self) -> int:
        return self.setting("data_version")

    def space(self) -> Space:
        pages, free, page, mode = map(
            self.setting, ("page_count", "freelist_count", "page_size", "auto_vacuum")
        )
        returnable = free * page if mode == INCREMENTAL else 0
        return Space((pages - free) * page, free * page, returnable, page)

    def give_back(self, pages: int) -> None:
        for _ in range(pages):
            # Without this limit the statement takes a step for each page, and Python only the
            # first.
            self.execute("PRAGMA incremental_vacuum(1)")

    def compact(self) -> None:
        self.execute("VACUUM")

    def rebuild_indexes(self) -> None:
        try:
            self.execute("REINDEX")
        except ConstraintError as fault:
            problem = f"two of its rows have the same key ({fault})"
            raise DamagedDatabaseError(self.file, problem, self.remedy) from fault

    # --- what only SQLite has ----------------------------------------------------------------

    def setting(self, name: str) -> int:
        """Return the value of a setting (`PRAGMA`) that is a number."""
        value: int = self.execute(f"PRAGMA {name}").fetchone()[0]
        return value

    def see_one_moment(self) -> None:
        """Make all later reads see the database as it is now, whatever others write meanwhile."""
        self.execute("BEGIN")

    def make_single_file(self) -> None:
        """Make this database a single file that needs none beside it."""
        self.execute("PRAGMA journal_mode = DELETE")

    def copy_into(self, target: "SqliteConnection") -> None:
        """Copy this database into an empty one, page by page, in one go."""
        try:
            self._raw.backup(target._raw)  # noqa: SLF001  (of the same class)
        except sqlite3.Error as fault:
            raise self.error_of(fault) from fault

    def error_of(self, fault: sqlite3.Error) -> StoreError:
        """Return SQLite's error as one of the store's."""
        return error_of(fault, self.file, self.remedy)


@cache
def _statement_of(update: RowUpdate) -> str:
    """Return the statement that updates one row."""
    changed = ", ".join(f"{each} = ?" for each in (*update.changed, update.stamped))
    expected = " AND ".join(f"{each} = ?" for each in (update.key, *update.expected))
    return f"UPDATE {update.table} SET {changed} WHERE {expected}"  # noqa: S608


def connect(
    address: str | Path,
    file: Path,
    remedy: str = "",
    *,
    is_uri: bool = False,
    one_thread: bool = True,
) -> SqliteConnection:
    """Return a connection to a file, which may be a new one.

    `file` is its name in errors. Unless it is for `one_thread`, any one thread at a time may use
    it. Raises StoreFaultError.
    """
    try:
        raw = sqlite3.connect(
            address,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=one_thread,
            uri=is_uri,
        )
    except sqlite3.Error as fault:
        raise error_of(fault, file, remedy) from fault
    return SqliteConnection(raw, file, remedy)


def error_of(fault: sqlite3.Error, file: Path, remedy: str) -> StoreError:
    """Return an error of SQLite about a file as one of the store's."""
    if isinstance(fault, sqlite3.IntegrityError):
        return ConstraintError(str(fault))
    if isinstance(fault, OF_STATEMENTS) or _code_of(fault) == sqlite3.SQLITE_ERROR:
        return StatementError(str(fault))
    if isinstance(fault, sqlite3.OperationalError):
        # The disk, or another process: the file itself may be sound.
        return StoreFaultError(str(fault))
    return DamagedDatabaseError(file, str(fault), remedy)


def _code_of(fault: sqlite3.Error) -> int | None:
    """Return SQLite's code of an error; None for one of Python's module."""
    return getattr(fault, "sqlite_errorcode", None)


def read_text(data: bytes) -> str:
    """Return stored text.

    Damaged bytes must not make a whole list of rows unreadable, nor stand in an error.
    """
    return data.decode(errors="replace")
