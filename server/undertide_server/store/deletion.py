"""Deleting runs in slices, so that no transaction keeps the writes of live runs waiting.

A deleted run is gone from the list at once. Its rows in other tables are left over until they are
cleared, and the pages that become free stay in the file until they are given back.
"""

import sqlite3

from undertide_server.store.database import DERIVED, PARTS

LARGE = ("chunks", "blocks", "hashes", "renders", "rendered_views")
"""The tables of which one run may have thousands of large rows. They have row numbers."""


def delete(connection: sqlite3.Connection, run: str) -> None:
    """Delete a run from the list; do nothing if it isn't there."""
    connection.execute("INSERT INTO leftovers SELECT id FROM runs WHERE run = ?", (run,))
    connection.execute("DELETE FROM runs WHERE run = ?", (run,))


def collect_contents(connection: sqlite3.Connection) -> None:
    """Delete the contents that no run plays by any more."""
    connection.execute(
        "DELETE FROM contents"
        " WHERE NOT EXISTS (SELECT 1 FROM runs WHERE runs.content = contents.hash)"
    )


def fresh_number(connection: sqlite3.Connection) -> int:
    """Return the number of the next run: above all others, those of leftovers included."""
    number: int = connection.execute(
        "SELECT 1 + max(coalesce((SELECT max(id) FROM runs), 0),"
        " coalesce((SELECT max(run) FROM leftovers), 0))"
    ).fetchone()[0]
    return number


def clear(connection: sqlite3.Connection, rows: int) -> None:
    """Delete rows that deleted runs have left: about as many as said."""
    numbers = connection.execute("SELECT run FROM leftovers LIMIT ?", (rows,)).fetchall()
    for (number,) in numbers:
        rows -= _clear_one(connection, number, rows)
        if rows <= 0:
            return


def _clear_one(connection: sqlite3.Connection, number: int, rows: int) -> int:
    """Delete rows of one run, and its number once none is left; return how many."""
    left = rows
    for table in LARGE:
        left -= connection.execute(
            f"DELETE FROM {table} WHERE rowid IN"  # noqa: S608
            f" (SELECT rowid FROM {table} WHERE run = ? LIMIT ?)",
            (number, left),
        ).rowcount
    if left > 0:
        for table in (*PARTS, *DERIVED):
            statement = f"DELETE FROM {table} WHERE run = ?"  # noqa: S608
            left -= connection.execute(statement, (number,)).rowcount
        connection.execute("DELETE FROM leftovers WHERE run = ?", (number,))
    return rows - left + 1


def give_back(connection: sqlite3.Connection, pages: int) -> None:
    """Return free pages to the file system, at most `pages`."""
    for _ in range(pages):
        # Without this limit the statement takes a step for each page, and Python only the first.
        connection.execute("PRAGMA incremental_vacuum(1)")
