"""What is written about runs, many writes in one transaction."""

import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from undertide_server.store import chunks
from undertide_server.store.database import PARTS, open_to_write
from undertide_server.store.packing import Stretch, pack, stretched
from undertide_server.store.records import (
    Ending,
    Header,
    RulesStretch,
    SeatRecord,
    Snapshot,
    StepRecord,
)

FOLD = 256
"""Open stretches of a run at which they are packed into a block: about a minute of play."""
MOST_OPEN = 1000
"""Runs of which the writer remembers how far they are: mostly more than are played at once. What
it forgets it reads again."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A run begins, and with it what is settled in its session."""

    header: Header
    settled: bytes = b""


@dataclass(frozen=True, slots=True)
class SettingsSaved:
    """What is settled in a run's session besides the run, in place of what was."""

    run: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Appended:
    """Steps of a run, what became of its seats by them, and its ticks in all."""

    run: str
    records: tuple[StepRecord, ...]
    seats: tuple[SeatRecord, ...]
    ticks: int


@dataclass(frozen=True, slots=True)
class Kept:
    """A snapshot of a run, to bring it back from and to jump to, and its ticks in all by then."""

    run: str
    snapshot: Snapshot
    ticks: int


@dataclass(frozen=True, slots=True)
class Renewed:
    """A run goes on by other rules, from the snapshot of the epoch."""

    run: str
    epoch: RulesStretch


@dataclass(frozen=True, slots=True)
class RunClosed:
    """A run is no longer live."""

    run: str
    ending: Ending


@dataclass(frozen=True, slots=True)
class Reopened:
    """A run is live again."""

    run: str


@dataclass(frozen=True, slots=True)
class Deleted:
    """All of a run is forgotten."""

    run: str


Write = Begun | SettingsSaved | Appended | Kept | Renewed | RunClosed | Reopened | Deleted


@dataclass(slots=True)
class _Open:
    """What the writer knows of a run that it writes to."""

    id: int
    last: Stretch | None
    stretches: int
    """Rows of it that are not yet packed."""
    digests: chunks.Digests | None = None
    """Of its snapshots' parts; read when they are first needed."""


