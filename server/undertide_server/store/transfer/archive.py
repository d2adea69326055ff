"""One run as one file, which an operator can send to another server or keep.

The file is a line that names its format, then the parts. Before each part stands a line with its
name, its size in bytes and its digest. So the reader finds damage, and its position, before it
takes anything in.
"""

import zlib
from collections.abc import Mapping, Sequence
from contextlib import closing
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from undertide_server.content.records.ruleset import hash_of
from undertide_server.store.database import PARTS, RENDERS
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.errors import (
    DamagedDatabaseError,
    DamagedFileError,
    DamagedRunError,
    RunExistsError,
    StatementError,
)
from undertide_server.store.opening import open_to_read, open_to_write
from undertide_server.store.packing import unpack
from undertide_server.store.transfer.run_rows import (
    COLUMNS,
    RUN_PARTS,
    finish_run,
    insert_rows,
    insert_run,
    rows_of,
)
from undertide_server.util.private_files import write_private_file
from undertide_shared.time import milliseconds_of

BEFORE_SETTLED = b"undertide run 2\n"
"""First bytes of a file that has no part for the session's settings."""
BEFORE_LOGS = b"undertide run 3\n"
"""First bytes of a file that has no parts for logs and chat."""
BEFORE_RENDERS = b"undertide run 4\n"
"""First bytes of a file that has no parts for renders."""
BEFORE_ELAPSED = b"undertide run 5\n"
"""First bytes of a file that doesn't note real time."""
BEFORE_CHRONICLES = b"undertide run 6\n"
"""First bytes of a file that has no part for chronicles."""
MAGIC = b"undertide run 7\n"
"""First bytes of every new file, with the version of its format."""
MAX_FILE = 256 * 2**20
"""Most bytes that are read: hundreds of hours of a full party."""
MAX_PART = 1024 * 2**20
"""Most bytes of an unpacked part: a small file must not fill the memory."""
MAX_LINE = 100
"""Most bytes of the line before a part."""
DIGEST_BYTES = 16
_OLD = [each for each in PARTS if each != "chronicles"]
FORMATS: Mapping[bytes, Sequence[str]] = {
    BEFORE_SETTLED: [each for each in _OLD if each not in {"settled", "logs", "chat", *RENDERS}],
    BEFORE_LOGS: [each for each in _OLD if each not in {"logs", "chat", *RENDERS}],
    BEFORE_RENDERS: [each for each in _OLD if each not in RENDERS],
    BEFORE_ELAPSED: _OLD,
    BEFORE_CHRONICLES: _OLD,
    MAGIC: PARTS,
}
"""The tables whose rows follow the run and its content, by the first bytes of the file."""


class StoredParts(NamedTuple):
    """Everything that is stored of a run."""

    parts: Mapping[str, bytes]
    """The parts of its file, unpacked, by name."""
    row: Mapping[str, Any]
    """Its row in the table of runs."""
    tables: Mapping[str, Sequence[tuple[Any, ...]]]
    """Its rows in the other tables, without its number."""


def export_run(store: StoreAddress, run: str, file: Path) -> None:
    """Write a run to a file that only its owner may read, whatever the run's state.

    Raises KeyError, DamagedRunError, OSError or StoreError.
    """
    with closing(open_to_read(store, is_patient=True)) as connection:
        stored = gather(connection, run)
    packed = (_packed(name, data) for name, data in stored.parts.items())
    write_private_file(file, MAGIC + b"".join(packed))


