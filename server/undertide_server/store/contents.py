"""The content of runs, stored once for all runs that share it, and therefore worth restoring."""

import sqlite3
import zlib
from collections.abc import Mapping

from undertide_server.content.records.digest import hash_of


def damaged_contents(connection: sqlite3.Connection) -> set[str]:
    """Return the hashes under which something else is stored than the content of that hash."""
    rows = connection.execute("SELECT hash, content FROM contents")
    return {name for name, packed in rows if not is_content(packed, name)}


def restore_contents(connection: sqlite3.Connection, contents: Mapping[str, bytes]) -> None:
    """Store contents by their hashes, in place of damaged ones. Raises sqlite3.Error."""
    for name, content in contents.items():
        connection.execute(
            "INSERT OR REPLACE INTO contents VALUES (?, ?)", (name, zlib.compress(content))
        )


def is_content(packed: object, name: str) -> bool:
    """Return whether stored bytes are the content of a hash."""
    try:
        return isinstance(packed, bytes) and hash_of(zlib.decompress(packed)) == name
    except zlib.error:
        return False
