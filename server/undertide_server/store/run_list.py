"""The list of stored runs, read by indexes: a page costs the same however many runs there are.

A player's own list adds what players know runs by: the heroes, the floor, and when it was.
"""

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.engine.protocol import Space, StoreConnection
from undertide_server.store.errors import NoSuchRunError
from undertide_server.store.integrity import info_of
from undertide_server.store.opening import open_to_read
from undertide_server.store.records import OVER, StoredRun
from undertide_shared.messages import RunState

LAST_CHARACTER = chr(0x10FFFF)
"""Sorts after any other character in SQLite."""
NEWEST = 2**62
"""Above the number of any run, and of all runs."""


class NumberedRun(NamedTuple):
    """A run and its number in the store, which rises with each new run."""

    number: int
    run: str


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """What a person finds in the list: all public runs, and those where the account played."""

    account: str = ""
    everything: bool = False
    """Whether the person finds every run."""


INFO = (
    "runs.run, session, preset, state, reason, step, ticks, rules, begun, closed, elapsed, deaths"
)
"""The fields of a `StoredRun`, in their order."""
SELECT_INFO = f"SELECT {INFO} FROM runs"  # noqa: S608
LATEST = "ORDER BY 1 DESC LIMIT :count"
SIZES = " UNION ALL ".join(
    f"SELECT run, sum({' + '.join(f'length({each})' for each in columns)}) AS bytes"  # noqa: S608
    f" FROM {table} GROUP BY run"
    for table, columns in {
        "blocks": ["data"],
        "stretches": ["inputs"],
        "hashes": ["hash", "marks"],
        "chunks": ["data"],
        "landmarks": ["kind", "text"],
        "epochs": ["state"],
        "seats": ["name", "tokens"],
        "settled": ["data"],
        "logs": ["data"],
        "chat": ["data"],
        "renders": ["facts"],
        "rendered_views": ["data"],
        "chronicles": ["data"],
    }.items()
)
"""The bytes of each run in each table that holds more than numbers."""
OLD = {
    "ended": "closed",
    "abandoned": "closed",
    "live": "last_played",
    "aside": "last_played",
}
"""The column from which a run's age counts, by its state. A run that was set aside is closed anew
at each start."""


