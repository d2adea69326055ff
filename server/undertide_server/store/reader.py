"""Reading stored runs: their list, and all data for a recovery."""

import zlib
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from undertide_server.content.records.ruleset import hash_of
from undertide_server.store import chunks, leaderboard
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.integrity import connected, converted, reading_part, stretch_of
from undertide_server.store.leaderboard import OutcomeTally, RecordedRun, TallySort
from undertide_server.store.packing import Stretch, steps_of, total, unpack
from undertide_server.store.records import (
    ChatLine,
    Header,
    RulesStretch,
    SeatRecord,
    Snapshot,
    SnapshotPoint,
    StepRecord,
)
from undertide_server.store.run_list import RunList
from undertide_shared.messages import Chronicle, Landmark

_chronicle_decoder = msgspec.msgpack.Decoder(Chronicle)
HEADER_FIELDS = ("run", "session", "preset", "pace", "seed", "rules", "content_hash", "content")
"""The fields of a `Header`, in the order in which they are read."""
CONTENTS_KEPT = 8
"""Contents that stay unpacked, some 200 kB each: most runs of a store share a few."""
_token_decoder = msgspec.msgpack.Decoder(tuple[bytes, ...])


@lru_cache(maxsize=CONTENTS_KEPT)
def _unpacked(packed: bytes, name: str) -> bytes:
    """Return stored content. Raises ValueError if it is not that of its hash, or zlib's errors."""
    content = zlib.decompress(packed)
    if hash_of(content) != name:
        raise ValueError("it is not that of its hash")
    return content


def token_digests(connection: StoreConnection, run: str) -> list[bytes]:
    """Return the digests of all tokens of a run's seats; none if there is no such run.

    Either way it is one question to the store.
    """
    rows = connection.execute(
        "SELECT tokens FROM seats JOIN runs ON runs.id = seats.run WHERE runs.run = ?", (run,)
    )
    with reading_part(run, "the list of its seats"):
        return [digest for row in rows for digest in _token_decoder.decode(row[0])]


