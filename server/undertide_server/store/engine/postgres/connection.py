"""A connection to a PostgreSQL database, which raises the store's own errors."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from typing import Any, Final, Protocol, TypeVar

import psycopg
from psycopg.pq import TransactionStatus

from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.faults import StatementError, StoreError, StoreFaultError
from undertide_server.store.engine.postgres.bounded_connection import RawConnection
from undertide_server.store.engine.postgres.faults import error_of, leaves_unusable
from undertide_server.store.engine.postgres.session import PostgresSession
from undertide_server.store.engine.postgres.values import BINARY
from undertide_server.store.engine.postgres.waits import Waits
from undertide_server.store.engine.protocol import Rows, RowUpdate, Space, Values

MOST_STATEMENTS: Final = 1024
"""Statements whose translations are remembered: several times as many as the program has."""
_PARTS: Final = re.compile(
    r"""
    (?P<kept> '(?:[^']|'')*' | "(?:[^"]|"")*" | --[^\n]* | :: )
    | (?P<by_order> \? )
    | :(?P<name> [a-zA-Z_]\w* )
    | (?P<percent> % )
    """,
    re.VERBOSE,
)
"""The parts of a statement that are not taken as they are, and those in which nothing counts."""


@lru_cache(MOST_STATEMENTS)
def translated(statement: str) -> str:
    """Return a statement with its parameters `?` and `:name` as psycopg reads them."""
    return _PARTS.sub(_translated_part, statement)


def _translated_part(found: re.Match[str]) -> str:
    if found["by_order"]:
        return "%s"
    if found["name"]:
        return f"%({found['name']})s"
    return found[0].replace("%", "%%")


PAGE: Final = 8192
"""Bytes of a page of PostgreSQL, unless somebody builds it with another size."""
UNDO_SECONDS: Final = 1.0
"""What the server may take to undo a transaction before its connection is closed: it does so then
by itself."""
BEGIN: Final = "BEGIN ISOLATION LEVEL READ COMMITTED"
"""Each statement sees what is committed, however the server is set."""
BEGIN_READING: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_READS: Final = re.compile(r"\s*SELECT\b", re.IGNORECASE)
"""Statements that can be sent again when nobody knows whether they were carried out."""
_NOW: Final = "SELECT extract(epoch FROM clock_timestamp())::double precision"
_VERSION: Final = "SELECT hashtextextended(pg_current_snapshot()::text, 0)"
_ARRAYS: Final = {str: "?::text[]"}
"""Marks for columns of these types: psycopg says of no text that it is one."""
_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))"
Result = TypeVar("Result")


class ConnectionSource(Protocol):
    """Where a connection gets psycopg's connections from."""

    def acquire(self) -> RawConnection:
        """Return a connection that nobody else uses. Raises StoreFaultError."""

    def give_back(self, raw: RawConnection) -> None:
        """Take back a connection, which may be broken, or in the midst of a transaction."""


class _NoRows:
    """What a statement returns that has no rows."""

    __slots__ = ("rowcount",)

    def __init__(self, rowcount: int) -> None:
        self.rowcount = rowcount

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def fetchone(self) -> Any:
        return None

    def fetchall(self) -> list[Any]:
        return []


