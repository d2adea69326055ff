"""Deleting old runs that are over."""

from pathlib import Path

from undertide_server.store.database import FILE
from undertide_server.store.reader import Reader
from undertide_server.store.records import GOING_ON
from undertide_server.store.writer import Deleted, Writer


def forget_closed(folder: Path, before: float) -> list[str]:
    """Delete the runs that closed before a moment, in seconds since 1970; return their names.

    Runs that are live or set aside stay, however old. Raises sqlite3.Error or WrongSchemaError.
    """
    if not (folder / FILE).is_file():
        return []
    with Reader(folder) as reader:
        old = [
            info.run
            for info in reader.runs()
            if info.state not in GOING_ON and info.closed is not None and info.closed < before
        ]
    if old:
        writer = Writer(folder)
        try:
            writer.apply([Deleted(run) for run in old])
        finally:
            writer.close()
    return old
