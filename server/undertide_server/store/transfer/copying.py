"""Copying runs from one store to another, whatever their engines: the way in and out of a cluster.

A copy of a run is the run: its file from there is the same byte for byte. Each run is copied in one
transaction of the target, and read back before that is committed. No more of a run is in memory
than a page of its rows, so its length doesn't matter.
"""

import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final, NamedTuple

import msgspec

from undertide_server.store.contents import is_content
from undertide_server.store.database import RENDERS
from undertide_server.store.deletion import reserve_number, use_reserved
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.errors import (
    DamagedDatabaseError,
    DamagedRunError,
    RunDiffersError,
    RunInPlayError,
    StatementError,
    StoreFaultError,
)
from undertide_server.store.integrity import connected, stretch_of
from undertide_server.store.leaderboard import raise_tallies
from undertide_server.store.locks import TALLIES
from undertide_server.store.packing import Stretch, unpack
from undertide_server.store.transfer.run_rows import (
    COLUMNS,
    RUN_PARTS,
    finish_run,
    insert_rows,
    insert_run,
    rows_of,
)

COMPARED: Final = tuple(table for table in RUN_PARTS if table not in RENDERS)
"""The tables in which two copies of a run must be the same: each server makes renders by itself."""
MOST_TRIES: Final = 3
"""Times that a run is written. It is written anew if somebody cleared what deleted runs have left,
which a server does at its start and then once an hour."""
_OTHERS: Final = ("last_played", "tail")
"""Columns that a file of a run lacks, and a copy keeps: when its last step was written, and the
checksum of its last steps."""


@dataclass(slots=True)
class CopyReport:
    """What became of each run, by its name."""

    found: int = 0
    """The number of runs in the source."""
    copied: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    """The runs that the target had already."""
    left: dict[str, str] = field(default_factory=dict)
    """The runs that were left out, each with the reason and what to do about it."""

    @property
    def done(self) -> int:
        """The number of runs that were looked at."""
        return len(self.copied) + len(self.same) + len(self.left)


class _NumberTakenError(Exception):
    """The number that was reserved for a run is reserved no longer."""


class _SourceRun(NamedTuple):
    """A run in the source, whose rows nobody changes meanwhile."""

    name: str
    number: int
    """Its number in the source."""
    row: dict[str, Any]
    last_played: float
    tail: int | None
    content: bytes
    """Its content, compressed."""
    digest: bytes


def copy_runs(
    source: StoreConnection,
    target: StoreConnection,
    *,
    is_shared: bool,
    on_run: Callable[[CopyReport], None],
) -> CopyReport:
    """Copy all runs, the oldest first, and return what became of each.

    A run that the target has already is passed over. One that can't be copied is left out, and the
    others are copied. Nodes may use the source meanwhile if it `is_shared`: a run that one of them
    plays is left out. Otherwise nobody else may use it. `on_run` is called after each run.

    Raises StoreFaultError or OSError when a store fails: the runs before are copied, and another
    call goes on from there.
    """
    names = [name for (name,) in source.execute("SELECT run FROM runs ORDER BY id").fetchall()]
    report = CopyReport(len(names))
    for name in names:
        try:
            is_new = copy_run(source, target, name, is_shared=is_shared)
        except DamagedRunError as fault:
            report.left[name] = f"it can't be copied: {fault.problem}"
        except (RunDiffersError, RunInPlayError) as fault:
            report.left[name] = fault.problem
        except KeyError:
            report.left[name] = "it was deleted meanwhile"
        else:
            (report.copied if is_new else report.same).append(name)
        on_run(report)
    with target.transaction():
        target.lock(TALLIES)
        raise_tallies(source, target)
    return report


def copy_run(
    source: StoreConnection, target: StoreConnection, name: str, *, is_shared: bool
) -> bool:
    """Copy a run, all or nothing; return whether the target lacked it.

    Raises KeyError, DamagedRunError when it can't be read whole or the target doesn't take it,
    RunDiffersError when the target has another run of that name, RunInPlayError, or
    StoreFaultError.
    """
    with _resting(source, name) if is_shared else nullcontext():
        with _damage_told(name):
            run = _read(source, name)
        present = _number_of(target, name)
        if present is not None:
            _check_same(target, present, run)
            return False
        with _damage_told(name):
            _write(source, target, run)
    return True


# --- the source ---------------------------------------------------------------------------------