class PostgresConnection:
    """A `StoreConnection` to a PostgreSQL database.

    If it breaks, the statement or the transaction of that moment raises StoreFaultError, and the
    next one uses a new connection. Reads outside a transaction, and transactions that have not yet
    begun, are tried once more at once.
    """

    def __init__(self, address: PostgresAddress, source: ConnectionSource) -> None:
        self.address = address
        self._source = source
        self._raw: RawConnection | None = source.acquire()
        self._in_transaction = False
        self._fault: StoreError | None = None
        """Why the present transaction can't go on."""
        self._is_closed = False

    def execute(self, statement: str, values: Values = ()) -> Rows:
        again = not self._in_transaction and _READS.match(statement) is not None
        return self._carry_out(lambda raw: _executed(raw, statement, values), again=again)

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        self._carry_out(lambda raw: _execute_many(raw, statement, rows))

    def update_each(self, update: RowUpdate, rows: Sequence[Sequence[Any]]) -> set[int]:
        if not rows:
            return set()
        changed = (self._update_one if len(rows) == 1 else self._update_many)(update, rows)
        if len(changed) < len(rows):
            # The server may have looked at the others without a lock.
            self.execute(_locking_statement_of(update), ([row[0] for row in rows],))
        return changed

    def _update_one(self, update: RowUpdate, rows: Sequence[Sequence[Any]]) -> set[int]:
        (row,) = rows
        places = 1 + len(update.expected)
        values = (*row[places:], *row[:places])
        return {row[0]} if self.execute(_single_statement_of(update), values).rowcount else set()

    def _update_many(self, update: RowUpdate, rows: Sequence[Sequence[Any]]) -> set[int]:
        columns = [list(column) for column in zip(*rows, strict=True)]
        marks = tuple(_ARRAYS.get(type(column[0]), "?") for column in columns)
        return {key for (key,) in self.execute(_statement_of(update, marks), columns)}

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._transaction():
            yield

    @contextmanager
    def _transaction(self, waits: Waits | None = None) -> Iterator[None]:
        self._begin(BEGIN, waits)
        try:
            yield
            # After a failed statement the server would undo it all, and call that a success.
            self._done(lambda raw: _control(raw, "COMMIT"))
        except BaseException:
            self._undo()
            raise
        finally:
            self._in_transaction = False

    def now(self) -> float:
        return float(self._value(_NOW))

    def close(self) -> None:
        self._is_closed = True
        self._undo()
        self._drop()

    def lock(self, name: str) -> None:
        if not self._in_transaction:
            problem = "a lock ends with its transaction, and there is none"
            raise StatementError(problem)
        self.execute(_LOCK, (name,))

    def by_index(self, index: str) -> str:  # noqa: ARG002  (the server chooses its indexes)
        return ""

    def for_update(self, *, skip_locked: bool = False) -> str:
        return "FOR UPDATE SKIP LOCKED" if skip_locked else "FOR UPDATE"

    def is_set(self, column: str) -> str:
        return f"{column} <> 0"

    def data_version(self) -> int:
        return int(self._value(_VERSION))

    def space(self) -> Space:
        kept = int(self._value("SELECT pg_database_size(current_database())"))
        # The server uses free space again by itself, and gives none back while it is in use.
        return Space(kept, 0, 0, PAGE)

    def give_back(self, pages: int) -> None:
        pass

    def compact(self) -> None:
        problem = f"{self.address.shown} tidies up by itself: use PostgreSQL's VACUUM to do more"
        raise StatementError(problem)

    def rebuild_indexes(self) -> None:
        problem = f"use PostgreSQL's REINDEX to make the indexes of {self.address.shown} again"
        raise StatementError(problem)

    # --- what only PostgreSQL has ----------------------------------------------------

    @property
    def session(self) -> PostgresSession:
        """What it keeps from one transaction to the next. Raises StoreFaultError."""
        return self._ready().session

    @contextmanager
    def patience(self, waits: Waits) -> Iterator[None]:
        """Begin a transaction with bounds of its own."""
        with self._transaction(waits):
            assert self._raw is not None
            with self._raw.within(waits.answer):
                yield

    def see_one_moment(self) -> None:
        """Make all reads see the database as it is at the first of them, up to the end.

        Nothing can be written then. If the connection breaks, it stays so.
        """
        self._begin(BEGIN_READING)

    # --- the connection ----------------------------------------------------------------

    def _begin(self, words: str, waits: Waits | None = None) -> None:
        if self._in_transaction:
            problem = "a transaction can't begin inside another"
            raise StatementError(problem)
        try:
            self._done(lambda raw: _control(raw, raw.session.beginning(words, waits)), again=True)
        except StoreError:
            self._undo()
            raise
        self._in_transaction = True

    def _carry_out(self, ask: Callable[[RawConnection], Result], *, again: bool = False) -> Result:
        """Return what a connection answers; outside a transaction the changes are durable then."""
        if self._in_transaction:
            return self._done(ask)
        try:
            return self._done(lambda raw: _alone(raw, ask), again=again)
        except StoreError:
            self._undo()
            raise

    def _undo(self) -> None:
        """Undo what the transaction did; without an answer, leave that to the server."""
        raw = self._raw
        if raw is None:
            return
        status = raw.info.transaction_status
        if status in {TransactionStatus.INTRANS, TransactionStatus.INERROR}:
            with suppress(psycopg.Error), raw.within(UNDO_SECONDS):
                _control(raw, "ROLLBACK")
        if raw.info.transaction_status != TransactionStatus.IDLE:
            self._drop()

    def _done(self, ask: Callable[[RawConnection], Result], *, again: bool = False) -> Result:
        """Return what a connection answers. With `again`, ask a new one if this one was broken."""
        is_old = self._raw is not None
        raw = self._ready()
        if self._in_transaction and raw.info.transaction_status == TransactionStatus.INERROR:
            raise self._earlier_fault()
        try:
            return ask(raw)
        except psycopg.Error as fault:
            if leaves_unusable(fault):
                raw.close()
            if raw.closed:
                self._drop()
            can_ask_again = again and is_old and self._raw is None and not raw.was_cut
            if not can_ask_again:
                # Not from psycopg's error: what else that says may show values of rows.
                self._fault = error_of(fault, self.address, ended=raw.closed)
                raise self._fault from None
        return self._done(ask)

    def _earlier_fault(self) -> StoreError:
        """Return the error of whatever follows a statement that failed: all of it is undone."""
        problem = f"nothing of this transaction can be kept, as a statement failed: {self._fault}"
        kind = StoreFaultError if isinstance(self._fault, StoreFaultError) else StatementError
        return kind(problem)

    def _ready(self) -> RawConnection:
        if self._raw is None:
            if self._is_closed or self._in_transaction:
                problem = f"the connection to {self.address.shown} is gone"
                raise StoreFaultError(problem)
            self._raw = self._source.acquire()
        return self._raw

    def _drop(self) -> None:
        raw, self._raw = self._raw, None
        if raw is not None:
            self._source.give_back(raw)

    def _value(self, query: str) -> Any:
        return self.execute(query).fetchone()[0]


