"""The operator key, in a file that only the operator can read. Whoever shows it is an operator."""

import contextlib
import os
import secrets
from pathlib import Path

from undertide_server.util.private_files import FILE_MODE
from undertide_shared.errors import BadOperatorKeyError
from undertide_shared.operator_key import KEY_BYTES, KEY_FILE, read_key


def operator_key(folder: Path) -> bytes:
    """Return the key of a data folder; make one if there is none.

    Raises OSError when the key can't be made or read.
    """
    file = folder / KEY_FILE
    with contextlib.suppress(FileExistsError):
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
        with os.fdopen(descriptor, "w", encoding="ascii") as written:
            written.write(secrets.token_hex(KEY_BYTES) + "\n")
            written.flush()
            os.fsync(descriptor)
    try:
        return read_key(folder)
    except BadOperatorKeyError as fault:
        raise OSError(f"{fault}: delete it, and the next start makes another") from fault
