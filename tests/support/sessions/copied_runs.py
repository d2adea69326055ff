"""Runs of a folder that are put into the database of a cluster."""

from contextlib import closing
from pathlib import Path

from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.opening import open_to_write
from undertide_server.store.run_list import RunList
from undertide_server.store.transfer.copying import copy_run


def copied(folder: Path, database: PostgresAddress) -> PostgresAddress:
    """Copy all runs of a folder into a database, and return its address."""
    with RunList(folder) as runs:
        names = [info.run for info in runs.runs()]
    with closing(open_to_write(folder)) as source, closing(open_to_write(database)) as target:
        for name in names:
            assert copy_run(source, target, name, is_shared=False)
    return database