class RunList:
    """A reader of a store's list of runs as it is when opened, even while a server writes to it.

    It may also read an open connection, which it closes.

    Open it with `with`, and not for longer than needed: meanwhile the database's log grows.

    Raises FileNotFoundError or StoreError when it can't be opened. All its methods raise StoreError
    when it can't be read, and those about one run KeyError when there is no such run.
    """

    def __init__(self, source: StoreAddress | StoreConnection) -> None:
        self._connection: StoreConnection = (
            open_to_read(source) if isinstance(source, StoreAddress) else source
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        self._connection.close()

    def runs(self) -> list[StoredRun]:
        """Return all runs, the oldest first."""
        rows = self._connection.execute(f"{SELECT_INFO} ORDER BY id")
        return [info_of(row) for row in rows]

    def going_on(self) -> Iterator[tuple[StoredRun, bytes]]:
        """Yield the runs that are live or set aside, the oldest first, with their settings.

        The settings are those of the run's session, empty bytes if none were stored. A run whose
        state can't be read is among them.
        """
        rows = self._connection.execute(
            f"SELECT {INFO}, data FROM runs LEFT JOIN settled ON settled.run = id"  # noqa: S608
            f" WHERE state NOT IN ({', '.join('?' * len(OVER))}) ORDER BY id",
            OVER,
        )
        for *fields, settled in rows:
            yield info_of(tuple(fields)), settled or b""

    def page(self, viewpoint: Viewpoint, count: int, before: str = "") -> list[StoredRun]:
        """Return the latest runs with at least one step that a person finds, the latest first.

        There are at most `count`. If `before` names a run, they are older than that one; then
        KeyError if there is no such run.
        """
        rows = self._connection.execute(
            f"{SELECT_INFO} WHERE id IN ({self._numbers(viewpoint)}) ORDER BY id DESC",
            {
                "account": viewpoint.account,
                "before": self._id(before) if before else NEWEST,
                "count": count,
            },
        )
        return [info_of(row) for row in rows]

    def _numbers(self, viewpoint: Viewpoint) -> str:
        """Return the query for the numbers of a page's runs.

        It reads no more of an index than the page.
        """
        index = self._connection.by_index("runs_played" if viewpoint.everything else "runs_public")
        played, public = map(self._connection.is_set, ("played", "public"))
        shown = "" if viewpoint.everything else f"AND {public}"
        found = f"SELECT id FROM runs {index} WHERE {played} {shown} AND id < :before {LATEST}"  # noqa: S608
        if viewpoint.everything or not viewpoint.account:
            return found
        is_played = f"EXISTS (SELECT 1 FROM runs WHERE runs.id = finders.run AND {played})"  # noqa: S608
        found_by = f"finders WHERE account = :account AND run < :before AND {is_played} {LATEST}"
        own = f"SELECT run AS id FROM {found_by}"  # noqa: S608
        return f"SELECT id FROM ({found}) AS public UNION SELECT id FROM ({own}) AS own {LATEST}"  # noqa: S608

    def of_account(self, account: str, most: int) -> list[str]:
        """Return the runs in which an account has a seat, the latest first, at most `most`."""
        rows = self._connection.execute(
            "SELECT runs.run FROM finders JOIN runs ON runs.id = finders.run WHERE account = ?"
            " ORDER BY runs.id DESC LIMIT ?",
            (account, most),
        )
        return [run for (run,) in rows]

    def names(self, run: str, most: int) -> list[str]:
        """Return the names on a run's first seats, at most `most`."""
        rows = self._connection.execute(
            "SELECT name FROM seats WHERE run = (SELECT id FROM runs WHERE run = ?)"
            " ORDER BY number LIMIT ?",
            (run, most),
        )
        return [name for (name,) in rows]

    def all_names(self) -> dict[str, list[str]]:
        """Return the names on the seats of each run that has any, in the order of seats."""
        rows = self._connection.execute(
            "SELECT runs.run, seats.name FROM seats JOIN runs ON runs.id = seats.run"
            " ORDER BY runs.id, seats.number"
        )
        names: dict[str, list[str]] = {}
        for run, name in rows:
            names.setdefault(run, []).append(name)
        return names

    def sizes(self) -> dict[str, int]:
        """Return the bytes of each run's data, without the content that it shares with others.

        This looks at each row of the database.
        """
        rows = self._connection.execute(
            f"SELECT runs.run, sum(bytes) FROM runs JOIN ({SIZES}) AS part ON part.run = runs.id"  # noqa: S608
            " GROUP BY runs.id"
        )
        return dict(rows.fetchall())

    def info(self, run: str) -> StoredRun:
        """Return one run's line in the list."""
        row = self._connection.execute(f"{SELECT_INFO} WHERE run = ?", (run,)).fetchone()
        if row is None:
            raise KeyError(run)
        return info_of(row)

    def has(self, run: str) -> bool:
        """Return whether there is a run of this name."""
        row = self._connection.execute("SELECT 1 FROM runs WHERE run = ?", (run,)).fetchone()
        return row is not None

    def named(self, beginning: str) -> str:
        """Return the one run whose name begins with this text. Raises NoSuchRunError."""
        found, first = self._connection.execute(
            "SELECT count(*), min(run) FROM runs WHERE run >= ? AND run < ?",
            (beginning, beginning + LAST_CHARACTER),
        ).fetchone()
        if found != 1:
            raise NoSuchRunError(beginning, found)
        name: str = first
        return name

    def old(self, state: RunState, before: float, after: int, count: int) -> list[NumberedRun]:
        """Return runs in a state that nobody played or closed since a moment, by their numbers.

        The moment is in seconds since 1970. There are at most `count`, with numbers above `after`.
        """
        by_state = self._connection.by_index("runs_by_state")
        rows = self._connection.execute(
            f"SELECT id, run FROM runs {by_state}"  # noqa: S608
            f" WHERE state = ? AND id > ? AND {OLD[state]} < ? ORDER BY id LIMIT ?",
            (state, after, before, count),
        )
        return [NumberedRun(*row) for row in rows]

    def newest(self) -> float | None:
        """Return the latest time at which a run began, was played or was closed; None without runs.

        It is in seconds since 1970.
        """
        row = self._connection.execute(
            "SELECT max(begun), max(last_played), max(closed) FROM runs"
        ).fetchone()
        return max((at for at in row if at is not None), default=None)

    def surplus(self, most: int, count: int) -> list[str]:
        """Return the names of runs that are over, but for the latest `most`; at most `count`.

        The one that was over first comes first.
        """
        rows = self._connection.execute(
            f"SELECT run FROM runs WHERE state IN ({', '.join('?' * len(OVER))})"  # noqa: S608
            " ORDER BY closed DESC, id DESC LIMIT ? OFFSET ?",
            (*OVER, NEWEST, most),
        )
        return [run for (run,) in rows][::-1][:count]

    def space(self) -> Space:
        """Return the bytes of the database."""
        return self._connection.space()

    def has_leftovers(self) -> bool:
        """Return whether rows of deleted runs are among what is kept."""
        row = self._connection.execute("SELECT 1 FROM leftovers LIMIT 1").fetchone()
        return row is not None

    def _id(self, run: str) -> int:
        row = self._connection.execute("SELECT id FROM runs WHERE run = ?", (run,)).fetchone()
        if row is None:
            raise KeyError(run)
        number: int = row[0]
        return number


MOST_SAVES: Final = 100
"""Runs in the list, the latest: many screens full."""
FLOOR_NUMBER: Final = re.compile(r"Floor (\d{1,6}):")
"""The beginning of a floor's landmark (`sessions.landmarks`)."""
LATEST_PLAYED: Final = (
    f"SELECT id, last_played, {INFO} FROM runs WHERE played ORDER BY 2 DESC LIMIT ?"  # noqa: S608
)
FLOOR: Final = """
SELECT text FROM landmarks WHERE run = ? AND kind = 'floor' ORDER BY step DESC, number DESC LIMIT 1
"""
NAMES: Final = "SELECT name FROM seats WHERE run = ? ORDER BY number"


@dataclass(frozen=True, slots=True)
class Save:
    """A run with at least one step."""

    info: StoredRun
    heroes: list[str]
    """The names on its seats, in the order of the seats."""
    floor: int
    """The number of the floor that its party entered last."""
    played: float
    """When its last step was taken, in seconds since 1970."""


def saves(folder: Path) -> list[Save]:
    """Return the runs of a folder that were played, the latest first, at most `MOST_SAVES`.

    The list is empty if the folder has no database. A server may be using it.

    Raises OSError or StoreError.
    """
    try:
        with closing(open_to_read(folder)) as connection:
            rows = connection.execute(LATEST_PLAYED, (MOST_SAVES,)).fetchall()
            return [_save_of(connection, *row) for row in rows]
    except FileNotFoundError:
        return []


def _save_of(connection: StoreConnection, number: int, played: object, *info: object) -> Save:
    names = [name for (name,) in connection.execute(NAMES, (number,)) if isinstance(name, str)]
    moment = played if isinstance(played, float) else 0.0
    return Save(info_of(info), names, _floor(connection, number), moment)


def _floor(connection: StoreConnection, number: int) -> int:
    """Return the number of the floor that a run's party entered last; 1 if none is noted."""
    row = connection.execute(FLOOR, (number,)).fetchone()
    found = FLOOR_NUMBER.match(str(row[0])) if row else None
    return int(found[1]) if found else 1
