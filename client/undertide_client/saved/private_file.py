"""Files that only their owner can read, replaced as a whole."""

import os
import secrets
import time
from pathlib import Path
from typing import Final, TypeVar

import msgspec

Content = TypeVar("Content", bound=msgspec.Struct)
MAX_PRIVATE_FILE: Final = 4096
"""Most bytes to read of one file: ten times the size that this program writes."""


def read_private(path: Path, kind: type[Content], most: int = MAX_PRIVATE_FILE) -> Content | None:
    """Return the content of a file of at most `most` bytes.

    None if it is absent, damaged, longer or of another kind.
    """
    try:
        with path.open("rb") as file:
            return msgspec.json.decode(file.read(most), type=kind)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None


def write_private(path: Path, content: msgspec.Struct) -> None:
    """Write a file that only its owner may read, whole or not at all. Make its folder if needed.

    Raises OSError if the folder can't be written.
    """
    write_private_bytes(path, msgspec.json.encode(content))


def write_private_bytes(path: Path, content: bytes) -> None:
    """Write bytes as `write_private` does."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_suffix(f".{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        # The system's own time stamp is too coarse to tell which of two files is newer.
        now = time.time_ns()
        os.utime(draft, ns=(now, now))
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
