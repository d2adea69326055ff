"""Reading stored runs: their list, and all data for a recovery."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from undertide_server.store import chunks
from undertide_server.store.database import open_to_read
from undertide_server.store.errors import NoSuchRunError
from undertide_server.store.packing import Stretch, steps_of, unpack
from undertide_server.store.records import (
    GOING_ON,
    Header,
    RulesStretch,
    SeatRecord,
    Snapshot,
    SnapshotPoint,
    StepRecord,
)
from undertide_shared.messages import Landmark, RunState


@dataclass(frozen=True, slots=True)
class StoredRun:
    """One run in the list. Times are seconds since 1970."""

    run: str
    session: str
    preset: str
    state: RunState
    reason: str
    steps: int
    ticks: int
    rules: int
    begun: float
    closed: float | None


INFO = "runs.run, session, preset, state, reason, step, ticks, rules, begun, closed"
"""The fields of a `StoredRun`, in their order."""
SELECT_INFO = f"SELECT {INFO} FROM runs"  # noqa: S608


class Reader:
    """A reader of a folder's database as it is when opened, even while a server writes to it.

    Open it with `with`, and not for longer than needed: meanwhile the database's log grows.

    Raises FileNotFoundError, sqlite3.Error or WrongSchemaError when it can't be opened. All its
    methods raise sqlite3.Error when the file is damaged, and those about one run KeyError when
    there is no such run.
    """

    def __init__(self, folder: Path) -> None:
        self._connection = open_to_read(folder)

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
        return [StoredRun(*row) for row in rows]

    def going_on(self) -> Iterator[tuple[StoredRun, bytes]]:
        """Yield the runs that are live or set aside, the oldest first, with their settings.

        The settings are those of the run's session, empty bytes if none were stored.
        """
        states = sorted(GOING_ON)
        rows = self._connection.execute(
            f"SELECT {INFO}, data FROM runs LEFT JOIN settled ON settled.run = id"  # noqa: S608
            f" WHERE state IN ({', '.join('?' * len(states))}) ORDER BY id",
            states,
        )
        for row in rows:
            yield StoredRun(*row[:-1]), row[-1] or b""

    def info(self, run: str) -> StoredRun:
        """Return one run's line in the list."""
        row = self._connection.execute(f"{SELECT_INFO} WHERE run = ?", (run,)).fetchone()
        if row is None:
            raise KeyError(run)
        return StoredRun(*row)

    def named(self, beginning: str) -> str:
        """Return the one run whose name begins with this text. Raises NoSuchRunError."""
        found = [info.run for info in self.runs() if info.run.startswith(beginning)]
        if len(found) != 1:
            raise NoSuchRunError(beginning, len(found))
        return found[0]

    def header(self, run: str) -> Header:
        """Return the header of a run."""
        row = self._connection.execute(
            "SELECT run, session, preset, pace, seed, rules, hash, contents.content"
            " FROM runs JOIN contents ON hash = runs.content WHERE run = ?",
            (run,),
        ).fetchone()
        if row is None:
            raise KeyError(run)
        _, session, preset, pace, seed, rules, content_hash, content = row
        plain = zlib.decompress(content)
        return Header(run, session, preset, pace, seed, rules, content_hash, plain)

    def moments(self, run: str) -> list[SnapshotPoint]:
        """Return the points of a run's stored snapshots, in order."""
        rows = self._connection.execute(
            "SELECT step, ticks FROM moments WHERE run = ? ORDER BY step", (self._id(run),)
        )
        return [SnapshotPoint(*row) for row in rows]

    def snapshot(self, run: str, at: int | None = None) -> Snapshot | None:
        """Return the latest stored snapshot of a run, up to step `at` if given; or None."""
        number, bound = self._id(run), chunks.MOST_STEPS if at is None else at
        (step,) = self._connection.execute(
            "SELECT max(step) FROM moments WHERE run = ? AND step <= ?", (number, bound)
        ).fetchone()
        if step is None:
            return None
        return Snapshot(step, chunks.state_at(self._connection, number, step))

    def landmarks(self, run: str) -> list[Landmark]:
        """Return the landmarks of a run's timeline, in order."""
        rows = self._connection.execute(
            "SELECT tick, kind, text FROM landmarks WHERE run = ? ORDER BY step, number",
            (self._id(run),),
        )
        return [Landmark(*row) for row in rows]

    def epochs(self, run: str) -> list[RulesStretch]:
        """Return the stretches of a run by the version of their rules, in order."""
        rows = self._connection.execute(
            "SELECT after, rules, state FROM epochs WHERE run = ? ORDER BY after", (self._id(run),)
        )
        later = [
            RulesStretch(rules, Snapshot(after, zlib.decompress(state)))
            for after, rules, state in rows
        ]
        return [RulesStretch(self.header(run).rules), *later]

    def seats(self, run: str) -> list[SeatRecord]:
        """Return a run's seats, by number."""
        rows = self._connection.execute(
            "SELECT number, name, tokens FROM seats WHERE run = ? ORDER BY number", (self._id(run),)
        )
        return [
            SeatRecord(number, name, msgspec.msgpack.decode(tokens, type=tuple[bytes, ...]))
            for number, name, tokens in rows
        ]

    def settled(self, run: str) -> bytes:
        """Return the stored settings of a run's session; empty bytes if there are none."""
        row = self._connection.execute(
            "SELECT data FROM settled WHERE run = ?", (self._id(run),)
        ).fetchone()
        return row[0] if row else b""

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

    def all_settled(self) -> dict[str, bytes]:
        """Return the stored settings of each run's session, if it has any."""
        rows = self._connection.execute(
            "SELECT runs.run, data FROM settled JOIN runs ON runs.id = settled.run"
        )
        return dict(rows.fetchall())

    def hashes(self, run: str) -> dict[int, str]:
        """Return a run's state hashes by step."""
        rows = self._connection.execute(
            "SELECT step, hash FROM hashes WHERE run = ? ORDER BY step", (self._id(run),)
        )
        return dict(rows.fetchall())

    def marks(self, run: str, step: int) -> bytes:
        """Return the digests of parts that were stored with the hash after a step."""
        row = self._connection.execute(
            "SELECT marks FROM hashes WHERE run = ? AND step = ?", (self._id(run), step)
        ).fetchone()
        if row is None:
            raise KeyError(step)
        marks: bytes = row[0]
        return marks

    def steps(self, run: str, after: int = 0) -> Iterator[StepRecord]:
        """Yield the steps of a run that come after `after`, in order, without their hashes."""
        for record in steps_of(self._stretches(self._id(run), after)):
            if record.step > after:
                yield record

    def _stretches(self, number: int, after: int) -> Iterator[Stretch]:
        blocks = self._connection.execute(
            "SELECT first, data FROM blocks WHERE run = ? AND last > ? ORDER BY first",
            (number, after),
        )
        for first, data in blocks:
            yield from unpack(first, data)
        rows = self._connection.execute(
            "SELECT first, count, inputs FROM stretches WHERE run = ? AND first + count > ?"
            " ORDER BY first",
            (number, after + 1),
        )
        for row in rows:
            yield Stretch(*row)

    def _id(self, run: str) -> int:
        row = self._connection.execute("SELECT id FROM runs WHERE run = ?", (run,)).fetchone()
        if row is None:
            raise KeyError(run)
        number: int = row[0]
        return number
