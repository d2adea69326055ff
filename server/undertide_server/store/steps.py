"""Writing steps: those of many runs at once, each after the progress of its run, and fenced."""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from undertide_server.store import chunks
from undertide_server.store.engine.protocol import RowUpdate, StoreConnection
from undertide_server.store.fencing import Fence, Refused, RefusedWriteError, check
from undertide_server.store.packing import Stretch, checksum, pack, stretched, total
from undertide_server.store.records import StepRecord, real_time
from undertide_server.store.writes import Appended

MOST_OPEN: Final = 1000
"""Most runs whose progress a writer remembers: usually more than are played at once. It reads the
progress of other runs again."""


@dataclass(slots=True)
class RunProgress:
    """The progress of a run."""

    id: int
    """Its number in the store."""
    fence: Fence
    """The owner whose writes it counts. Another one's are read again."""
    last: Stretch | None
    stretches: int
    """Rows of it that are not yet packed."""
    before_last: int
    """The checksum of these rows except the last."""
    digests: chunks.Digests | None = None
    """Digests of its snapshots' parts; they are read when first needed."""

    @property
    def step(self) -> int:
        """The last step; 0 before the first."""
        return self.last.last if self.last else 0

    @property
    def tail(self) -> int:
        """The checksum of the rows that are not yet packed."""
        return checksum(self.last, self.before_last) if self.last else 0

    def count_stretch(self, stretch: Stretch) -> None:
        """Count a stretch that follows the last one, or is the last one, longer."""
        if self.last is None or self.last.first != stretch.first:
            self.stretches += 1
            if self.last is not None:
                self.before_last = checksum(self.last, self.before_last)
        self.last = stretch


class ProgressCache:
    """The progress of runs as their owners have brought it about."""

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection
        self._known: dict[str, RunProgress] = {}

    def of(self, run: str, fence: Fence) -> RunProgress:
        """Return the progress of a run; read it when its owner first needs it.

        Raises RefusedWriteError if there is no such run.
        """
        known = self._known.get(run)
        if known is None or known.fence != fence:
            if len(self._known) >= MOST_OPEN:
                del self._known[next(iter(self._known))]
            known = self._known[run] = self._read(run, fence)
        return known

    def drop_run(self, run: str) -> None:
        """Read the progress of a run again when it is next needed."""
        self._known.pop(run, None)

    def clear(self) -> None:
        """Read the progress of every run again when it is next needed."""
        self._known.clear()

    def number(self, run: str) -> int | None:
        """Return the number of a run; None if there is no such run."""
        found = self._connection.execute("SELECT id FROM runs WHERE run = ?", (run,)).fetchone()
        return None if found is None else found[0]

    def _read(self, run: str, fence: Fence) -> RunProgress:
        number = self.number(run)
        if number is None:
            check(self._connection, run, fence, 0)
            raise KeyError(run)
        rows = self._connection.execute(
            "SELECT first, count, inputs, since, until FROM stretches WHERE run = ? ORDER BY first",
            (number,),
        ).fetchall()
        stretches = [Stretch(*row) for row in rows]
        last = stretches[-1] if stretches else None
        return RunProgress(number, fence, last, len(rows), total(stretches[:-1]))