_STAMP: Final = "extract(epoch FROM clock_timestamp())::double precision"


@cache
def _single_statement_of(update: RowUpdate) -> str:
    """Return the statement that updates one row.

    It takes the server a fourth of the time to plan, and less than half to carry out, of the one
    for many rows.
    """
    changed = ", ".join(f"{each} = ?" for each in update.changed)
    expected = " AND ".join(f"{each} = ?" for each in (update.key, *update.expected))
    return f"UPDATE {update.table} SET {changed}, {update.stamped} = {_STAMP} WHERE {expected}"  # noqa: S608


@cache
def _locking_statement_of(update: RowUpdate) -> str:
    """Return the statement that locks rows, given as a list of their keys."""
    return (
        f"SELECT {update.key} FROM {update.table} WHERE {update.key} = ANY (?)"  # noqa: S608
        f" ORDER BY {update.key} FOR UPDATE"
    )


@cache
def _statement_of(update: RowUpdate, marks: tuple[str, ...]) -> str:
    """Return the statement that updates rows given as columns, each in the place of a mark."""
    names = ", ".join(
        (
            "row_key",
            *(f"old_{each}" for each in update.expected),
            *(f"new_{each}" for each in update.changed),
        )
    )
    changed = ", ".join(f"{each} = new_{each}" for each in update.changed)
    expected = " AND ".join(f"{each} = old_{each}" for each in update.expected)
    # The rows are locked one after the other, before any is updated. An update looks at each again
    # once it is locked.
    return (
        f"WITH given AS (SELECT * FROM unnest({', '.join(marks)}) AS given ({names})),"  # noqa: S608
        f" held AS (SELECT {update.key} AS held FROM {update.table}"
        f" WHERE {update.key} IN (SELECT row_key FROM given)"
        f" ORDER BY {update.key} FOR UPDATE)"
        f" UPDATE {update.table} SET {changed}, {update.stamped} = {_STAMP}"
        f" FROM given JOIN held ON held = row_key"
        f" WHERE {update.key} = row_key AND {expected} RETURNING {update.key}"
    )


def _alone(raw: RawConnection, ask: Callable[[RawConnection], Result]) -> Result:
    """Return what a connection answers outside a transaction, by the connection's bounds."""
    if raw.session.is_kept:
        return ask(raw)
    _control(raw, raw.session.beginning(BEGIN))
    result = ask(raw)
    _control(raw, "COMMIT")
    return result


def _executed(raw: RawConnection, statement: str, values: Values = ()) -> Rows:
    cursor = raw.cursor(binary=BINARY)
    cursor.execute(translated(statement), values)
    return _NoRows(cursor.rowcount) if cursor.description is None else cursor


def _control(raw: RawConnection, statement: str) -> None:
    """Carry out a statement about the transaction: preparing these would save nothing."""
    raw.cursor().execute(statement, prepare=False)


def _execute_many(raw: RawConnection, statement: str, rows: Iterable[Sequence[Any]]) -> None:
    # psycopg's `executemany` takes a pipeline, at whose end it asks to flush. Then the server stops
    # its clock for a transaction that stands still: a process that was stopped there would hold its
    # rows until it wakes.
    cursor, words = raw.cursor(), translated(statement)
    for row in rows:
        cursor.execute(words, row, prepare=True)
