"""Writing runs: many writes in one transaction."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from undertide_server.store import chunks, deletion, leaderboard, renders
from undertide_server.store.contents import is_content, restore_contents
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.fencing import (
    Fence,
    Refused,
    RefusedWriteError,
    check,
    hold,
    release,
)
from undertide_server.store.finders import note_finders
from undertide_server.store.opening import open_to_write
from undertide_server.store.packing import Stretch, checksum, pack, stretched, total
from undertide_server.store.records import (
    CHAT_LINES,
    GOING_ON,
    Header,
    Snapshot,
    StepRecord,
    real_time,
)
from undertide_server.store.renders import Rendered, Unrendered
from undertide_server.store.writes import (
    Appended,
    Begun,
    Checked,
    Cleared,
    Deleted,
    Fenced,
    Kept,
    Released,
    Renewed,
    Reopened,
    RunClosed,
    Said,
    SettingsSaved,
    SpaceGivenBack,
    Write,
)

FOLD = 256
"""Number of open stretches at which a run's are packed into a block: about a minute of play."""
MOST_OPEN = 1000
"""Most runs whose progress the writer remembers: usually more than are played at once. It reads the
progress of other runs again."""
MOST_CONTENTS = 100
"""Most contents that the writer knows to be stored: far more than a server offers presets."""

# A row takes the place of an earlier one with the same key.
_SETTLED = """
INSERT INTO settled (run, data) VALUES (?, ?)
    ON CONFLICT (run) DO UPDATE SET data = excluded.data
"""
_SEAT = """
INSERT INTO seats (run, number, name, tokens) VALUES (?, ?, ?, ?)
    ON CONFLICT (run, number) DO UPDATE SET name = excluded.name, tokens = excluded.tokens
"""
_HASH = """
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
_MOMENT = """
INSERT INTO moments (run, step, ticks, elapsed) SELECT id, ?, ?, elapsed FROM runs WHERE id = ?
    ON CONFLICT (run, step) DO UPDATE SET ticks = excluded.ticks, elapsed = excluded.elapsed
"""
_CHAT_LINE = """
INSERT INTO chat (run, place, number, data) VALUES (?, ?, ?, ?)
    ON CONFLICT (run, place) DO UPDATE SET number = excluded.number, data = excluded.data
"""
_RULES_STRETCH = """
INSERT INTO epochs (run, after, rules, state) VALUES (?, ?, ?, ?)
    ON CONFLICT (run, after) DO UPDATE SET rules = excluded.rules, state = excluded.state
"""


@dataclass(slots=True)
class _Open:
    """The progress of a run that the writer writes to."""

    id: int
    fence: Fence
    """The owner whose writes it counts. Another one's are read again."""
    last: Stretch | None
    stretches: int
    """Rows of it that are not yet packed."""
    before_last: int
    """The checksum of these rows except the last."""
    digests: chunks.Digests | None = None
    """Digests of its snapshots' parts; they are read when first needed."""

    def take(self, stretch: Stretch) -> None:
        """Count a stretch that follows the last one, or is the last one, longer."""
        if self.last is None or self.last.first != stretch.first:
            self.stretches += 1
            if self.last is not None:
                self.before_last = checksum(self.last, self.before_last)
        self.last = stretch