FOLD: Final = 256
"""Number of open stretches at which a run's are packed into a block: about a minute of play."""
MOVE_ON: Final = RowUpdate(
    table="runs",
    key="id",
    expected=("owner", "epoch", "step"),
    changed=("step", "ticks", "elapsed", "tail"),
    stamped="last_played",
)
"""Notes the last step of a run, if its owner may write the steps that follow the expected one."""
# A row takes the place of an earlier one with the same key.
_SEAT = """
INSERT INTO seats (run, number, name, tokens) VALUES (?, ?, ?, ?)
    ON CONFLICT (run, number) DO UPDATE SET name = excluded.name, tokens = excluded.tokens
"""
HASH = """
INSERT INTO hashes (run, step, hash, marks) VALUES (?, ?, ?, ?)
    ON CONFLICT (run, step) DO UPDATE SET hash = excluded.hash, marks = excluded.marks
"""
_LANDMARK = """
INSERT INTO landmarks (run, step, number, tick, kind, text, elapsed) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (run, step, number) DO UPDATE SET
    tick = excluded.tick, kind = excluded.kind, text = excluded.text, elapsed = excluded.elapsed
"""
_CHRONICLE = """
INSERT INTO chronicles (run, number, step, calling, floor, data) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (run, number) DO UPDATE SET
    step = excluded.step, calling = excluded.calling, floor = excluded.floor, data = excluded.data
"""
_STRETCH = """
INSERT INTO stretches (run, first, count, inputs, since, until) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (run, first) DO UPDATE SET
    count = excluded.count, inputs = excluded.inputs, since = excluded.since, until = excluded.until
"""
_BLOCK = """
INSERT INTO blocks (run, first, last, data) VALUES (?, ?, ?, ?)
    ON CONFLICT (run, first) DO UPDATE SET last = excluded.last, data = excluded.data
"""
_Row = tuple[Any, ...]


