"""Reading stored runs: their list, and all data for a recovery."""

import zlib
from collections.abc import Iterator

import msgspec

from undertide_server.store import chunks
from undertide_server.store.packing import Stretch, steps_of, unpack
from undertide_server.store.records import (
    Header,
    RulesStretch,
    SeatRecord,
    Snapshot,
    SnapshotPoint,
    StepRecord,
)
from undertide_server.store.run_list import RunList
from undertide_shared.messages import Landmark


class Reader(RunList):
    """A reader of a folder's runs: of their list, and of all data of one run."""

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
