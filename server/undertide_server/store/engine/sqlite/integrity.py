"""The structure of a database: pages and indexes, held against each other, and its log.

Is every transaction in SQLite's write-ahead log that was ever acknowledged? SQLite reads the log up
to the first frame that doesn't match its checksum, and takes the rest for the torn end of an
unfinished write. That is right after a crash, but a damaged frame further ahead hides transactions
that were durable. The format is part of SQLite's file format: a header of 32 bytes, then frames,
each with a header of 24 bytes and a page.
"""

import re
import struct
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from undertide_server.store.engine.faults import DamagedDatabaseError, StoreError
from undertide_server.store.engine.sqlite.connection import SqliteConnection
from undertide_server.store.engine.sqlite.unchanged import beside, opened_unchanged

HEADER: Final = 32
FRAME_HEADER: Final = 24
MAGIC: Final = 0x377F0682
"""The first number of every log. Its last bit says whether checksums read big-endian numbers."""
WORD: Final = 2**32
Numbers = npt.NDArray[np.uint64]
Sums = tuple[int, int]
"""A running checksum: two numbers of 32 bits."""


class _Frame(NamedTuple):
    commits: bool
    """Whether it ends a transaction."""
    is_whole: bool
    """Whether it and all frames before it match their checksums."""


def damage_of(log: Path) -> str:
    """Return how a log is damaged so that durable transactions are lost; else an empty text.

    Raises OSError.
    """
    data = log.read_bytes() if log.is_file() else b""
    if len(data) <= HEADER:
        return ""
    if not _is_header(data[:HEADER]):
        return "its first bytes are not those that were written"
    return _damage_of_frames(_frames(data))


def _damage_of_frames(frames: list[_Frame]) -> str:
    """Return the position of the first bad frame, if a later write shows that it was durable.

    Frames follow the end of a transaction only after that was on the disk.
    """
    broken = next((at for at, frame in enumerate(frames) if not frame.is_whole), len(frames))
    if any(frame.commits for frame in frames[broken:-1]):
        return f"frame {broken + 1} of {len(frames)} is not the one that was written"
    return ""


def _is_header(header: bytes) -> bool:
    magic, _, page_size, *_ = struct.unpack(">8I", header)
    if magic & ~1 != MAGIC or page_size < 512 or page_size > 65_536:
        return False
    return _summed((0, 0), header[:24], magic) == struct.unpack(">2I", header[24:])


def _frames(data: bytes) -> list[_Frame]:
    """Return the frames up to the last that carries the salts of the log's header.

    Frames behind it are left from an earlier time.
    """
    magic, _, page_size, *_ = struct.unpack(">6I", data[:24])
    sums: Sums = struct.unpack(">2I", data[24:HEADER])
    salts, size = data[16:24], FRAME_HEADER + page_size
    starts = range(HEADER, len(data) - size + 1, size)
    count = max(
        (at for at, start in enumerate(starts, 1) if _salts(data, start) == salts), default=0
    )
    frames: list[_Frame] = []
    is_whole = True
    for start in starts[:count]:
        sums = _summed(sums, data[start : start + 8], magic)
        sums = _summed(sums, data[start + FRAME_HEADER : start + size], magic)
        _, pages, _, _, *stored = struct.unpack_from(">6I", data, start)
        is_whole = is_whole and _salts(data, start) == salts and sums == tuple(stored)
        frames.append(_Frame(bool(pages), is_whole))
    return frames


def _salts(data: bytes, start: int) -> bytes:
    return data[start + 8 : start + 16]


def _summed(sums: Sums, data: bytes, magic: int) -> Sums:
    """Return a running checksum after more data, of a whole number of eight bytes.

    Each pair of numbers (x, y) turns the sums (s, t) into s' = s + t + x and t' = t + s' + y. That
    is linear, so the sums of a whole page are products with powers of one matrix.
    """
    pairs = np.frombuffer(data, dtype=">u4" if magic & 1 else "<u4").astype(np.uint64)
    x, y = pairs[0::2], pairs[0::2] + pairs[1::2]
    (a, b, d), powers = _powers(len(x))
    s = a * sums[0] + b * sums[1] + _product(powers[0], x) + _product(powers[1], y)
    t = b * sums[0] + d * sums[1] + _product(powers[1], x) + _product(powers[2], y)
    return s % WORD, t % WORD


def _product(left: Numbers, right: Numbers) -> int:
    """Return a scalar product, right in its last 32 bits: wrapping at 64 leaves those alone."""
    return int((left * right).sum(dtype=np.uint64))


@lru_cache(maxsize=4)
def _powers(count: int) -> tuple[tuple[int, int, int], tuple[Numbers, Numbers, Numbers]]:
    """Return the power `count` of the matrix ((1, 1), (1, 2)), and all lower ones, highest first.

    A power is symmetric: three numbers, each modulo 2**32.
    """
    powers = [(1, 0, 1)]
    for _ in range(count):
        a, b, d = powers[-1]
        powers.append(((a + b) % WORD, (b + d) % WORD, (b + 2 * d) % WORD))
    last = powers.pop()
    lower = np.array(powers[::-1], dtype=np.uint64).reshape(-1, 3)
    return last, (lower[:, 0], lower[:, 1], lower[:, 2])


MOST_PROBLEMS: Final = 1000
"""Most problems that SQLite lists: enough to tell damaged pages from damaged indexes."""
OF_ROWS: Final = re.compile(r"(NULL|TEXT|NUMERIC|non-\w+) value in \w+\.\w+")
"""A problem of one row. Readers find it and name the run."""
OF_INDEXES: Final = re.compile(
    r"row(id)? .*(missing from|values differ from|of) index |(non-unique entry|wrong #.*) in index "
)
"""A problem that goes away when the indexes are made again from their tables."""


def has_stale_indexes(file: Path, remedy: str = "") -> bool:
    """Check a database without a change to it; return whether its indexes must be made again.

    Raises DamagedDatabaseError when pages or the log are damaged, OSError or StoreFaultError.
    """
    log = beside(file, "-wal")
    # Twice: a server may have begun the log anew while it was read.
    problem = damage_of(log) and damage_of(log)
    if problem:
        raise DamagedDatabaseError(log, problem, remedy)
    with opened_unchanged(file, remedy) as connection:
        found = [each for each in problems_of(connection) if not OF_ROWS.fullmatch(each)]
    pages = [problem for problem in found if not OF_INDEXES.match(problem)]
    if pages:
        raise DamagedDatabaseError(file, " ".join(pages[0].split()), remedy)
    return bool(found)


def problems_of(connection: SqliteConnection, most: int = MOST_PROBLEMS) -> list[str]:
    """Return SQLite's words about the first `most` problems of a database; none if it's sound.

    This looks at the whole database.
    """
    rows = connection.execute(f"PRAGMA integrity_check({most})")
    return [row[0] for row in rows if row[0] != "ok"]


def readable_values(connection: SqliteConnection, table: str, column: str) -> Iterator[Any]:
    """Yield the values of a unique column of a damaged table, as many as can be read.

    There are two ways through a table: a damaged page seldom lies on both.
    """
    found: set[Any] = set()
    for scan in ("NOT INDEXED", f"INDEXED BY sqlite_autoindex_{table}_1"):
        with suppress(StoreError):
            for (value,) in connection.execute(f"SELECT {column} FROM {table} {scan}"):  # noqa: S608
                if value not in found:
                    found.add(value)
                    yield value
