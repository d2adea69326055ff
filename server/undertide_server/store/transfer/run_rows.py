"""The rows of one run, in an order and with columns that do not depend on the database.

All that leaves a store or comes to it goes through here: so files of a run and copies of it are the
same, whichever database they come from.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from undertide_server.store.deletion import fresh_number
from undertide_server.store.engine.protocol import StoreConnection, marks
from undertide_server.store.finders import note_finders
from undertide_server.store.leaderboard import count_run
from undertide_server.store.locks import lock_to_insert

COLUMNS: Final = (
    "run",
    "session",
    "preset",
    "pace",
    "seed",
    "rules",
    "content",
    "begun",
    "state",
    "reason",
    "closed",
    "step",
    "ticks",
    "elapsed",
)
"""Columns of the table of runs, without the number, which each store assigns by itself, and without
those that each store works out for itself."""
PAGE_ROWS: Final = 100
"""Rows that are read at once: large ones have some ten thousand bytes, so a page has a megabyte."""


class RowPart(NamedTuple):
    """A table with rows for one run, without the run's number."""

    key: tuple[str, ...]
    """The columns that tell the rows of a run apart, and order them; none if there is one row."""
    values: tuple[str, ...]
    """The other columns."""

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns, in the order of a run's file."""
        return (*self.key, *self.values)


RUN_PARTS: Final[Mapping[str, RowPart]] = {
    "blocks": RowPart(("first",), ("last", "data")),
    "stretches": RowPart(("first",), ("count", "inputs", "since", "until")),
    "hashes": RowPart(("step",), ("hash", "marks")),
    "moments": RowPart(("step",), ("ticks", "elapsed")),
    "chunks": RowPart(("part", "step"), ("data",)),
    "landmarks": RowPart(("step", "number"), ("tick", "kind", "text", "elapsed")),
    "epochs": RowPart(("after",), ("rules", "state")),
    "seats": RowPart(("number",), ("name", "tokens")),
    "settled": RowPart((), ("data",)),
    "logs": RowPart(("entity",), ("data",)),
    "chat": RowPart(("place",), ("number", "data")),
    "renders": RowPart(("first",), ("last", "ticks", "bytes", "facts", "elapsed")),
    "rendered_views": RowPart(("first", "entity"), ("data",)),
    "unrendered": RowPart((), ("rules", "reason")),
    "chronicles": RowPart(("number",), ("step", "calling", "floor", "data")),
}
"""The tables that `database.PARTS` names, in that order."""


def rows_of(connection: StoreConnection, table: str, number: int) -> Iterator[tuple[Any, ...]]:
    """Yield the rows that a run has in a table, by their key, and never hold more than a page.

    The run is given by its number in the store, which the rows lack.
    """
    part = RUN_PARTS[table]
    columns, key = ", ".join(part.columns), ", ".join(part.key)
    query = f"SELECT {columns} FROM {table} WHERE run = ?"  # noqa: S608
    if not part.key:
        yield from connection.execute(query, (number,)).fetchall()
        return
    last: tuple[Any, ...] = ()
    while True:
        beyond = f" AND ({key}) > ({marks(len(last))})" if last else ""
        page = connection.execute(
            f"{query}{beyond} ORDER BY {key} LIMIT ?", (number, *last, PAGE_ROWS)
        ).fetchall()
        yield from page
        if len(page) < PAGE_ROWS:
            return
        last = page[-1][: len(part.key)]


def insert_run(
    connection: StoreConnection, row: Mapping[str, Any], content: bytes, reserved: int | None = None
) -> int:
    """Add a run to the list, with its compressed content, and return its number.

    This locks the list until the transaction ends. The run's rows in other tables come next, unless
    they are there already under a number that is `reserved`; and `finish_run` after them. Raises
    StoreError.
    """
    lock_to_insert(connection)
    connection.execute(
        "INSERT INTO contents VALUES (?, ?) ON CONFLICT (hash) DO NOTHING",
        (row["content"], content),
    )
    number = fresh_number(connection) if reserved is None else reserved
    connection.execute(
        f"INSERT INTO runs (id, {', '.join(COLUMNS)}) VALUES ({marks(1 + len(COLUMNS))})",  # noqa: S608
        [number, *(row[column] for column in COLUMNS)],
    )
    return number


def insert_rows(
    connection: StoreConnection, table: str, number: int, rows: Iterable[tuple[Any, ...]]
) -> None:
    """Add rows of a run, as `rows_of` yields them. Raises StoreError."""
    columns = ("run", *RUN_PARTS[table].columns)
    connection.executemany(
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks(len(columns))})",  # noqa: S608
        ((number, *each) for each in rows),
    )


def finish_run(connection: StoreConnection, number: int, last_played: float) -> None:
    """Work out what a store knows of a run from all its rows. Raises StoreError.

    `last_played` is when its last step was written, in seconds since 1970.
    """
    connection.execute(
        "UPDATE runs SET played = CASE WHEN step > 0 THEN 1 ELSE 0 END, last_played = ?"
        " WHERE id = ?",
        (last_played, number),
    )
    for (settings,) in rows_of(connection, "settled", number):
        note_finders(connection, number, settings)
    count_run(connection, number)
