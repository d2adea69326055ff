"""What a start does to a database before it serves anything, and a view of that.

Damaged pages stop a start: writes into them could spoil sound rows. Indexes alone can be made again
from their tables.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from undertide_server.store.engine.sqlite.connection import SqliteConnection
from undertide_server.store.engine.sqlite.integrity import has_stale_indexes
from undertide_server.store.engine.sqlite.opening import open_to_write
from undertide_server.store.engine.sqlite.tables import (
    Tables,
    check_tables,
    is_older,
    update_tables,
)
from undertide_server.store.engine.sqlite.unchanged import copy_of, opened_unchanged


def mend(file: Path, tables: Tables) -> bool:
    """Check a database, if there is one; return whether its indexes were made again.

    No other process may use it. Raises OSError or StoreError.
    """
    if not file.is_file() or not has_stale_indexes(file, tables.remedy):
        return False
    with closing(open_to_write(file, tables)) as connection:
        connection.rebuild_indexes()
    return True


@contextmanager
def as_mended(file: Path, tables: Tables) -> Iterator[SqliteConnection]:
    """Show a database as the next start would make it, and change nothing in its folder.

    Raises like `mend`.
    """
    has_stale = has_stale_indexes(file, tables.remedy)
    with opened_unchanged(file, tables.remedy) as connection:
        if not has_stale and not is_older(connection, tables):
            check_tables(connection, tables)
            yield connection
            return
        with closing(copy_of(connection)) as copy:
            update_tables(copy, tables)
            check_tables(copy, tables)
            copy.rebuild_indexes()
            yield copy