def import_run(store: StoreAddress, file: Path) -> str:
    """Import a run from a file, unchanged; return its name.

    Raises DamagedFileError when the file is no whole run, RunExistsError when the run is here
    already, OSError or StoreError.
    """
    parts = _read(file)
    try:
        stored = _decoded(parts)
    except (ValueError, TypeError, msgspec.MsgspecError, zlib.error) as fault:
        raise DamagedFileError(file, "what it says", str(fault)) from fault
    name: str = stored.row["run"]
    with closing(open_to_write(store, is_patient=True)) as connection:
        try:
            with connection.transaction():
                if connection.execute("SELECT 1 FROM runs WHERE run = ?", (name,)).fetchone():
                    raise RunExistsError(name)
                insert(connection, stored)
        except StatementError as fault:
            raise DamagedFileError(file, "its rows", str(fault)) from fault
    return name


def gather(connection: StoreConnection, run: str) -> StoredParts:
    """Return everything that is stored of a run.

    Raises KeyError, DamagedRunError when it can't be read whole, or StoreFaultError.
    """
    try:
        return _decoded(_gathered(connection, run))
    except DamagedDatabaseError as fault:
        raise DamagedRunError(run, fault.problem) from fault
    except (ValueError, TypeError, msgspec.MsgspecError, zlib.error) as fault:
        raise DamagedRunError(run, str(fault)) from fault


def _gathered(connection: StoreConnection, run: str) -> dict[str, bytes]:
    """Return the parts of a run, by name."""
    row = connection.execute(
        f"SELECT id, {', '.join(COLUMNS)} FROM runs WHERE run = ?",  # noqa: S608
        (run,),
    ).fetchone()
    if row is None:
        raise KeyError(run)
    number, *values = row
    (content,) = connection.execute(
        "SELECT contents.content FROM contents JOIN runs ON hash = runs.content WHERE id = ?",
        (number,),
    ).fetchone()
    named = dict(zip(COLUMNS, values, strict=True))
    parts = {"run": msgspec.msgpack.encode(named), "content": zlib.decompress(content)}
    for table in PARTS:
        parts[table] = msgspec.msgpack.encode(_rows(connection, table, number))
    return parts


def _rows(connection: StoreConnection, table: str, number: int) -> list[tuple[Any, ...]]:
    """Return a run's rows in a table, without its number.

    Damaged renders are left out: the run is whole without them.
    """
    try:
        return list(rows_of(connection, table, number))
    except DamagedDatabaseError:
        if table in RENDERS:
            return []
        raise


def _packed(name: str, data: bytes) -> bytes:
    packed = zlib.compress(data)
    return f"{name} {len(packed)} {_digest(packed)}\n".encode() + packed


def _digest(packed: bytes) -> str:
    return blake2b(packed, digest_size=DIGEST_BYTES).hexdigest()


def _read(file: Path) -> dict[str, bytes]:
    """Return the parts of a file, unpacked, by name. Raises DamagedFileError or OSError."""
    with file.open("rb") as opened:
        source = BytesIO(opened.read(MAX_FILE + 1))
    if len(source.getbuffer()) > MAX_FILE:
        raise DamagedFileError(file, "its size", f"more than {MAX_FILE} bytes")
    magic = source.read(len(MAGIC))
    if magic not in FORMATS:
        raise DamagedFileError(file, "byte 0", "this is not a file that `runs export` wrote")
    parts = {}
    for name in ("run", "content", *FORMATS[magic]):
        place = f"part {name!r} at byte {source.tell()}"
        try:
            parts[name] = _unpacked(name, source)
        except (ValueError, zlib.error) as fault:
            raise DamagedFileError(file, place, str(fault)) from fault
    if source.read(1):
        raise DamagedFileError(
            file, f"byte {source.tell() - 1}", "there is more after the last part"
        )
    if magic not in {MAGIC, BEFORE_CHRONICLES}:
        try:
            return with_real_time(parts)
        except (LookupError, TypeError, ValueError, msgspec.MsgspecError) as fault:
            raise DamagedFileError(file, "a part", f"it is not as expected: {fault}") from fault
    return parts


