"""A run's snapshots, part by part: one is written only where it changed since the last.

Functions take the database's connection and a run's number there.
"""

import sqlite3
import zlib
from hashlib import blake2b

from undertide_server.simulation.snapshot import NOTHING, joined, split
from undertide_server.store.records import Snapshot

LEVEL = 1
"""Of compression: higher ones take several times as long for some tenths of the size."""
DIGEST_BYTES = 16
MOST_STEPS = 2**62
"""More than any run takes: for the latest of all."""

LATEST = """
SELECT part, data FROM chunks
    JOIN (SELECT part, max(step) AS step FROM chunks WHERE run = :run AND step <= :at GROUP BY part)
    USING (part, step) WHERE run = :run
"""
"""Of each part the latest chunk up to a step. The steps are found in the index alone, before any
data is read."""

Digests = dict[int, bytes]
"""Of each part of a run as it was kept last."""


def state_at(connection: sqlite3.Connection, run: int, step: int) -> bytes:
    """Return the state of a run after a step of which a snapshot was kept."""
    return joined(_parts_at(connection, run, step))


def digests_of(connection: sqlite3.Connection, run: int) -> Digests:
    """Return the digests of a run's parts as they were kept last."""
    parts = _parts_at(connection, run, MOST_STEPS)
    return {part: _digest(data) for part, data in parts.items()}


def keep(connection: sqlite3.Connection, run: int, snapshot: Snapshot, before: Digests) -> Digests:
    """Write the parts of a snapshot that are not as they were before, and return their digests."""
    digests = dict(before)
    gone = dict.fromkeys(before, NOTHING)
    for part, data in (gone | split(snapshot.state)).items():
        digest = _digest(data)
        if digests.get(part) != digest:
            digests[part] = digest
            row = (run, part, snapshot.step, zlib.compress(data, LEVEL))
            connection.execute("INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?)", row)
    return digests


def _parts_at(connection: sqlite3.Connection, run: int, step: int) -> dict[int, bytes]:
    rows = connection.execute(LATEST, {"run": run, "at": step})
    return {part: zlib.decompress(data) for part, data in rows}


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=DIGEST_BYTES).digest()