class Writer:
    """Writes to the database of a folder. For one thread at a time.

    Raises sqlite3.Error when it can't be opened.
    """

    def __init__(self, folder: Path) -> None:
        self._connection = open_to_write(folder)
        self._open: dict[str, _Open] = {}

    def close(self) -> None:
        """Close the database."""
        self._connection.close()

    def apply(self, writes: Sequence[Write]) -> None:
        """Write all of `writes` in one transaction: durable when this returns.

        Raises sqlite3.Error, and then nothing of it was written. What was written before all the
        same, and only its acknowledgement lost, is not written twice. Raises ValueError at a gap
        between steps, and KeyError for a run that never began.
        """
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            for write in writes:
                self._write(write)
            self._connection.execute("COMMIT")
        except BaseException:
            # What is known of the runs may be of what was just undone.
            self._open.clear()
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def _write(self, write: Write) -> None:
        match write:
            case Begun():
                self._begin(write.header)
                if write.settled:
                    self._settle(write.header.run, write.settled)
            case SettingsSaved(run=run, data=data):
                self._settle(run, data)
            case Appended():
                self._append(write)
            case Kept():
                self._keep(write)
            case Renewed():
                self._renew(write)
            case RunClosed():
                self._close(write)
            case Reopened():
                self._reopen(write.run)
            case Deleted():
                self._delete(write.run)

    def _begin(self, header: Header) -> None:
        self._connection.execute(
            "INSERT OR IGNORE INTO contents VALUES (?, ?)",
            (header.content_hash, zlib.compress(header.content)),
        )
        before = self._connection.execute(
            "SELECT seed, content FROM runs WHERE run = ?", (header.run,)
        ).fetchone()
        if before == (header.seed, header.content_hash):
            return
        self._connection.execute(
            "INSERT INTO runs (run, session, preset, pace, seed, rules, content, begun)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                header.run,
                header.session,
                header.preset,
                header.pace,
                header.seed,
                header.rules,
                header.content_hash,
                time.time(),
            ),
        )

    def _settle(self, run: str, data: bytes) -> None:
        row = (self._known(run).id, data)
        self._connection.execute("INSERT OR REPLACE INTO settled VALUES (?, ?)", row)

    def _append(self, write: Appended) -> None:
        known = self._known(write.run)
        durable = known.last.last if known.last else 0
        records = [record for record in write.records if record.step > durable]
        for stretch in stretched(known.last, records):
            self._put(known, stretch)
        for record in records:
            self._note(known, record)
        for seat in write.seats:
            row = (known.id, seat.number, seat.name, msgspec.msgpack.encode(seat.tokens))
            self._connection.execute("INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?)", row)
        if records:
            self._connection.execute(
                "UPDATE runs SET step = ?, ticks = ? WHERE id = ?",
                (records[-1].step, write.ticks, known.id),
            )
        if known.stretches >= FOLD:
            self._fold(known)

    def _note(self, known: _Open, record: StepRecord) -> None:
        """Write what a step is checked by, and what the timeline marks of it."""
        if record.state_hash is not None:
            row = (known.id, record.step, record.state_hash, record.marks)
            self._connection.execute("INSERT INTO hashes VALUES (?, ?, ?, ?)", row)
        self._connection.executemany(
            "INSERT INTO landmarks VALUES (?, ?, ?, ?, ?, ?)",
            [
                (known.id, record.step, number, mark.tick, mark.kind, mark.text)
                for number, mark in enumerate(record.landmarks)
            ],
        )

    def _put(self, known: _Open, stretch: Stretch) -> None:
        """Write a stretch, or the one before it anew where it has grown."""
        self._connection.execute(
            "INSERT OR REPLACE INTO stretches VALUES (?, ?, ?, ?)",
            (known.id, stretch.first, stretch.count, stretch.inputs),
        )
        if known.last is None or known.last.first != stretch.first:
            known.stretches += 1
        known.last = stretch

    def _fold(self, known: _Open) -> None:
        """Pack all stretches of a run that are open, but for the last, which may still grow."""
        rows = self._connection.execute(
            "SELECT first, count, inputs FROM stretches WHERE run = ? ORDER BY first", (known.id,)
        ).fetchall()
        closed = [Stretch(*row) for row in rows[:-1]]
        block = (known.id, closed[0].first, closed[-1].last, pack(closed))
        self._connection.execute("INSERT INTO blocks VALUES (?, ?, ?, ?)", block)
        self._connection.execute(
            "DELETE FROM stretches WHERE run = ? AND first <= ?", (known.id, closed[-1].first)
        )
        known.stretches = 1

    def _keep(self, write: Kept) -> None:
        known = self._known(write.run)
        if known.digests is None:
            known.digests = chunks.digests_of(self._connection, known.id)
        known.digests = chunks.keep(self._connection, known.id, write.snapshot, known.digests)
        moment = (known.id, write.snapshot.step, write.ticks)
        self._connection.execute("INSERT OR REPLACE INTO moments VALUES (?, ?, ?)", moment)

    def _renew(self, write: Renewed) -> None:
        assert write.epoch.snapshot is not None
        state = zlib.compress(write.epoch.snapshot.state, chunks.LEVEL)
        row = (self._known(write.run).id, write.epoch.after, write.epoch.rules, state)
        self._connection.execute("INSERT OR REPLACE INTO epochs VALUES (?, ?, ?, ?)", row)

    def _close(self, write: RunClosed) -> None:
        known = self._known(write.run)
        self._connection.execute(
            "UPDATE runs SET state = ?, reason = ?, closed = ? WHERE id = ?",
            (write.ending.state, write.ending.reason, time.time(), known.id),
        )
        if known.stretches > 1:
            self._fold(known)
        self._open.pop(write.run, None)

    def _reopen(self, run: str) -> None:
        self._connection.execute(
            "UPDATE runs SET state = 'live', reason = '', closed = NULL WHERE id = ?",
            (self._known(run).id,),
        )

    def _delete(self, run: str) -> None:
        number = self._known(run).id
        for table in PARTS:
            self._connection.execute(f"DELETE FROM {table} WHERE run = ?", (number,))  # noqa: S608
        self._connection.execute("DELETE FROM runs WHERE id = ?", (number,))
        self._connection.execute(
            "DELETE FROM contents WHERE hash NOT IN (SELECT content FROM runs)"
        )
        self._open.pop(run, None)

    def _known(self, run: str) -> _Open:
        """Return what is known of a run, read when it is first asked for."""
        known = self._open.get(run)
        if known is None:
            if len(self._open) >= MOST_OPEN:
                del self._open[next(iter(self._open))]
            known = self._open[run] = self._look_up(run)
        return known

    def _look_up(self, run: str) -> _Open:
        found = self._connection.execute("SELECT id FROM runs WHERE run = ?", (run,)).fetchone()
        if found is None:
            raise KeyError(run)
        rows = self._connection.execute(
            "SELECT first, count, inputs FROM stretches WHERE run = ? ORDER BY first", found
        ).fetchall()
        return _Open(found[0], Stretch(*rows[-1]) if rows else None, len(rows))
