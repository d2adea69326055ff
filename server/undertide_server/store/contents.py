"""The content of runs, stored once for all runs that share it, and therefore worth restoring."""

import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from undertide_server.content.records.ruleset import hash_of
from undertide_server.content.schema.extensions import (
    MissingExtensionError,
    needed_by,
    require_extensions,
)
from undertide_server.store.engine.protocol import StoreConnection

MOST_CONTENTS: Final = 100
"""Most contents that a writer knows to be stored: far more than a server offers presets."""


def damaged_contents(connection: StoreConnection) -> set[str]:
    """Return the hashes under which something else is stored than the content of that hash."""
    rows = connection.execute("SELECT hash, content FROM contents")
    return {name for name, packed in rows if not is_content(packed, name)}


def contents_in_use(connection: StoreConnection) -> Iterator[tuple[bytes, list[tuple[str, str]]]]:
    """Yield each content by which runs go on, and the names of these runs and of their sessions.

    Damaged contents are left out: their runs are found to be damaged when they are read.
    """
    used: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for run, session, name in connection.execute(
        "SELECT run, session, content FROM runs WHERE state IN ('live', 'aside') ORDER BY id"
    ):
        used[name].append((run, session))
    for name, runs in used.items():
        row = connection.execute("SELECT content FROM contents WHERE hash = ?", (name,)).fetchone()
        if row is not None and is_content(row[0], name):
            yield zlib.decompress(row[0]), runs


def lack_of(connection: StoreConnection, name: str) -> str:
    """Return what this process lacks of the extensions that a content of a hash needs.

    The text is empty if it lacks none. A damaged content is found to be so when a run is read.
    """
    row = connection.execute("SELECT content FROM contents WHERE hash = ?", (name,)).fetchone()
    if row is None or not is_content(row[0], name):
        return ""
    try:
        require_extensions(needed_by(zlib.decompress(row[0])))
    except MissingExtensionError as fault:
        return str(fault)
    except msgspec.DecodeError:
        return ""
    return ""


def restore_contents(connection: StoreConnection, contents: Mapping[str, bytes]) -> None:
    """Store contents by their hashes, in place of damaged ones. Raises StoreError."""
    for name, content in contents.items():
        connection.execute(
            "INSERT INTO contents (hash, content) VALUES (?, ?)"
            " ON CONFLICT (hash) DO UPDATE SET content = excluded.content",
            (name, zlib.compress(content)),
        )


class ContentKeeper:
    """The part of a writer that keeps each content once."""

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection
        self._sound: set[str] = set()
        """Hashes of contents that were stored and sound."""

    def store_content(self, digest: str, content: bytes) -> None:
        """Store a content by its hash, unless it is there and sound."""
        if digest in self._sound and self._has(digest):
            return
        found = self._connection.execute(
            "SELECT content FROM contents WHERE hash = ?", (digest,)
        ).fetchone()
        if found is None or not is_content(found[0], digest):
            restore_contents(self._connection, {digest: content})
        if len(self._sound) < MOST_CONTENTS:
            self._sound.add(digest)

    def clear(self) -> None:
        """Look again whether contents are there and sound."""
        self._sound.clear()

    def _has(self, digest: str) -> bool:
        """Return whether a content is there: another node may have deleted its last run."""
        row = self._connection.execute("SELECT 1 FROM contents WHERE hash = ?", (digest,))
        return row.fetchone() is not None


def is_content(packed: object, name: str) -> bool:
    """Return whether stored bytes are the content of a hash."""
    try:
        return isinstance(packed, bytes) and hash_of(zlib.decompress(packed)) == name
    except zlib.error:
        return False