def _unpacked(name: str, source: BytesIO) -> bytes:
    """Return the next part. Raises ValueError or zlib.error when it is not whole."""
    words = source.readline(MAX_LINE).split()
    if len(words) != 3 or words[0] != name.encode() or not words[1].isdigit():
        raise ValueError(f"there is no part {name!r} here")
    packed = source.read(int(words[1]))
    if len(packed) < int(words[1]):
        raise ValueError(f"the file ends after {len(packed)} of {int(words[1])} bytes")
    if _digest(packed).encode() != words[2]:
        raise ValueError("its bytes are not those that were written")
    unpacker = zlib.decompressobj()
    data = unpacker.decompress(packed, MAX_PART)
    if not unpacker.eof:
        raise ValueError(f"it is more than {MAX_PART} bytes, or not whole")
    return data


def _decoded(parts: Mapping[str, bytes]) -> StoredParts:
    """Return a run from its parts.

    Raises ValueError, TypeError, msgspec.MsgspecError or zlib.error when the parts are not valid.
    """
    row = msgspec.msgpack.decode(parts["run"], type=dict[str, Any])
    tables = {
        table: msgspec.msgpack.decode(parts[table], type=list[tuple[Any, ...]])
        for table in PARTS
        if table in parts
    }
    if sorted(row) != sorted(COLUMNS):
        raise ValueError(f"expected the fields {', '.join(COLUMNS)}")
    for table, rows in tables.items():
        _check_width(table, rows)
    if hash_of(parts["content"]) != row["content"]:
        raise ValueError("its content is not that of its hash")
    _check_steps(row["step"], tables)
    return StoredParts(parts, row, tables)


def _check_width(table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Check that rows have a value for each column. Raises ValueError."""
    columns = RUN_PARTS[table].columns
    if any(len(row) != len(columns) for row in rows):
        raise ValueError(f"rows of {table} don't have the columns {', '.join(columns)}")


def _check_steps(last: int, tables: Mapping[str, list[tuple[Any, ...]]]) -> None:
    """Check that every step is there, once and in order. Raises ValueError."""
    spans = [
        (stretch.first, stretch.count)
        for first, _, data in tables["blocks"]
        for stretch in unpack(first, data)
    ]
    spans += [(first, count) for first, count, *_ in tables["stretches"]]
    expected = 1
    for first, count in spans:
        if first != expected:
            raise ValueError(f"step {first} where step {expected} should be")
        expected += count
    if expected != last + 1:
        raise ValueError(f"its steps end with {expected - 1}, not with {last}")


def insert(connection: StoreConnection, stored: StoredParts) -> None:
    """Add a run to a database. Raises StoreError."""
    number = insert_run(connection, stored.row, zlib.compress(stored.parts["content"]))
    for table, rows in stored.tables.items():
        insert_rows(connection, table, number, rows)
    finish_run(connection, number, connection.now())


TICKS: Final[Mapping[str, int | None]] = {
    "moments": 1,
    "landmarks": 2,
    "renders": 2,
    "stretches": None,
}
"""The tables whose rows now end with real time, and the column from which ticks tell it: the rows
of a stretch don't say theirs."""


def with_real_time(parts: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the parts of a file with real time in place of ticks, as a database is brought up.

    Raises LookupError, TypeError, ValueError or msgspec.MsgspecError when they are not valid.
    """
    row = msgspec.msgpack.decode(parts["run"], type=dict[str, Any])
    row["elapsed"] = milliseconds_of(msgspec.convert(row["ticks"], int))
    told = dict(parts) | {"run": msgspec.msgpack.encode(row)}
    for table, column in TICKS.items():
        if table in parts:
            rows = msgspec.msgpack.decode(parts[table], type=list[tuple[Any, ...]])
            told[table] = msgspec.msgpack.encode([(*each, *_times(each, column)) for each in rows])
    return told


def _times(row: tuple[Any, ...], column: int | None) -> tuple[int | None, ...]:
    """Return the columns that a row lacks."""
    return (None, None) if column is None else (milliseconds_of(msgspec.convert(row[column], int)),)
