"""The host's own key, as a file of the data folder that both ends read."""

from pathlib import Path
from typing import Final

from undertide_shared.errors import BadOperatorKeyError

KEY_FILE: Final = "operator.key"
"""Its name in the data folder: hexadecimal digits, for the eyes of the host alone."""
KEY_BYTES: Final = 32
"""256 bits: nobody guesses it, so nobody need be kept from trying."""


def read_key(folder: Path) -> bytes:
    """Return the key of a data folder.

    Raises OSError, or BadOperatorKeyError when there is none in the file.
    """
    file = folder / KEY_FILE
    with file.open("rb") as opened:
        written = opened.read(4 * KEY_BYTES)
    try:
        key = bytes.fromhex(written.decode("ascii").strip())
    except ValueError as fault:
        raise BadOperatorKeyError(f"{file} holds no key") from fault
    if len(key) != KEY_BYTES:
        raise BadOperatorKeyError(f"{file} holds no key")
    return key