@contextmanager
def _resting(source: StoreConnection, name: str) -> Iterator[None]:
    """Keep nodes from claiming a run. Raises RunInPlayError if one of them plays it."""
    with source.transaction():
        words = source.for_update()
        source.execute(f"SELECT id FROM runs WHERE run = ? {words}", (name,)).fetchall()  # noqa: S608
        row = source.execute(
            "SELECT nodes.id FROM runs JOIN nodes ON nodes.id = owner"
            " WHERE run = ? AND nodes.expires > ?",
            (name, source.now()),
        ).fetchone()
        if row is not None:
            raise RunInPlayError(name, row[0])
        yield


def _read(source: StoreConnection, name: str) -> _SourceRun:
    """Return a run after a look at all its rows. Raises KeyError, ValueError or StoreError."""
    found = source.execute(
        f"SELECT id, {', '.join((*_OTHERS, *COLUMNS))} FROM runs WHERE run = ?",  # noqa: S608
        (name,),
    ).fetchone()
    if found is None:
        raise KeyError(name)
    number, last_played, tail, *values = found
    row = dict(zip(COLUMNS, values, strict=True))
    content = source.execute(
        "SELECT content FROM contents WHERE hash = ?", (row["content"],)
    ).fetchone()
    if content is None or not is_content(content[0], row["content"]):
        raise ValueError("its content is not that of its hash")
    for _ in connected(_stretches(source, number), 0, row["step"]):
        pass
    digest = _digest(source, number, row)
    return _SourceRun(name, number, row, last_played, tail, content[0], digest)


def _stretches(source: StoreConnection, number: int) -> Iterator[Stretch]:
    """Yield the stretches of a run's steps, in order. Raises ValueError or TypeError."""
    for first, _, data in rows_of(source, "blocks", number):
        yield from unpack(first, data)
    yield from map(stretch_of, rows_of(source, "stretches", number))


# --- the target ---------------------------------------------------------------------------------


def _write(source: StoreConnection, target: StoreConnection, run: _SourceRun) -> None:
    """Write a run to the target, all or nothing. Raises ValueError if it differs there."""
    for _ in range(MOST_TRIES):
        number = reserve_number(target)
        with suppress(_NumberTakenError), target.transaction():
            _write_as(number, source, target, run)
            return
    raise StoreFaultError("others tidy the store up all the time")


def _write_as(
    number: int, source: StoreConnection, target: StoreConnection, run: _SourceRun
) -> None:
    """Write a run under a reserved number, and read it back.

    The list of runs is locked last: games that begin or end meanwhile needn't wait.
    """
    for table in RUN_PARTS:
        insert_rows(target, table, number, rows_of(source, table, run.number))
    if not use_reserved(target, number):
        raise _NumberTakenError
    insert_run(target, run.row, run.content, number)
    finish_run(target, number, run.last_played)
    target.execute("UPDATE runs SET tail = ? WHERE id = ?", (run.tail, number))
    if _digest(target, number, _row_of(target, number)) != run.digest:
        raise ValueError("the copy is not the same")


def _check_same(target: StoreConnection, number: int, run: _SourceRun) -> None:
    """Check that the target's run of a name is the run. Raises RunDiffersError or StoreError."""
    row = _row_of(target, number)
    if row["step"] != run.row["step"]:
        steps = f"it has {run.row['step']} steps here, and {row['step']} there"
        raise RunDiffersError(run.name, steps)
    if _digest(target, number, row) != run.digest:
        raise RunDiffersError(run.name, "its steps, seats, settings or end are others there")


def _number_of(target: StoreConnection, name: str) -> int | None:
    row = target.execute("SELECT id FROM runs WHERE run = ?", (name,)).fetchone()
    return None if row is None else row[0]


def _row_of(connection: StoreConnection, number: int) -> dict[str, Any]:
    """Return the columns of a run that its file has."""
    query = f"SELECT {', '.join(COLUMNS)} FROM runs WHERE id = ?"  # noqa: S608
    values = connection.execute(query, (number,)).fetchone()
    return dict(zip(COLUMNS, values, strict=True))


# --- both ---------------------------------------------------------------------------------------


def _digest(connection: StoreConnection, number: int, row: dict[str, Any]) -> bytes:
    """Return a digest of everything that two copies of a run must have in common."""
    digest = blake2b(msgspec.msgpack.encode(row), digest_size=32)
    for table in COMPARED:
        digest.update(f"\n{table}\n".encode())
        for each in rows_of(connection, table, number):
            digest.update(msgspec.msgpack.encode(each))
    return digest.digest()


@contextmanager
def _damage_told(name: str) -> Iterator[None]:
    """Raise DamagedRunError for everything that a damaged run can bring about."""
    try:
        yield
    except DamagedDatabaseError as fault:
        raise DamagedRunError(name, fault.problem) from fault
    except (StatementError, ValueError, TypeError, msgspec.MsgspecError, zlib.error) as fault:
        raise DamagedRunError(name, str(fault)) from fault
