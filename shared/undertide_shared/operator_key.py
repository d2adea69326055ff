"""The operator key: a file of the data folder that both ends read."""

from pathlib import Path
from typing import Final

from undertide_shared.errors import BadOperatorKeyError

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
