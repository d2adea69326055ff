"""How long a server takes to bring back many long runs at its start, and what they take on disk.

    recovery.py [RUNS [STEPS [PLAYED]]]

PLAYED runs are really played, by companies of 4 bots, without sockets or clocks; the others are
copies of them under other names. Each ends some steps after its last snapshot, as after a crash.
Recovery is the start of a real `undertide serve` on their folder, less a start on an empty one.
"""

import sqlite3
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

sys.path.append(str(Path(__file__).parents[1]))

from workers import Worker

from support.sessions.bot_sessions import company
from undertide_server.sessions.durability.journal_writer import SNAPSHOT_EVERY
from undertide_server.store.database import FILE, PARTS
from undertide_server.store.reader import Reader

RUNS: Final = 50
STEPS_AN_HOUR: Final = 36_000
"""In real time, at ten ticks a second."""
PLAYED: Final = 5
BOTS: Final = 4
GOAL_SECONDS: Final = 10.0
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


def main() -> None:
    """Measure and print."""
    given = [int(word) for word in sys.argv[1:]]
    runs, steps, played = (*given, *(RUNS, STEPS_AN_HOUR, PLAYED)[len(given) :])
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        folder, empty = Path(one), Path(other)
        began = time.monotonic()
        for number in range(played):
            beyond = SNAPSHOT_EVERY * (number + 1) // (played + 1)
            play(folder, number, steps + beyond)
        print(f"Recovery: {runs} runs of {steps} steps with {BOTS} bots, {played} of them played")
        print(f"  played in {time.monotonic() - began:.0f} s")
        _tell_disk(folder, BOTS)
        copy(folder, runs)
        _tell_recovery(folder, empty, runs)


def play(folder: Path, number: int, steps: int) -> None:
    """Play one run, and end without a word, as when a server is killed."""
    with company(folder, "default", "real", BOTS, seed=number + 1) as made:
        while made.session.run.progress.step < steps:
            made.play(steps - made.session.run.progress.step, comes_back=True)
            if made.session.run.progress.ended:
                print(f"  run {number} ended after {made.session.run.progress.step} steps")
                return


def copy(folder: Path, wanted: int) -> None:
    """Copy the runs of a folder, under other names, until there are so many."""
    connection = sqlite3.connect(folder / FILE)
    with connection:
        found = [row[0] for row in connection.execute("SELECT id FROM runs ORDER BY id")]
        for number in range(len(found) + 1, wanted + 1):
            _copy_one(connection, found[number % len(found)], number)
    connection.close()


def _copy_one(connection: sqlite3.Connection, source: int, number: int) -> None:
    fixed: dict[str, object] = {
        "id": number,
        "run": f"'copy {number:04}'",
        "session": f"'c{number:04}'",
    }
    tables = {"runs": fixed} | {part: {"run": number} for part in PARTS}
    for table, changes in tables.items():
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        values = ", ".join(str(changes.get(column, column)) for column in columns)
        key = "id" if table == "runs" else "run"
        connection.execute(
            f"INSERT INTO {table} SELECT {values} FROM {table} WHERE {key} = {source}"
        )


def _tell_recovery(folder: Path, empty: Path, runs: int) -> None:
    with Reader(folder) as reader:
        live = sum(info.state == "live" for info in reader.runs())
    without, with_them = start(empty, waits=False), start(folder, waits=live > 0)
    _, seconds, cpu = (more - less for more, less in zip(with_them, without, strict=True))
    print(f"  a start with them listens after {with_them[0]:.1f} s")
    print(f"  {live} of {runs} runs, all that go on, come back in {seconds:.1f} s")
    print(f"  {cpu:.1f} s of CPU; a start without runs takes {without[0]:.1f} s")
    print(f"  goal: 50 runs of an hour in less than {GOAL_SECONDS:.0f} s")


def start(folder: Path, *, waits: bool) -> tuple[float, float, float]:
    """Start a server on a folder; return the seconds until it listened, until all runs were back,
    and its CPU by then. `waits` says that there are any."""
    began = time.monotonic()
    words = ("undertide", "serve", "--port", "0", "--data", str(folder))
    with Worker("metered_server.py", *words) as server:
        server.address()
        listened = time.monotonic() - began
        while waits and "kept runs are back" not in server.logged():
            time.sleep(0.05)
        return listened, time.monotonic() - began, server.ask("cpu")


def _tell_disk(folder: Path, players: int) -> None:
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


if __name__ == "__main__":
    main()