class Reader(RunList):
    """A reader of a store's runs: of their list, and of all data of one run.

    The methods about one run raise DamagedRunError when it can't be read.
    """

    def header(self, run: str) -> Header:
        """Return the header of a run."""
        row = self._connection.execute(
            "SELECT run, session, preset, pace, seed, rules, runs.content, contents.content"
            " FROM runs LEFT JOIN contents ON hash = runs.content WHERE run = ?",
            (run,),
        ).fetchone()
        if row is None:
            raise KeyError(run)
        *fields, packed = row
        with reading_part(run, "its content"):
            content = _unpacked(packed, fields[-1])
        with reading_part(run, "its entry in the list of runs"):
            return converted(dict(zip(HEADER_FIELDS, (*fields, content), strict=True)), Header)

    def moments(self, run: str) -> list[SnapshotPoint]:
        """Return the points of a run's stored snapshots, in order."""
        rows = self._connection.execute(
            "SELECT step, ticks, elapsed FROM moments WHERE run = ? ORDER BY step", (self._id(run),)
        )
        with reading_part(run, "its list of snapshots"):
            return converted(rows.fetchall(), list[SnapshotPoint])

    def snapshot(self, run: str, at: int | None = None) -> Snapshot | None:
        """Return the latest stored snapshot of a run, up to step `at` if given; or None."""
        number, bound = self._id(run), chunks.MOST_STEPS if at is None else at
        (step,) = self._connection.execute(
            "SELECT max(step) FROM moments WHERE run = ? AND step <= ?", (number, bound)
        ).fetchone()
        if step is None:
            return None
        with reading_part(run, "its snapshot"):
            return Snapshot(step, chunks.state_at(self._connection, number, step))

    def landmarks(self, run: str) -> list[Landmark]:
        """Return the landmarks of a run's timeline, in order."""
        rows = self._connection.execute(
            "SELECT tick, kind, text, elapsed FROM landmarks WHERE run = ? ORDER BY step, number",
            (self._id(run),),
        )
        with reading_part(run, "its timeline"):
            return converted(rows.fetchall(), list[Landmark])

    def landmark_steps(self, run: str) -> list[int]:
        """Return the step of each of the `landmarks`, in the same order."""
        rows = self._connection.execute(
            "SELECT step FROM landmarks WHERE run = ? ORDER BY step, number", (self._id(run),)
        )
        return [step for (step,) in rows]

    def chronicles(self, run: str, up_to: int | None = None) -> list[Chronicle]:
        """Return the lives of a run's heroes that had ended by a step, in order of arrival."""
        rows = self._connection.execute(
            "SELECT data FROM chronicles WHERE run = ? AND step <= ? ORDER BY number",
            (self._id(run), chunks.MOST_STEPS if up_to is None else up_to),
        )
        with reading_part(run, "its chronicles"):
            return [_chronicle_decoder.decode(data) for (data,) in rows]

    def deepest_runs(self, count: int) -> list[RecordedRun]:
        """Return the public runs that came deepest, at most `count`."""
        return leaderboard.deepest_runs(self._connection, count)

    def won_runs(self, count: int) -> list[RecordedRun]:
        """Return the public runs that were won, the latest first, at most `count`."""
        return leaderboard.won_runs(self._connection, count)

    def tallies(self, sort: TallySort) -> list[OutcomeTally]:
        """Return the tallies of one sort, the deepest first."""
        return leaderboard.tallies(self._connection, sort)

    def seed(self, run: str) -> bytes:
        """Return the seed of a run."""
        (seed,) = self._connection.execute(
            "SELECT seed FROM runs WHERE run = ?", (run,)
        ).fetchone() or (None,)
        if seed is None:
            raise KeyError(run)
        return bytes(seed)

    def rules_stretches(self, run: str) -> list[RulesStretch]:
        """Return the stretches of a run by the version of their rules, in order."""
        rows = self._connection.execute(
            "SELECT after, rules, state FROM epochs WHERE run = ? ORDER BY after", (self._id(run),)
        )
        (rules,) = self._connection.execute(
            "SELECT rules FROM runs WHERE run = ?", (run,)
        ).fetchone()
        with reading_part(run, "its entry in the list of runs"):
            first = RulesStretch(converted(rules, int))
        with reading_part(run, "the state in which other rules took it up"):
            later = [
                RulesStretch(
                    converted(rules, int),
                    Snapshot(converted(after, int), zlib.decompress(state)),
                )
                for after, rules, state in rows
            ]
        return [first, *later]

    def seats(self, run: str) -> list[SeatRecord]:
        """Return a run's seats, by number."""
        rows = self._connection.execute(
            "SELECT number, name, tokens FROM seats WHERE run = ? ORDER BY number", (self._id(run),)
        )
        with reading_part(run, "the list of its seats"):
            return [
                SeatRecord(
                    converted(number, int),
                    converted(name, str),
                    _token_decoder.decode(tokens),
                )
                for number, name, tokens in rows
            ]

    def token_digests(self, run: str) -> list[bytes]:
        """Return the digests of all tokens of a run's seats, as the function of this name."""
        return token_digests(self._connection, run)

    def settled(self, run: str) -> bytes:
        """Return the stored settings of a run's session; empty bytes if there are none."""
        row = self._connection.execute(
            "SELECT data FROM settled WHERE run = ?", (self._id(run),)
        ).fetchone()
        return row[0] if row else b""

    def logs(self, run: str) -> dict[int, bytes]:
        """Return the stored lines of each view's log, by the view's entity."""
        rows = self._connection.execute(
            "SELECT entity, data FROM logs WHERE run = ?", (self._id(run),)
        )
        with reading_part(run, "its logs"):
            return converted(dict(rows.fetchall()), dict[int, bytes])

    def chat(self, run: str) -> list[ChatLine]:
        """Return the stored lines of a session's chat, in order."""
        rows = self._connection.execute(
            "SELECT number, data FROM chat WHERE run = ? ORDER BY number", (self._id(run),)
        )
        with reading_part(run, "its chat"):
            return converted(rows.fetchall(), list[ChatLine])

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
        """Yield the steps of a run that come after `after`, in order, without their hashes.

        None is left out: if one is missing, or after the last one, this raises DamagedRunError.
        """
        number, last = self._id(run), self.info(run).steps
        with reading_part(run, "its journal"):
            for record in steps_of(connected(self._stretches(number, after), after, last)):
                if record.step > after:
                    yield record

    def check_end(self, run: str) -> None:
        """Check that the journal ends with the run's last step, and as that was written.

        Raises DamagedRunError.
        """
        rows = self._connection.execute(
            "SELECT first, count, inputs, since, until FROM stretches WHERE run = ? ORDER BY first",
            (self._id(run),),
        )
        last = self.info(run).steps
        (tail,) = self._connection.execute("SELECT tail FROM runs WHERE run = ?", (run,)).fetchone()
        with reading_part(run, "its journal"):
            stretches = [stretch_of(row) for row in rows]
            if last or stretches:
                for _ in connected(stretches, stretches[0].first - 1 if stretches else 0, last):
                    pass
            if tail is not None and tail != total(stretches):
                raise ValueError("its last steps are not those that were written")

    def _stretches(self, number: int, after: int) -> Iterator[Stretch]:
        blocks = self._connection.execute(
            "SELECT first, data FROM blocks WHERE run = ? AND last > ? ORDER BY first",
            (number, after),
        )
        for first, data in blocks:
            yield from unpack(first, data)
        rows = self._connection.execute(
            "SELECT first, count, inputs, since, until FROM stretches"
            " WHERE run = ? AND first + count > ? ORDER BY first",
            (number, after + 1),
        )
        for row in rows:
            yield stretch_of(row)
