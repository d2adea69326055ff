"""Deleting runs in slices, so that no transaction keeps the writes of live runs waiting.

A deleted run is gone from the list at once. Its rows in other tables are left over until they are
cleared, and the pages that become free stay in the file until they are given back.
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from undertide_server.store.database import DERIVED, PARTS
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.locks import LEFTOVERS, RUN_LIST
from undertide_server.store.renders import RenderReader
from undertide_server.store.run_list import RunList
from undertide_server.store.writes import Cleared, SpaceGivenBack
from undertide_shared.messages import RunState

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


RUNS = 100
"""Runs that are deleted from the list in one slice."""
ROWS = 200
"""Rows that are cleared in one slice: of a long run 2 MB."""
PAGES = 128
"""Pages of the file that are given back in one slice: half a megabyte."""
SPARE_PAGES = 256
"""Free pages that stay in the file, a megabyte: the next runs take them again."""


def old_runs(store: StoreAddress, state: RunState, before: float) -> Iterator[list[str]]:
    """Yield the runs in a state that nobody played or closed since a moment, slice by slice.

    The moment is in seconds since 1970. Raises FileNotFoundError or StoreError.
    """
    after = 0
    while True:
        with RunList(store) as runs:
            found = runs.old(state, before, after, RUNS)
        if not found:
            return
        after = found[-1].number
        yield [each.run for each in found]


def surplus_runs(store: StoreAddress, most: int) -> Iterator[list[str]]:
    """Yield the runs that are over, but for the latest `most`: one slice, the earliest first.

    Raises as `old_runs` does.
    """
    with RunList(store) as runs:
        found = runs.surplus(most, RUNS)
    if found:
        yield found


def tidying(store: StoreAddress) -> Iterator[Cleared | SpaceGivenBack]:
    """Yield what remains to be written after runs were deleted, slice by slice.

    Raises as `old_runs` does.
    """
    while True:
        with RunList(store) as runs:
            space, has_leftovers = runs.space(), runs.has_leftovers()
        if has_leftovers:
            yield Cleared(ROWS)
        elif space.returnable > SPARE_PAGES * space.page:
            yield SpaceGivenBack(PAGES)
        else:
            return


@dataclass(frozen=True, slots=True)
class DiskUsage:
    """The bytes of a server's runs, and those of the disk that holds them."""

    kept: int
    """Bytes of all that is kept of runs."""
    reusable: int
    """Bytes that deleted runs have left in the file: new runs take them before it grows."""
    free: int | None
    """Bytes that are free on the disk; None for a database, which doesn't say so."""
    renders: int = 0
    """Bytes of what is kept that are renders."""


UNMEASURED = DiskUsage(0, 0, None)
"""The room before anybody has looked, and of a server that keeps no runs."""


def disk_usage(store: StoreAddress) -> DiskUsage:
    """Return the present bytes. Raises OSError or StoreError."""
    with RenderReader(store) as runs:
        space, renders = runs.space(), runs.all_renders()
    return DiskUsage(space.kept, space.free, _free(store), renders)


def _free(store: StoreAddress) -> int | None:
    return shutil.disk_usage(store).free if isinstance(store, Path) else None
