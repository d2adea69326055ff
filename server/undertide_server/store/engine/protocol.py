"""A connection to the store's database, as everything above the engine uses it.

Statements are SQL that both SQLite 3.35 and PostgreSQL understand, with parameters as `?` or
`:name`. What only one engine can say is a method with the name of its purpose.

All methods, and all reading of rows, raise `StoreFaultError` when the database can't be used now,
`DamagedDatabaseError` when it is damaged, `StatementError` for a statement that it can't carry out,
and `ConstraintError` for one that breaks a rule of the tables.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

Values = Sequence[Any] | Mapping[str, Any]
"""The parameters of a statement: in order, or by name."""


def marks(count: int) -> str:
    """Return the marks of that many parameters, as `IN (…)` and `VALUES (…)` have them."""
    return ", ".join("?" * count)


@dataclass(frozen=True, slots=True)
class RowUpdate:
    """An update of single rows, each only while some of its columns have the values expected."""

    table: str
    key: str
    """The column that names a row: a number."""
    expected: tuple[str, ...]
    """The columns that must have certain values."""
    changed: tuple[str, ...]
    """The columns that get other values."""
    stamped: str
    """The column that gets the time by the store's clock."""


class Space(NamedTuple):
    """The bytes of a database."""

    kept: int
    """Bytes of everything that is in it."""
    free: int
    """Bytes that hold nothing: new rows take them."""
    returnable: int
    """As many of these as the database can give back to the file system."""
    page: int
    """Bytes of one page, the least that it gives back."""


class Rows(Protocol):
    """The rows that a statement returns, read as they are asked for."""

    @property
    def rowcount(self) -> int:
        """The number of rows that the statement changed."""

    def __iter__(self) -> Iterator[Any]:
        """Yield the rows that were not read yet, each as a tuple."""

    def fetchone(self) -> Any:
        """Return the next row, or None after the last."""

    def fetchall(self) -> list[Any]:
        """Return all rows that were not read yet."""


class StoreConnection(Protocol):
    """A connection for one thread at a time."""

    def execute(self, statement: str, values: Values = ()) -> Rows:
        """Carry out a statement. Outside a transaction its changes are durable at once."""

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Carry out a statement once for each of `rows`."""

    def update_each(self, update: RowUpdate, rows: Sequence[Sequence[Any]]) -> set[int]:
        """Update rows, each by itself; return the keys of those that were as expected.

        Each of `rows` has a key, the expected values, and the new ones. No key comes twice. Other
        connections can't change any of these rows until the transaction ends: they are locked in
        the order of their keys.
        """

    def transaction(self) -> AbstractContextManager[None]:
        """Make all changes inside the context durable at its end, or none if it raises.

        Other connections see none of them before that. They may change other rows meanwhile, and
        rows that were only read: what must stay as it was read is read `for_update`, or guarded by
        a `lock`.
        """

    def now(self) -> float:
        """Return the time by the store's clock, in seconds since 1970.

        All processes that use the store compare times by this clock.
        """

    def close(self) -> None:
        """Close the connection; a transaction that hasn't ended is undone."""

    def lock(self, name: str) -> None:
        """Wait for a lock so named, and hold it until the transaction ends.

        Only where several connections write at the same time this keeps others waiting.
        """

    # --- what each engine says in its own way ------------------------------------------------

    def for_update(self, *, skip_locked: bool = False) -> str:
        """Return the words at the end of a query that lock the rows until the transaction ends.

        They are empty where a transaction keeps all others from writing. With `skip_locked`, rows
        that another transaction has locked are left out; otherwise the query waits for them.
        """

    def is_set(self, column: str) -> str:
        """Return the words for a condition that a column with a number says yes: it isn't 0.

        An index for such rows alone is used only where these are the very words of its condition.
        """

    def by_index(self, index: str) -> str:
        """Return the words that make a query read a table by an index.

        They stand after the table's name.
        """

    def data_version(self) -> int:
        """Return a number that changes when another connection has written."""

    def space(self) -> Space:
        """Return the bytes of the database."""

    def give_back(self, pages: int) -> None:
        """Return free pages to the file system, at most `pages`."""

    def compact(self) -> None:
        """Write the database anew, without free space; it needs as much space again meanwhile."""

    def rebuild_indexes(self) -> None:
        """Make all indexes again from their tables."""
