"""A run's snapshots, part by part. A part is written only if it changed since the last snapshot.

The functions take the database's connection and a run's number there.
"""

import zlib
from hashlib import blake2b

from undertide_server.simulation.snapshot import NOTHING, joined, split
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.records import Snapshot

LEVEL = 1
"""Level of compression: higher ones take several times as long to save some tenths of the size."""
DIGEST_BYTES = 16
MOST_STEPS = 2**62
"""More steps than any run takes: the bound that selects the latest snapshot."""

LATEST = """
SELECT part, data FROM chunks
    JOIN (SELECT part, max(step) AS step FROM chunks WHERE run = :run AND step <= :at GROUP BY part)
    AS latest
    USING (part, step) WHERE run = :run
"""
"""Selects the latest chunk of each part up to a step. The index alone gives the steps, before any
data is read."""

_CHUNK = """
INSERT INTO chunks (run, part, step, data) VALUES (?, ?, ?, ?)
    ON CONFLICT (run, part, step) DO UPDATE SET data = excluded.data
"""

Digests = dict[int, bytes]
"""Digest of each part of a run as it was last stored."""


def state_at(connection: StoreConnection, run: int, step: int) -> bytes:
    """Return the state of a run after a step that has a stored snapshot."""
    return joined(_parts_at(connection, run, step))


def digests_of(connection: StoreConnection, run: int) -> Digests:
    """Return the digests of a run's parts as they were last stored.

    A damaged part has an empty digest: it will be stored again.
    """
    rows = connection.execute(LATEST, {"run": run, "at": MOST_STEPS})
    return {part: _digest_of(packed) for part, packed in rows}


def write_snapshot(
    connection: StoreConnection, run: int, snapshot: Snapshot, before: Digests
) -> Digests:
    """Write the changed parts of a snapshot, and return the digests of all parts."""
    digests = dict(before)
    gone = dict.fromkeys(before, NOTHING)
    rows = []
    for part, data in (gone | split(snapshot.state)).items():
        digest = _digest(data)
        if digests.get(part) != digest:
            digests[part] = digest
            rows.append((run, part, snapshot.step, zlib.compress(data, LEVEL)))
    connection.executemany(_CHUNK, rows)
    return digests


def _parts_at(connection: StoreConnection, run: int, step: int) -> dict[int, bytes]:
    rows = connection.execute(LATEST, {"run": run, "at": step})
    return {part: zlib.decompress(data) for part, data in rows}


def _digest_of(packed: bytes) -> bytes:
    try:
        return _digest(zlib.decompress(packed))
    except (zlib.error, TypeError):
        return b""


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=DIGEST_BYTES).digest()
