"""What a start does to the database of a folder before it serves anything, and a view of that.

Damaged pages stop a start: writes into them could spoil sound runs. Indexes alone can be made again
from their tables.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from undertide_server.store.database import (
    FILE,
    check_tables,
    is_older,
    open_to_write,
    update_tables,
)
from undertide_server.store.integrity import damage_named, has_stale_indexes, rebuild_indexes
from undertide_server.store.unchanged import copy_of, opened_unchanged


def mend(folder: Path) -> bool:
    """Check the database of a folder, if there is one; return whether its indexes were made again.

    The caller holds the folder. Raises DamagedDatabaseError, WrongSchemaError, OSError or
    sqlite3.Error.
    """
    file = folder / FILE
    if not file.is_file() or not has_stale_indexes(file):
        return False
    with closing(open_to_write(folder)) as connection:
        rebuild_indexes(connection, file)
    return True


@contextmanager
def as_mended(folder: Path) -> Iterator[sqlite3.Connection]:
    """Show the database of a folder as the next start would make it, and change nothing there.

    Raises like `mend`.
    """
    file = folder / FILE
    has_stale = has_stale_indexes(file)
    with opened_unchanged(file) as connection:
        if not has_stale and not is_older(connection):
            check_tables(connection, file)
            yield connection
            return
        with damage_named(file), closing(copy_of(connection)) as copy:
            update_tables(copy, file)
            check_tables(copy, file)
            rebuild_indexes(copy, file)
            yield copy
