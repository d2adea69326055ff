"""The content of runs, stored once for all runs that share it, and therefore worth restoring."""

import zlib
from collections.abc import Mapping

from undertide_server.content.records.digest import hash_of
from undertide_server.store.engine.protocol import StoreConnection


def damaged_contents(connection: StoreConnection) -> set[str]:
    """Return the hashes under which something else is stored than the content of that hash."""
    rows = connection.execute("SELECT hash, content FROM contents")
    return {name for name, packed in rows if not is_content(packed, name)}


def restore_contents(connection: StoreConnection, contents: Mapping[str, bytes]) -> None:
    """Store contents by their hashes, in place of damaged ones. Raises StoreError."""
    for name, content in contents.items():
        connection.execute(
            "INSERT INTO contents (hash, content) VALUES (?, ?)"
            " ON CONFLICT (hash) DO UPDATE SET content = excluded.content",
            (name, zlib.compress(content)),
        )


def is_content(packed: object, name: str) -> bool:
    """Return whether stored bytes are the content of a hash."""
    try:
        return isinstance(packed, bytes) and hash_of(zlib.decompress(packed)) == name
    except zlib.error:
        return False
