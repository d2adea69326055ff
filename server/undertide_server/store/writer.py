"""Writing runs: many writes in one transaction."""

import zlib
from collections.abc import Iterator, Sequence

from undertide_server.store import chunks, deletion, leaderboard, renders, trials
from undertide_server.store.contents import ContentKeeper
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.fencing import Fence, Refused, RefusedWriteError, check, hold, release
from undertide_server.store.finders import note_finders
from undertide_server.store.locks import lock_for
from undertide_server.store.opening import open_to_write
from undertide_server.store.records import CHAT_LINES, GOING_ON, Header, Snapshot
from undertide_server.store.renders import Rendered, Unrendered
from undertide_server.store.steps import HASH, ProgressCache, StepWriter
from undertide_server.store.writes import (
    Announced,
    Appended,
    Begun,
    Change,
    Checked,
    Cleared,
    Deleted,
    Kept,
    Released,
    Renewed,
    Reopened,
    RunClosed,
    Said,
    SettingsSaved,
    SpaceGivenBack,
    Tidying,
    Write,
)

# A row takes the place of an earlier one with the same key.
_SETTLED = """
INSERT INTO settled (run, data) VALUES (?, ?)
    ON CONFLICT (run) DO UPDATE SET data = excluded.data
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


class Writer:
    """A writer to the database of a store, for one thread at a time.

    It may also write to an open connection, which it closes.

    Raises OSError or StoreError when the database can't be opened.
    """

    def __init__(self, source: StoreAddress | StoreConnection) -> None:
        self._connection: StoreConnection = (
            open_to_write(source) if isinstance(source, StoreAddress) else source
        )
        self._contents = ContentKeeper(self._connection)
        self._progress = ProgressCache(self._connection)
        self._steps = StepWriter(self._connection, self._progress)

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
                lock_for(self._connection, writes)
                for each in self._write_all(writes):
                    refused.setdefault(each[:2], each)
                if any(isinstance(write, Deleted) for write in writes):
                    deletion.collect_contents(self._connection)
                    self._contents.clear()
        except BaseException:
            # The notes about runs may contain changes that were just undone.
            self._progress.clear()
            self._contents.clear()
            raise
        return list(refused.values())

    def _write_all(self, writes: Sequence[Write]) -> Iterator[Refused]:
        """Carry out writes, those of each run in order; yield the runs whose were refused.

        Steps of many runs are written together: they wait until another write of one of these runs
        must follow them.
        """
        steps: list[Appended] = []
        waiting: set[str] = set()
        for write in writes:
            if isinstance(write, Appended):
                steps.append(write)
                waiting.add(write.run)
                continue
            if not isinstance(write, Cleared | SpaceGivenBack) and write.run in waiting:
                yield from self._steps.append(steps)
                steps, waiting = [], set()
            try:
                self._write(write)
            except RefusedWriteError as fault:
                self._progress.drop_run(fault.refused.run)
                yield fault.refused
        yield from self._steps.append(steps)

    def _write(self, write: Begun | Released | Change | Tidying | Rendered | Unrendered) -> None:
        match write:
            case Rendered() | Unrendered():
                renders.write_render(self._connection, self._progress.number(write.run), write)
            case Deleted() | Cleared() | SpaceGivenBack():
                self._tidy(write)
            case Begun():
                self._begin(write)
            case Released(run=run, fence=fence):
                release(self._connection, run, fence)
            case _:
                self._change(write)

    def _change(self, write: Change) -> None:
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
            case Announced(run=run, step=step):
                trials.announce_step(self._connection, run, step)
            case Checked():
                pass

    def _miss(self, write: Change) -> None:
        """Refuse a write of a run that isn't in the list.

        Settings alone are passed over: people may stay in a session whose run is over, while an
        operator deletes the run.
        """
        if not isinstance(write, SettingsSaved):
            check(self._connection, write.run, write.fence, 0)

    def _tidy(self, write: Tidying) -> None:
        match write:
            case Deleted(run=run):
                deletion.delete(self._connection, run)
                self._progress.drop_run(run)
            case Cleared(rows=rows):
                deletion.clear(self._connection, rows)
            case SpaceGivenBack(pages=pages):
                self._connection.give_back(pages)

    def _begin(self, write: Begun) -> None:
        header = write.header
        self._contents.store_content(header.content_hash, header.content)
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

    def _save_settings(self, run: str, data: bytes) -> None:
        """Store the settings of a run's session, unless the run is gone."""
        number = self._progress.number(run)
        if number is None:
            return
        self._connection.execute(_SETTLED, (number, data))
        note_finders(self._connection, number, data)

    def _keep(self, write: Kept) -> None:
        known = self._progress.of(write.run, write.fence)
        if known.digests is None:
            known.digests = chunks.digests_of(self._connection, known.id)
        snapshot = Snapshot(write.step, write.kept.state)
        known.digests = chunks.write_snapshot(self._connection, known.id, snapshot, known.digests)
        self._connection.execute(
            _MOMENT,
            (write.step, write.ticks, known.id),
        )
        if write.kept.state_hash is not None:
            row = (known.id, write.step, write.kept.state_hash, write.kept.marks)
            self._connection.execute(HASH, row)
        self._connection.execute("DELETE FROM logs WHERE run = ?", (known.id,))
        self._connection.executemany(
            "INSERT INTO logs VALUES (?, ?, ?)",
            [(known.id, entity, data) for entity, data in write.kept.logs.items()],
        )

    def _add_chat(self, write: Said) -> None:
        number = self._progress.of(write.run, write.fence).id
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
            self._progress.of(write.run, write.fence).id,
            write.rules_stretch.after,
            write.rules_stretch.rules,
            state,
        )
        self._connection.execute(_RULES_STRETCH, row)

    def _close(self, write: RunClosed) -> None:
        known = self._progress.of(write.run, write.fence)
        self._connection.execute(
            "UPDATE runs SET state = ?, reason = ?, closed = ?, owner = '' WHERE id = ?",
            (write.ending.state, write.ending.reason, self._connection.now(), known.id),
        )
        if known.stretches > 1:
            self._steps.fold(known)
        if write.ending.state not in GOING_ON:
            self._erase_talk(known.id)
        leaderboard.count_run(self._connection, known.id)
        self._progress.drop_run(write.run)

    def _reopen(self, write: Reopened) -> None:
        self._connection.execute(
            "UPDATE runs SET state = 'live', reason = '', closed = NULL WHERE id = ?",
            (self._progress.of(write.run, write.fence).id,),
        )
