"""The files of a server's data folder that both ends read: its address and the operator key."""

from pathlib import Path
from typing import Final

from undertide_shared.errors import BadOperatorKeyError

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


KEY_FILE: Final = "operator.key"
"""Name of the file in the data folder. It holds hexadecimal digits; only the operator may read
it."""
KEY_BYTES: Final = 32
"""Length of the key. Nobody can guess 256 bits, so the server needs no limit on tries."""


def read_key(folder: Path) -> bytes:
    """Return the key of a data folder.

    Raises OSError, or BadOperatorKeyError if the file holds no key.
    """
    file = folder / KEY_FILE
    with file.open("rb") as opened:
        written = opened.read(4 * KEY_BYTES)
    try:
        key = bytes.fromhex(written.decode("ascii").strip())
    except ValueError as fault:
        raise BadOperatorKeyError(f"{file} holds no operator key") from fault
    if len(key) != KEY_BYTES:
        raise BadOperatorKeyError(f"{file} holds no operator key")
    return key