@dataclass(slots=True)
class _NewSteps:
    """Steps of a run that follow those that its owner knows to be durable."""

    write: Appended
    known: RunProgress
    """The progress of the run, these steps included."""
    durable: int
    """The step that they follow."""
    records: Sequence[StepRecord]
    stretches: Sequence[Stretch]
    """The stretches that they make or prolong."""

    @property
    def row(self) -> _Row:
        """Return its row for `MOVE_ON`."""
        last, ticks = self.records[-1], self.write.ticks
        return (
            *(self.known.id, *self.write.fence, self.durable),
            *(last.step, ticks, real_time(last, ticks), self.known.tail),
        )


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of steps, by their tables."""

    stretches: list[_Row] = field(default_factory=list)
    """In place of those that they have grown from."""
    hashes: list[_Row] = field(default_factory=list)
    landmarks: list[_Row] = field(default_factory=list)
    chronicles: list[_Row] = field(default_factory=list)
    seats: list[_Row] = field(default_factory=list)

    def add(self, new: _NewSteps) -> None:
        """Add the rows of a run."""
        run = new.known.id
        for each in new.stretches:
            row = (run, each.first, each.count, each.inputs, each.since, each.until)
            self.stretches.append(row)
        for record in new.records:
            if record.state_hash is not None:
                self.hashes.append((run, record.step, record.state_hash, record.marks))
            for number, mark in enumerate(record.landmarks):
                elapsed = real_time(record, mark.tick)
                self.landmarks.append(
                    (run, record.step, number, mark.tick, mark.kind, mark.text, elapsed)
                )
            for life in record.chronicles:
                self.chronicles.append(
                    (run, life.number, record.step, life.calling, life.floor, life.data)
                )
        for seat in new.write.seats:
            tokens = msgspec.msgpack.encode(seat.tokens)
            self.seats.append((run, seat.number, seat.name, tokens))


class StepWriter:
    """The part of a writer that appends steps to runs."""

    def __init__(self, connection: StoreConnection, progress: ProgressCache) -> None:
        self._connection = connection
        self._progress = progress

    def append(self, writes: Iterable[Appended]) -> list[Refused]:
        """Append the steps of many runs; return the runs whose steps were refused.

        Steps that are there already, since only the answer to an earlier try was lost, are not
        written again. Raises ValueError at a gap between the steps of one run.
        """
        refused: list[Refused] = []
        for batch in batches(writes):
            self._append(batch, refused)
        return refused

    def fold(self, known: RunProgress) -> None:
        """Pack all open stretches of a run except the last, which may still grow."""
        rows = self._connection.execute(
            "SELECT first, count, inputs, since, until FROM stretches WHERE run = ? ORDER BY first",
            (known.id,),
        ).fetchall()
        closed = [Stretch(*row) for row in rows[:-1]]
        block = (known.id, closed[0].first, closed[-1].last, pack(closed))
        self._connection.execute(_BLOCK, block)
        self._connection.execute(
            "DELETE FROM stretches WHERE run = ? AND first <= ?", (known.id, closed[-1].first)
        )
        known.stretches, known.before_last = 1, 0
        tail = (checksum(Stretch(*rows[-1])), known.id)
        self._connection.execute("UPDATE runs SET tail = ? WHERE id = ?", tail)

    def _append(self, writes: Iterable[Appended], refused: list[Refused]) -> None:
        """Append steps, at most one write of each run; add to `refused`."""
        found: list[_NewSteps] = []
        for write in writes:
            try:
                new = self._new_steps(write)
            except RefusedWriteError as fault:
                self._refuse(fault, refused)
            else:
                if new is not None:
                    found.append(new)
        moved = self._connection.update_each(MOVE_ON, [new.row for new in found])
        if len(moved) < len(found):
            found = self._accepted(found, moved, refused)
        self._write_rows(found)

    def _accepted(
        self, found: Iterable[_NewSteps], moved: Set[int], refused: list[Refused]
    ) -> list[_NewSteps]:
        """Return the steps that the store takes, of those that it may have had already."""
        accepted = []
        for each in found:
            try:
                new = each if each.known.id in moved else self._try_again(each)
            except RefusedWriteError as fault:
                self._refuse(fault, refused)
            else:
                if new is not None:
                    accepted.append(new)
        return accepted

    def _refuse(self, fault: RefusedWriteError, refused: list[Refused]) -> None:
        self._progress.drop_run(fault.refused.run)
        refused.append(fault.refused)

    def _new_steps(self, write: Appended) -> _NewSteps | None:
        """Return those steps of a write that the run doesn't have; None if it has all.

        Raises RefusedWriteError if the run is another owner's, or the store has lost steps of it.
        """
        known = self._progress.of(write.run, write.fence)
        durable = known.step
        records = [record for record in write.records if record.step > durable]
        if not records:
            check(self._connection, write.run, write.fence, write.records[-1].step)
            return None
        if records[0].step > durable + 1:
            check(self._connection, write.run, write.fence, records[0].step - 1)
        stretches = stretched(known.last, records)
        for stretch in stretches:
            known.count_stretch(stretch)
        return _NewSteps(write, known, durable, records, stretches)

    def _try_again(self, late: _NewSteps) -> _NewSteps | None:
        """Return the steps that the store still lacks, after it refused some; None if none.

        It may have got steps from an earlier try whose answer was lost. Raises RefusedWriteError if
        its owner may not write them, or the store has lost steps that this writer knows of.
        """
        write = late.write
        self._progress.drop_run(write.run)
        check(self._connection, write.run, write.fence, late.durable)
        new = self._new_steps(write)
        if new is not None and not self._connection.update_each(MOVE_ON, [new.row]):
            raise RefusedWriteError(Refused(write.run, write.fence))
        return new

    def _write_rows(self, accepted: Sequence[_NewSteps]) -> None:
        """Write everything of steps but how far their runs are."""
        rows = _Rows()
        for new in accepted:
            rows.add(new)
        for statement, values in (
            (_STRETCH, rows.stretches),
            (HASH, rows.hashes),
            (_LANDMARK, rows.landmarks),
            (_CHRONICLE, rows.chronicles),
            (_SEAT, rows.seats),
        ):
            if values:
                self._connection.executemany(statement, values)
        for new in accepted:
            if new.known.stretches >= FOLD:
                self.fold(new.known)
            if new.durable == 0:
                self._connection.execute("UPDATE runs SET played = 1 WHERE id = ?", (new.known.id,))


def batches(writes: Iterable[Appended]) -> Iterator[list[Appended]]:
    """Yield writes in batches without two writes of one run; their order stays.

    Writes of one run by one owner that follow each other become one.
    """
    batch: dict[str, Appended] = {}
    for write in writes:
        before = batch.get(write.run)
        if before is None:
            batch[write.run] = write
        elif before.fence == write.fence:
            batch[write.run] = replace(
                write,
                records=before.records + write.records,
                seats=before.seats + write.seats,
            )
        else:
            yield list(batch.values())
            batch = {write.run: write}
    if batch:
        yield list(batch.values())