class Writer:
    """A writer to the database of a store, for one thread at a time.

    It may also write to an open connection, which it closes.

    Raises OSError or StoreError when the database can't be opened.
    """

    def __init__(self, source: StoreAddress | StoreConnection) -> None:
        self._connection: StoreConnection = (
            open_to_write(source) if isinstance(source, StoreAddress) else source
        )
        self._open: dict[str, _Open] = {}
        self._contents: set[str] = set()
        """Hashes of contents that are stored and sound."""

    def close(self) -> None:
        """Close the database."""
        self._connection.close()

    def apply(self, writes: Sequence[Write]) -> list[Refused]:
        """Write all of `writes` in one transaction; they are durable when this returns.

        Writes of a run that its owner may not make any more are left out: this returns such runs,
        each once. If an earlier write succeeded and only its acknowledgement was lost, it is not
        written twice.

        Raises StoreError; then none of them was written. Raises ValueError at a gap between the
        steps of one write.
        """
        refused: dict[tuple[str, Fence], Refused] = {}
        try:
            with self._connection.transaction():
                for write in writes:
                    try:
                        self._write(write)
                    except RefusedWriteError as fault:
                        self._open.pop(fault.refused.run, None)
                        refused.setdefault(fault.refused[:2], fault.refused)
                if any(isinstance(write, Deleted) for write in writes):
                    deletion.collect_contents(self._connection)
                    self._contents.clear()
        except BaseException:
            # The notes about runs may contain changes that were just undone.
            self._open.clear()
            self._contents.clear()
            raise
        return list(refused.values())

    def _write(self, write: Write) -> None:
        match write:
            case Appended():
                self._append(write)
            case Rendered() | Unrendered():
                renders.note(self._connection, self._number(write.run), write)
            case Deleted() | Cleared() | SpaceGivenBack():
                self._tidy(write)
            case Begun():
                self._begin(write)
            case Released(run=run, fence=fence):
                release(self._connection, run, fence)
            case _:
                self._change(write)

    def _change(
        self, write: SettingsSaved | Kept | Said | Renewed | RunClosed | Reopened | Checked
    ) -> None:
        """Write something other than steps of a run that is this owner's."""
        least = write.step if isinstance(write, Kept | Checked) else 0
        if not hold(self._connection, write.run, write.fence, least):
            self._miss(write)
            return
        match write:
            case SettingsSaved(run=run, data=data):
                self._save_settings(run, data)
            case Kept():
                self._keep(write)
            case Said():
                self._add_chat(write)
            case Renewed():
                self._renew(write)
            case RunClosed():
                self._close(write)
            case Reopened():
                self._reopen(write)
            case Checked():
                pass

    def _miss(self, write: Fenced) -> None:
        """Refuse a write of a run that isn't in the list.

        Settings alone are passed over: people may stay in a session whose run is over, while an
        operator deletes the run.
        """
        if not isinstance(write, SettingsSaved):
            check(self._connection, write.run, write.fence, 0)

    def _tidy(self, write: Deleted | Cleared | SpaceGivenBack) -> None:
        match write:
            case Deleted(run=run):
                deletion.delete(self._connection, run)
                self._open.pop(run, None)
            case Cleared(rows=rows):
                deletion.clear(self._connection, rows)
            case SpaceGivenBack(pages=pages):
                self._connection.give_back(pages)

    def _begin(self, write: Begun) -> None:
        header = write.header
        self._keep_content(header)
        before = self._connection.execute(
            "SELECT seed, content FROM runs WHERE run = ?", (header.run,)
        ).fetchone()
        if before != (header.seed, header.content_hash):
            self._enter(header, write.fence)
        if write.settled:
            hold(self._connection, header.run, write.fence)
            self._save_settings(header.run, write.settled)

    def _enter(self, header: Header, fence: Fence) -> None:
        """Enter a new run in the list."""
        now = self._connection.now()
        self._connection.execute(
            "INSERT INTO runs (id, run, session, preset, pace, seed, rules, content, begun,"
            " last_played, owner, epoch) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                deletion.fresh_number(self._connection),
                header.run,
                header.session,
                header.preset,
                header.pace,
                header.seed,
                header.rules,
                header.content_hash,
                now,
                now,
                *fence,
            ),
        )

    def _keep_content(self, header: Header) -> None:
        """Store a run's content, unless it is there and sound."""
        if header.content_hash in self._contents and self._has_content(header.content_hash):
            return
        found = self._connection.execute(
            "SELECT content FROM contents WHERE hash = ?", (header.content_hash,)
        ).fetchone()
        if found is None or not is_content(found[0], header.content_hash):
            restore_contents(self._connection, {header.content_hash: header.content})
        if len(self._contents) < MOST_CONTENTS:
            self._contents.add(header.content_hash)

    def _has_content(self, digest: str) -> bool:
        """Return whether a content is there: another node may have deleted its last run."""
        row = self._connection.execute("SELECT 1 FROM contents WHERE hash = ?", (digest,))
        return row.fetchone() is not None

    def _save_settings(self, run: str, data: bytes) -> None:
        """Store the settings of a run's session, unless the run is gone."""
        number = self._number(run)
        if number is None:
            return
        self._connection.execute(_SETTLED, (number, data))
        note_finders(self._connection, number, data)

    def _append(self, write: Appended) -> None:
        known = self._known(write)
        durable = known.last.last if known.last else 0
        records = [record for record in write.records if record.step > durable]
        if not records:
            check(self._connection, write.run, write.fence, write.records[-1].step)
            return
        if records[0].step > durable + 1:
            check(self._connection, write.run, write.fence, records[0].step - 1)
        stretches = stretched(known.last, records)
        for stretch in stretches:
            known.take(stretch)
        self._move_on(write, known, durable)
        for stretch in stretches:
            self._put(known, stretch)
        for record in records:
            self._note(known, record)
        for seat in write.seats:
            row = (known.id, seat.number, seat.name, msgspec.msgpack.encode(seat.tokens))
            self._connection.execute(_SEAT, row)
        if known.stretches >= FOLD:
            self._fold(known)
        if durable == 0:
            self._connection.execute("UPDATE runs SET played = 1 WHERE id = ?", (known.id,))

    def _move_on(self, write: Appended, known: _Open, durable: int) -> None:
        """Note the last step of a run, before anything else of its steps is written.

        Raises RefusedWriteError if its owner may not write steps after `durable`.
        """
        last = write.records[-1]
        assert known.last is not None
        moved = self._connection.execute(
            "UPDATE runs SET step = ?, ticks = ?, elapsed = ?, last_played = ?, tail = ?"
            " WHERE id = ? AND owner = ? AND epoch = ? AND step = ?",
            (
                *(last.step, write.ticks, real_time(last, write.ticks), self._connection.now()),
                *(checksum(known.last, known.before_last), known.id, *write.fence, durable),
            ),
        )
        if not moved.rowcount:
            # It had come to `durable`, or this writer knows of steps that the store has lost.
            check(self._connection, write.run, write.fence, durable)
            raise RefusedWriteError(Refused(write.run, write.fence))

    def _note(self, known: _Open, record: StepRecord) -> None:
        """Write the hash of a step, if it has one, its landmarks and its chronicles."""
        if record.state_hash is not None:
            row = (known.id, record.step, record.state_hash, record.marks)
            self._connection.execute(_HASH, row)
        for number, mark in enumerate(record.landmarks):
            elapsed = real_time(record, mark.tick)
            self._connection.execute(
                _LANDMARK,
                (known.id, record.step, number, mark.tick, mark.kind, mark.text, elapsed),
            )
        for life in record.chronicles:
            self._connection.execute(
                _CHRONICLE,
                (known.id, life.number, record.step, life.calling, life.floor, life.data),
            )

    def _put(self, known: _Open, stretch: Stretch) -> None:
        """Write a stretch in place of the one that it has grown from, if any."""
        self._connection.execute(
            _STRETCH,
            (
                *(known.id, stretch.first, stretch.count, stretch.inputs),
                *(stretch.since, stretch.until),
            ),
        )

    def _fold(self, known: _Open) -> None:
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

    def _keep(self, write: Kept) -> None:
        known = self._known(write)
        if known.digests is None:
            known.digests = chunks.digests_of(self._connection, known.id)
        snapshot = Snapshot(write.step, write.kept.state)
        known.digests = chunks.keep(self._connection, known.id, snapshot, known.digests)
        self._connection.execute(
            _MOMENT,
            (write.step, write.ticks, known.id),
        )
        if write.kept.state_hash is not None:
            row = (known.id, write.step, write.kept.state_hash, write.kept.marks)
            self._connection.execute(_HASH, row)
        self._connection.execute("DELETE FROM logs WHERE run = ?", (known.id,))
        self._connection.executemany(
            "INSERT INTO logs VALUES (?, ?, ?)",
            [(known.id, entity, data) for entity, data in write.kept.logs.items()],
        )

    def _add_chat(self, write: Said) -> None:
        number = self._known(write).id
        self._connection.executemany(
            _CHAT_LINE,
            [(number, line.number % CHAT_LINES, line.number, line.data) for line in write.lines],
        )

    def _erase_talk(self, number: int) -> None:
        """Delete the logs and the chat of a session that is over."""
        for table in ("logs", "chat"):
            self._connection.execute(f"DELETE FROM {table} WHERE run = ?", (number,))  # noqa: S608

    def _renew(self, write: Renewed) -> None:
        assert write.rules_stretch.snapshot is not None
        state = zlib.compress(write.rules_stretch.snapshot.state, chunks.LEVEL)
        row = (
            self._known(write).id,
            write.rules_stretch.after,
            write.rules_stretch.rules,
            state,
        )
        self._connection.execute(_RULES_STRETCH, row)

    def _close(self, write: RunClosed) -> None:
        known = self._known(write)
        self._connection.execute(
            "UPDATE runs SET state = ?, reason = ?, closed = ?, owner = '' WHERE id = ?",
            (write.ending.state, write.ending.reason, self._connection.now(), known.id),
        )
        if known.stretches > 1:
            self._fold(known)
        if write.ending.state not in GOING_ON:
            self._erase_talk(known.id)
        leaderboard.count_run(self._connection, known.id)
        self._open.pop(write.run, None)

    def _reopen(self, write: Reopened) -> None:
        self._connection.execute(
            "UPDATE runs SET state = 'live', reason = '', closed = NULL WHERE id = ?",
            (self._known(write).id,),
        )

    def _known(self, write: Fenced) -> _Open:
        """Return the progress of a run; read it when its owner first needs it."""
        known = self._open.get(write.run)
        if known is None or known.fence != write.fence:
            if len(self._open) >= MOST_OPEN:
                del self._open[next(iter(self._open))]
            known = self._open[write.run] = self._look_up(write.run, write.fence)
        return known

    def _look_up(self, run: str, fence: Fence) -> _Open:
        number = self._number(run)
        if number is None:
            check(self._connection, run, fence, 0)
            raise KeyError(run)
        rows = self._connection.execute(
            "SELECT first, count, inputs, since, until FROM stretches WHERE run = ? ORDER BY first",
            (number,),
        ).fetchall()
        stretches = [Stretch(*row) for row in rows]
        last = stretches[-1] if stretches else None
        return _Open(number, fence, last, len(rows), total(stretches[:-1]))

    def _number(self, run: str) -> int | None:
        """Return the number of a run; None if there is no such run."""
        found = self._connection.execute("SELECT id FROM runs WHERE run = ?", (run,)).fetchone()
        return None if found is None else found[0]
