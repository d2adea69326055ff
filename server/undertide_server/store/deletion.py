"""Deleting runs in slices, so that no transaction keeps the writes of live runs waiting.

A deleted run is gone from the list at once. Its rows in other tables are left over until they are
cleared, and the pages that become free stay in the file until they are given back.
"""

from undertide_server.store.database import DERIVED, PARTS
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.locks import LEFTOVERS, RUN_LIST

LARGE = {
    "chunks": "run, part, step",
    "blocks": "run, first",
    "hashes": "run, step",
    "renders": "run, first",
    "rendered_views": "run, first, entity",
}
"""The tables of which one run may have thousands of large rows, and their keys."""
_UNPLAYED = "run = ? AND owner NOT IN (SELECT id FROM nodes WHERE expires > ?)"


def delete(connection: StoreConnection, run: str) -> None:
    """Delete a run from the list; do nothing if it isn't there, or a node is playing it.

    The run is locked (`locks.lock_for`): no node may claim it between the two statements.
    """
    values = (run, connection.now())
    connection.execute(f"INSERT INTO leftovers SELECT id FROM runs WHERE {_UNPLAYED}", values)  # noqa: S608
    connection.execute(f"DELETE FROM runs WHERE {_UNPLAYED}", values)  # noqa: S608


def collect_contents(connection: StoreConnection) -> None:
    """Delete the contents that no run plays by any more."""
    connection.execute(
        "DELETE FROM contents"
        " WHERE NOT EXISTS (SELECT 1 FROM runs WHERE runs.content = contents.hash)"
    )


def fresh_number(connection: StoreConnection) -> int:
    """Return the number of the next run: above all others, those of leftovers included."""
    number: int = connection.execute(
        "SELECT coalesce(max(number), 0) FROM (SELECT max(id) AS number FROM runs"
        " UNION ALL SELECT max(run) FROM leftovers) AS numbers"
    ).fetchone()[0]
    return number + 1


def reserve_number(connection: StoreConnection) -> int:
    """Return a number that no other run gets, as if a run of that number had been deleted.

    Rows under it may be written before the run is in the list. Whoever clears leftovers meanwhile
    takes the number back: see `use_reserved`.
    """
    with connection.transaction():
        connection.lock(RUN_LIST)
        number = fresh_number(connection)
        connection.execute("INSERT INTO leftovers (run) VALUES (?)", (number,))
    return number


def use_reserved(connection: StoreConnection, number: int) -> bool:
    """Return whether a number is still reserved, and take it for a run of this transaction.

    The locks keep others from clearing rows under it before that ends.
    """
    connection.lock(RUN_LIST)
    connection.lock(LEFTOVERS)
    return connection.execute("DELETE FROM leftovers WHERE run = ?", (number,)).rowcount == 1


def clear(connection: StoreConnection, rows: int) -> None:
    """Delete rows that deleted runs have left: about as many as said."""
    numbers = connection.execute("SELECT run FROM leftovers LIMIT ?", (rows,)).fetchall()
    for (number,) in numbers:
        rows -= _clear_one(connection, number, rows)
        if rows <= 0:
            return


def _clear_one(connection: StoreConnection, number: int, rows: int) -> int:
    """Delete rows of one run, and its number once none is left; return how many."""
    left = rows
    for table, key in LARGE.items():
        left -= connection.execute(
            f"DELETE FROM {table} WHERE ({key}) IN"  # noqa: S608
            f" (SELECT {key} FROM {table} WHERE run = ? LIMIT ?)",
            (number, left),
        ).rowcount
    if left > 0:
        for table in (*PARTS, *DERIVED):
            statement = f"DELETE FROM {table} WHERE run = ?"  # noqa: S608
            left -= connection.execute(statement, (number,)).rowcount
        connection.execute("DELETE FROM leftovers WHERE run = ?", (number,))
    return rows - left + 1
