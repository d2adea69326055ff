"""What runs take on the disk, for an hour of one player's."""

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from undertide_server.store.database import FILE

STEPS_AN_HOUR: Final = 36_000
"""In real time."""
TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "steps": ("blocks", "stretches"),
    "hashes": ("hashes",),
    "seats and landmarks": ("seats", "landmarks"),
    "contents and headers": ("contents", "runs"),
    "snapshots": ("chunks", "moments"),
}
"""What the tables hold, for people."""
APART: Final = "snapshots"
"""They are there to jump to: the goal is for the rest."""


def tell_disk(folder: Path, players: int) -> None:
    """Print what the runs of a folder take, all with so many players in real time."""
    connection = sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)
    (steps,) = connection.execute("SELECT sum(step) FROM runs").fetchone()
    hours = steps * players / STEPS_AN_HOUR
    print(f"  on disk, after {hours:.1f} hours of players at {players} a run, for each hour:")
    sizes = {name: _bytes(connection, tables) / 1000 for name, tables in TABLES.items()}
    for name, size in sizes.items():
        print(f"    {name:22} {size / hours:7.1f} kB")
    whole = _pages(connection) / 1000
    connection.close()
    rest = sum(size for name, size in sizes.items() if name != APART)
    print(f"    all but {APART:14} {rest / hours:7.1f} kB (goal: less than 200)")
    print(f"    the database itself    {whole / hours:7.1f} kB")


def _pages(connection: sqlite3.Connection) -> int:
    """Return the bytes of all pages, those among them that are free."""
    (count,), (size,) = (
        connection.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size")
    )
    return int(count) * int(size)


def _bytes(connection: sqlite3.Connection, tables: tuple[str, ...]) -> int:
    """Return the bytes of all values of some tables."""
    total = 0
    for table in tables:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        lengths = " + ".join(f"coalesce(length({column}), 0)" for column in columns)
        (found,) = connection.execute(f"SELECT sum({lengths}) FROM {table}").fetchone()
        total += int(found or 0)
    return total
