"""The facts of a server's data folder that server and client share."""

from pathlib import Path
from typing import Final

ADDRESS_FILE: Final = "undertide.address"
"""Name of the file with the address of the folder's server. It stays when the server ends, so that
a player's next server can listen there again."""
MAX_ADDRESS_FILE: Final = 200
"""Bytes to read of it: more than any address has."""
FOLDER_IN_USE: Final = 4
"""Exit code of a player's own server whose data folder another server holds."""


def last_address(folder: Path) -> str:
    """Return the address of the server that has, or last had, a data folder; empty if unknown."""
    try:
        with (folder / ADDRESS_FILE).open("rb") as file:
            return file.read(MAX_ADDRESS_FILE).decode("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
